internal import Glibc

/// The functions that estimating takes from the C library, in degrees.
enum Mathematics {
    /// The angle of the vector (x, y) from the x axis, in degrees, from −180 to 180.
    /// The corresponding function is `atan2(3)`.
    static func arctangentDegrees(y: Double, x: Double) -> Double { atan2(y, x) * 180 / .pi }

    /// The angle with that sine, in degrees, from −90 to 90; the argument is clamped to where there is one.
    /// The corresponding function is `asin(3)`.
    static func arcsineDegrees(_ sine: Double) -> Double { asin(max(-1, min(1, sine))) * 180 / .pi }
}
