/// Turns what a sensor measures into the device frame.
///
/// With r the scaled measurement on the sensor's axes and M0, M1, M2 the rows of its mount matrix:
///
///     x = σ·(M0·r)    y = σ·(M1·r)    z = p·((M0 × M1)·r)
///
/// σ belongs to the matrix (``MatrixConvention``), p to the sensor (``SensorHandedness``). z does not
/// depend on σ, and the third row is not used unless a person measured it: then z = M2·r.
///
/// The result is in the frame of the panel, and is turned twice about z:
///
/// 1. *Panel frame*, x and y along the panel's lines and columns, to the *casing* held the way it was
///    built for: by ``PanelOrientation``, unless the matrix speaks of the casing itself.
/// 2. *Casing* to the *device frame*, the casing held as portrait: by the natural orientation.
public struct DeviceFrame: Equatable, Sendable {
    private let x: Vector
    private let y: Vector
    private let z: Vector

    /// Makes the frame of a sensor.
    ///
    /// - Parameters:
    ///   - matrix: How the sensor is mounted. Should have passed its check.
    ///   - trust: Which rows of it are used.
    ///   - convention: How its x and y count.
    ///   - handedness: How the axes of the sensor count. Does not matter when all rows are believed.
    ///   - invertZ: Whether z is negated after all else, for devices that say faceDown on their back.
    ///   - axes: Whether x and y of the matrix are the panel's or the casing's.
    ///   - panel: How the panel is mounted in the casing.
    ///   - natural: The interface orientation that the casing was built for: landscapeRight for most
    ///     convertibles, portrait for most tablets.
    public init(
        matrix: MountMatrix,
        trust: MatrixTrust = .firstTwoRows,
        convention: MatrixConvention = .hwdb,
        handedness: SensorHandedness = .right,
        invertZ: Bool = false,
        axes: MatrixAxes = .panel,
        panel: PanelOrientation = .normal,
        natural: InterfaceOrientation = .portrait
    ) {
        let outward =
            switch trust {
            case .firstTwoRows: handedness.sign * matrix.rows[0].cross(matrix.rows[1])
            case .allRows: matrix.rows[2]
            }
        let panelTurns = axes == .panel ? Int(panel.rawValue) : 0
        let turns = Self.quarterTurnsClockwise(natural) - panelTurns
        let (x, y) = Self.turnClockwise(
            convention.sign * matrix.rows[0], convention.sign * matrix.rows[1], quarters: turns)
        self.x = x
        self.y = y
        self.z = (invertZ ? -1 : 1) * outward
    }

    /// Takes over the frame that an earlier one had.
    ///
    /// - Parameter elements: As ``elements`` gives them.
    /// - Returns: Nothing if they are not nine finite numbers.
    public init?(elements: [Double]) {
        guard elements.count == 9, elements.allSatisfy(\.isFinite) else { return nil }
        x = Vector(x: elements[0], y: elements[1], z: elements[2])
        y = Vector(x: elements[3], y: elements[4], z: elements[5])
        z = Vector(x: elements[6], y: elements[7], z: elements[8])
    }

    /// The measurement in the device frame.
    /// - Parameters:
    ///   - x: Along the sensor's x axis, scaled to m/s². `y` and `z` likewise.
    public func acceleration(x: Double, y: Double, z: Double) -> Acceleration {
        let measured = Vector(x: x, y: y, z: z)
        return Acceleration(x: self.x.dot(measured), y: self.y.dot(measured), z: self.z.dot(measured))
    }

    /// What scaled sensor axes are multiplied by to get the device frame: nine numbers, row by row.
    public var elements: [Double] {
        // Adding 0 makes a negative zero a positive one, for those who read it.
        [x.x, x.y, x.z, y.x, y.y, y.z, z.x, z.y, z.z].map { $0 + 0 }
    }

    /// How far up turns clockwise about z, in quarters, from the casing's axes to those of portrait.
    ///
    /// A casing built for interface landscapeRight is, held that way, in device landscapeLeft: its
    /// own top is the right edge of portrait, and (0, +g, 0) has to become (+g, 0, 0).
    private static func quarterTurnsClockwise(_ natural: InterfaceOrientation) -> Int {
        switch natural {
        case .portrait: 0
        case .landscapeRight: 1
        case .portraitUpsideDown: 2
        case .landscapeLeft: 3
        }
    }

    /// The rows of x and y after turning every vector clockwise: a quarter makes (x, y) into (y, −x).
    private static func turnClockwise(_ x: Vector, _ y: Vector, quarters: Int) -> (Vector, Vector) {
        switch (quarters % 4 + 4) % 4 {
        case 1: (y, -1 * x)
        case 2: (-1 * x, -1 * y)
        case 3: (-1 * y, x)
        default: (x, y)
        }
    }
}
