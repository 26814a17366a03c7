internal import Glibc

/// The few functions that the core takes from the C library, by Swift names. No other file of the core
/// imports anything.
enum Mathematics {
    /// The angle of the vector (x, y) from the x axis, in radians, from −π to π.
    /// The corresponding function is `atan2(3)`.
    static func arctangent(y: Double, x: Double) -> Double { atan2(y, x) }

    /// The angle in radians, from −π/2 to π/2, whose sine that is; NaN outside of −1…1.
    /// The corresponding function is `asin(3)`.
    static func arcsine(_ sine: Double) -> Double { asin(sine) }

    /// e to that power. The corresponding function is `exp(3)`.
    static func exponential(_ power: Double) -> Double { exp(power) }

    /// Degrees in one radian.
    static let degreesPerRadian = 180 / Double.pi
}
