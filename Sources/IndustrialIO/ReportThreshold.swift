internal import OrientationCore

/// By how much a reading of a HID sensor must change before the sensor reports it, in the sensor's own unit.
enum ReportThreshold {
    /// What is set, in m/s²: more than the noise of a sensor at rest, and 1.7° of a turn.
    static let wanted = 0.3

    /// The value of `in_accel_hysteresis` that means ``wanted``, or nothing if the present one is as large.
    ///
    /// The attribute counts in the unit of the report descriptor, g or m/s², which is not shown; the scale
    /// tells, for it is a power of ten times the unit (`hid_sensor_format_scale` in
    /// `drivers/iio/common/hid-sensors/hid-sensor-attributes.c`).
    ///
    /// - Parameters:
    ///   - current: The present value.
    ///   - scale: Metres per second squared for each raw step.
    static func choice(current: Double, scale: Double) -> Double? {
        let isInGravities = isPowerOfTen(scale / Acceleration.standardGravity)
        let value = isInGravities ? (wanted / Acceleration.standardGravity * 1000).rounded() / 1000 : wanted
        return current < value ? value : nil
    }

    private static func isPowerOfTen(_ number: Double) -> Bool {
        guard number > 1e-15, number < 1e15 else { return false }
        var number = number
        while number < 0.5 { number *= 10 }
        while number >= 5 { number /= 10 }
        return abs(number - 1) < 0.001
    }
}
