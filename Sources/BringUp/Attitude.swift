public import OrientationCore

/// How a device at rest is held, in the two angles by which its orientation is decided.
public struct Attitude: Equatable, Sendable {
    /// The angle of up within the display, in degrees from −180 to 180: 0 where the top edge points up,
    /// 90 where the right edge does. Means nothing while the display is close to level.
    public let roll: Double
    /// The elevation of the display's normal, in degrees: 90 face up, 0 upright, −90 face down.
    public let tilt: Double

    /// The attitude that an acceleration shows; nothing if it is zero.
    public init?(_ acceleration: Acceleration) {
        let length = acceleration.length
        guard length > 0, length.isFinite else { return nil }
        roll = Mathematics.arctangentDegrees(y: acceleration.x, x: acceleration.y)
        tilt = Mathematics.arcsineDegrees(acceleration.z / length)
    }

    /// Whether ``roll`` means something: not within 15° of level.
    public var hasRoll: Bool { abs(tilt) < 75 }
}

extension Acceleration {
    /// The length in m/s².
    public var length: Double { (x * x + y * y + z * z).squareRoot() }
}
