import Testing

@testable import IndustrialIO

@Suite("Sampling frequency")
struct SamplingFrequencyTests {
    @Test(
        "the nearest rate is taken that is not below the target",
        arguments: [
            // st_accel, kxcjk-1013, lsm9ds1, adxl345: see the drivers.
            ("1 10 25 50 100 200 400 1600", 10.0, 10.0),
            ("1 10 25 50 100 200 400 1600", 11.0, 25.0),
            ("0.781000 1.563000 3.125000 6.250000 12.500000 25 50 100", 10.0, 12.5),
            ("10.000 50.000 119.000 238.000", 10.0, 10.0),
            ("3200 1600 12.5 6.25", 10.0, 12.5),
            // A range, as some drivers show it.
            ("[0 1 100]", 10.0, 10.0),
            ("[12 5 100]", 15.0, 17.0),
            // All are too slow: the fastest.
            ("1 5", 10.0, 5.0),
            ("[1 1 8]", 10.0, 8.0),
        ])
    func nearest(_ available: String, _ target: Double, _ expected: Double) {
        #expect(SamplingFrequency.choice(target: target, current: 0, available: available) == expected)
    }

    @Test("without a list the target itself is asked for", arguments: [nil, "", "0", "[ ]", "nonsense"])
    func noList(_ available: String?) {
        #expect(SamplingFrequency.choice(target: 10, current: nil, available: available) == 10)
        #expect(SamplingFrequency.choice(target: 10, current: 0, available: available) == 10)
    }

    @Test("a sensor that has the rate already is left alone")
    func unchanged() {
        #expect(SamplingFrequency.choice(target: 10, current: 12.5, available: "6.25 12.5 25") == nil)
        #expect(SamplingFrequency.choice(target: 10, current: 10.000001, available: nil) == nil)
    }

    @Test(
        "rates are written without an exponent",
        arguments: [(10.0, "10"), (12.5, "12.500000"), (0.781, "0.781000"), (1600.0, "1600")])
    func text(_ frequency: Double, _ expected: String) {
        #expect(SamplingFrequency.text(frequency) == expected)
    }
}
