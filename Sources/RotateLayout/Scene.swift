internal import Glibc
public import OrientationCore

/// The tablet as somebody sees it who stands before it and does not turn with it: its casing as it is
/// held, and on it what is drawn.
///
/// Lengths are those of the layout, 768×1024 for the upright screen; the middle of the screen is the
/// origin, x to the right and y downwards. Angles are degrees counter-clockwise.
public struct Scene: Equatable, Sendable {
    /// How far the casing is turned from upright portrait.
    public var casingAngle: Double
    /// How far what is drawn is turned from being upright to the viewer.
    public var contentAngle: Double
    /// The middles of the objects, as if what is drawn were upright.
    public var middles: [Point]

    /// A place on the picture.
    public struct Point: Equatable, Sendable {
        /// To the right.
        public var x: Double
        /// Downwards.
        public var y: Double

        /// Makes a place.
        public init(x: Double, y: Double) {
            self.x = x
            self.y = y
        }

        /// The same turned counter-clockwise about the origin.
        func turned(_ degrees: Double) -> Point {
            let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
            return Point(x: x * cosine + y * sine, y: y * cosine - x * sine)
        }
    }

    /// The scene at rest.
    ///
    /// - Parameters:
    ///   - held: The interface orientation that would be upright the way the device is held.
    ///   - shown: The interface orientation that is shown.
    public init(held: InterfaceOrientation, shown: InterfaceOrientation) {
        let layout = RotateLayout(shown)
        casingAngle = Double(held.turnFromPortrait.degrees)
        contentAngle = Double((held.turnFromPortrait - shown.turnFromPortrait).degrees)
        middles = layout.objects.map { object in
            Point(
                x: Double(object.frame.x + object.frame.width / 2 - layout.size.width / 2),
                y: Double(object.frame.y + object.frame.height / 2 - layout.size.height / 2))
        }
    }

    /// The scene on the way to another, both angles by the shorter way.
    ///
    /// - Parameter fraction: 0 is this one, 1 the other.
    public func moved(to other: Scene, by fraction: Double) -> Scene {
        func between(_ from: Double, _ to: Double) -> Double { from + (to - from) * fraction }
        func angle(_ from: Double, _ to: Double) -> Double {
            from + remainder(to - from, 360) * fraction
        }
        var scene = other
        scene.casingAngle = angle(casingAngle, other.casingAngle)
        scene.contentAngle = angle(contentAngle, other.contentAngle)
        scene.middles = zip(middles, other.middles).map {
            Point(x: between($0.x, $1.x), y: between($0.y, $1.y))
        }
        return scene
    }

    /// The corners of the screen's outline, in order.
    public var outline: [Point] {
        corners(of: RotateLayout.portraitSize, around: Point(x: 0, y: 0), turned: casingAngle)
    }

    /// The middle of the home button, below the upright screen.
    public var homeButton: Point {
        Point(x: 0, y: Double(RotateLayout.portraitSize.height) / 2 - 45).turned(casingAngle)
    }

    /// The corners of each object, in order.
    public var objects: [[Point]] {
        middles.map { corners(of: RotateLayout.objectSize, around: $0, turned: contentAngle) }
    }

    /// The middle of each object as it is seen.
    public var objectMiddles: [Point] { middles.map { $0.turned(contentAngle) } }

    /// Where the top of what is drawn is, as an arrow; upright is "↑".
    public var upArrow: String {
        let quarter = Int((contentAngle / 90).rounded()) % 4
        return ["↑", "←", "↓", "→"][(quarter + 4) % 4]
    }

    private func corners(of size: InterfaceSize, around middle: Point, turned angle: Double) -> [Point] {
        let (width, height) = (Double(size.width) / 2, Double(size.height) / 2)
        return [(-width, -height), (width, -height), (width, height), (-width, height)].map {
            Point(x: middle.x + $0, y: middle.y + $1).turned(angle)
        }
    }
}
