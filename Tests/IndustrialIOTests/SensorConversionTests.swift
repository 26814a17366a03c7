import OrientationCore
import Testing

@testable import IndustrialIO

@Suite("Conversion of raw values")
struct SensorConversionTests {
    private func conversion(scale: [Double], offset: [Double]) -> SensorConversion {
        let axes = zip(scale, offset).map {
            SensorAxis(raw: SysfsAttribute("/none"), scale: $0, offset: $1)
        }
        let kernel = DeviceFrame(matrix: .identity, convention: .kernel)
        return SensorConversion(axes: axes, frame: kernel)
    }

    @Test("each axis is (raw + offset) · scale with a scale and offset of its own")
    func axes() {
        let conversion = conversion(scale: [0.5, 0.25, 2], offset: [10, -20, 1])

        let acceleration = conversion.acceleration(RawReading(x: 2, y: 60, z: -6))

        #expect(acceleration == Acceleration(x: 6, y: 10, z: -10))
    }

    @Test("all axes at zero say nothing, one of them does")
    func noData() {
        #expect(RawReading(x: 0, y: 0, z: 0).isNoData)
        #expect(!RawReading(x: 0, y: -1, z: 0).isNoData)
    }

    @Test(
        "below 0.3 g and above 2 g is out of range",
        arguments: [(2.94, false), (2.95, true), (19.6, true), (19.7, false)])
    func range(_ length: Double, _ isInRange: Bool) {
        #expect(Acceleration(x: 0, y: 0, z: -length).isOutOfRange == !isInRange)
    }

    @Test("the axis on which gravity acts most is found by scaled values")
    func dominantAxis() {
        let conversion = conversion(scale: [0.01, 1, 0.01], offset: [0, 0, 0])

        #expect(conversion.dominantAxis(of: RawReading(x: 500, y: 9, z: 100)) == 1)
        #expect(conversion.dominantAxis(of: RawReading(x: 0, y: 1, z: -981)) == 2)
    }

    @Test(
        "a value of one axis is the same up to 0.7 m/s²",
        arguments: [(1069, true), (1071, false)] as [(Int64, Bool)])
    func same(_ value: Int64, _ isSame: Bool) {
        let conversion = conversion(scale: [0.01, 0.01, 0.01], offset: [0, 0, 0])

        #expect(conversion.isSame(value, as: RawReading(x: 0, y: 0, z: 1000), on: 2) == isSame)
    }
}

@Suite("Threshold of a HID sensor")
struct ReportThresholdTests {
    @Test(
        "it is 0.3 m/s² in the unit of the sensor, which the scale gives away",
        arguments: [
            (0.00980665, 0.031),  // thousandths of g
            (9.80665, 0.031),  // g
            (0.01, 0.3),  // hundredths of m/s²
            (1e-6, 0.3),
            (0.0123, 0.3),  // neither: counted as m/s²
        ])
    func unit(_ scale: Double, _ wanted: Double) {
        #expect(ReportThreshold.choice(current: 0, scale: scale) == wanted)
    }

    @Test("a larger one is left alone")
    func larger() {
        #expect(ReportThreshold.choice(current: 0.05, scale: 0.00980665) == nil)
    }
}

@Suite("Raw attribute")
struct WholeNumberTests {
    private func number(_ text: String) -> Int64? { Array(text.utf8).withUnsafeBytes { wholeNumber($0) } }

    @Test(
        "is a decimal number with the end of a line",
        arguments: [
            ("0\n", 0), ("-1020\n", -1020), ("32767\n", 32767), ("12", 12), ("7\n\0", 7),
            ("9223372036854775807\n", .max), ("-9223372036854775808\n", .min),
        ] as [(String, Int64)])
    func numbers(_ text: String, _ expected: Int64) { #expect(number(text) == expected) }

    @Test(
        "anything else is none",
        arguments: [
            "", "\n", "-", "-\n", "1.5\n", "+1\n", "0x10\n", " 1\n", "1 2\n", "EIO\n",
            "9223372036854775808\n",
            "-9223372036854775809\n", "99999999999999999999\n",
        ])
    func others(_ text: String) { #expect(number(text) == nil) }
}
