internal import Glibc

/// The few functions that the core takes from the C library, by Swift names and in degrees. No other
/// file of the core imports anything.
enum Mathematics {
    /// The angle of the vector (x, y) from the x axis, in degrees, from −180 to 180.
    /// The corresponding function is `atan2(3)`.
    static func arctangentDegrees(y: Double, x: Double) -> Double { atan2(y, x) * 180 / .pi }

    /// The cosine of an angle. The corresponding function is `cos(3)`.
    static func cosine(degrees: Double) -> Double { cos(degrees * .pi / 180) }

    /// e to that power. The corresponding function is `exp(3)`.
    static func exponential(_ power: Double) -> Double { exp(power) }
}
