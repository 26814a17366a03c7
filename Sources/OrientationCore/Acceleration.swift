/// Specific force, in metres per second squared.
///
/// Unless said otherwise in the device frame: seen from the front, the casing held as portrait, x to
/// the right edge, y to the top edge, z out of the display. A device at rest reads +9.81 on the axis
/// that points away from the ground: face up is (0, 0, +g), upright is (0, +g, 0).
public struct Acceleration: Equatable, Sendable {
    /// Towards the right edge.
    public var x: Double
    /// Towards the top edge.
    public var y: Double
    /// Out of the display, towards the user.
    public var z: Double

    /// Makes an acceleration of three components in m/s².
    public init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    /// Standard gravity in m/s², by definition of the SI.
    public static let standardGravity = 9.80665
}
