internal import OrientationCore
internal import RotateLayout

/// A tablet as somebody sees it who stands before it and looks down a little, drawn in dots.
///
/// Gravity says how it is held but for the compass: it is drawn turned towards the viewer as far as that
/// goes, and lying flat with the edge away from the viewer that was up before.
struct TabletDrawing {
    /// A place or a direction: in the device frame, the long side of the casing being 2.
    struct Vector: Equatable {
        var x, y, z: Double

        static func + (a: Vector, b: Vector) -> Vector { Vector(x: a.x + b.x, y: a.y + b.y, z: a.z + b.z) }
        static func * (a: Double, b: Vector) -> Vector { Vector(x: a * b.x, y: a * b.y, z: a * b.z) }

        func dot(_ b: Vector) -> Double { x * b.x + y * b.y + z * b.z }
        func cross(_ b: Vector) -> Vector {
            Vector(x: y * b.z - z * b.y, y: z * b.x - x * b.z, z: x * b.y - y * b.x)
        }
        var length: Double { dot(self).squareRoot() }
    }

    /// Half the size of a casing of 3:4, which is a bit thick so that its edge can be seen.
    private static let half = Vector(x: 0.75, y: 1, z: 0.05)
    /// Cosine and sine of the 20° by which the viewer looks down.
    private static let (along, down) = (0.9397, 0.3420)
    /// Below this share of gravity in the plane of the display the compass is taken from the last side.
    private static let leastShare = 0.26

    /// To the right, upwards and towards the viewer.
    let right, up, front: Vector

    /// - Parameters:
    ///   - acceleration: What is measured; where it is zero the tablet is drawn upright.
    ///   - side: The last orientation that was a side.
    init(_ acceleration: Acceleration, side: DeviceOrientation) {
        let measured = Vector(x: acceleration.x, y: acceleration.y, z: acceleration.z)
        let length = measured.length
        let level = length > 0 && length.isFinite ? (1 / length) * measured : Vector(x: 0, y: 1, z: 0)
        let share = (level.x * level.x + level.y * level.y).squareRoot()
        // What points towards the viewer: the display, or of a flat one the edge that was down before.
        let edge = Self.edge(upIn: side)
        let facing =
            share > Self.leastShare ? Vector(x: 0, y: 0, z: 1) : (level.z > 0 ? -1.0 : 1) * edge
        var towards = facing + (-facing.dot(level)) * level
        let size = towards.length
        towards = size > 0.01 ? (1 / size) * towards : Vector(x: 0, y: 0, z: 1)
        right = level.cross(towards)
        up = Self.along * level + (-Self.down) * towards
        front = Self.along * towards + Self.down * level
    }

    /// Whether the display can be seen, or else the back.
    var showsDisplay: Bool { front.z > 0 }

    /// The lines, all of one width.
    ///
    /// - Parameter isUnicode: Whether in dots of Braille, or else in plain characters.
    func lines(columns: Int, rows: Int, isUnicode: Bool) -> [String] {
        var canvas = BrailleCanvas(columns: columns, rows: rows)
        let scale = min(Double(columns * 2), Double(rows * 4)) / 2.6
        func place(_ point: Vector) -> Scene.Point {
            Scene.Point(
                x: Double(columns) + point.dot(right) * scale, y: Double(rows * 2) - point.dot(up) * scale)
        }
        for face in Self.faces where face.normal.dot(front) > 0 {
            for (index, corner) in face.corners.enumerated() {
                canvas.line(from: place(corner), to: place(face.corners[(index + 1) % 4]))
            }
        }
        let surface = showsDisplay ? Self.half.z : -Self.half.z
        if showsDisplay {
            // The home button, on the bottom edge.
            let button = Vector(x: 0, y: -0.87, z: surface)
            for (x, y) in [(0.06, 0.0), (-0.06, 0), (0, 0.06), (0, -0.06)] {
                let dot = place(button + Vector(x: x, y: y, z: 0))
                canvas.set(x: dot.x, y: dot.y)
            }
        }
        canvas.write("top", middle: place(Vector(x: 0, y: 0.78, z: surface)))
        if !showsDisplay { canvas.write("back", middle: place(Vector(x: 0, y: 0, z: surface))) }
        return isUnicode ? canvas.lines : canvas.plainLines
    }

    private static func edge(upIn side: DeviceOrientation) -> Vector {
        switch side {
        case .landscapeLeft: Vector(x: 1, y: 0, z: 0)
        case .landscapeRight: Vector(x: -1, y: 0, z: 0)
        case .portraitUpsideDown: Vector(x: 0, y: -1, z: 0)
        case .portrait, .unknown, .faceUp, .faceDown: Vector(x: 0, y: 1, z: 0)
        }
    }

    private struct Face {
        let normal: Vector
        let corners: [Vector]

        /// The face of the casing in a direction, spanned by two others.
        init(_ normal: Vector, _ first: Vector, _ second: Vector) {
            self.normal = normal
            corners = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { a, b in
                let corner = normal + a * first + b * second
                return Vector(x: corner.x * half.x, y: corner.y * half.y, z: corner.z * half.z)
            }
        }
    }

    private static let faces: [Face] = {
        let axes = [Vector(x: 1, y: 0, z: 0), Vector(x: 0, y: 1, z: 0), Vector(x: 0, y: 0, z: 1)]
        return (0..<3).flatMap { axis in
            [1.0, -1].map { Face($0 * axes[axis], axes[(axis + 1) % 3], axes[(axis + 2) % 3]) }
        }
    }()
}
