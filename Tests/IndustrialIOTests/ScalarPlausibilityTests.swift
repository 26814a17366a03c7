import Testing

@testable import IndustrialIO

@Suite("Numbers of light and proximity sensors")
struct ScalarPlausibilityTests {
    @Test(
        "a light level is a number from 0 on that a driver can say",
        arguments: [
            (0, 0, true), (200, 100, true), (4_294_967_296, 2_147_483_648, true),
            // (raw + offset) · scale
            (-5, 2.5, true), (-5, -2.5, false), (0, -0.001, false), (1e23, 5e22, false), (1e23, 1, false),
            (-1e23, 1, false), (1, 1e10, false), (1, .infinity, false), (.infinity, 1, false),
            (.nan, .nan, false),
            (1, .nan, false),
        ] as [(Double, Double, Bool)])
    func light(raw: Double, lux: Double, isMeasurement: Bool) {
        #expect(ScalarQuantity.illuminance.canMean(lux, raw: raw) == isMeasurement)
    }

    @Test(
        "a proximity may be below 0, and is a number that a driver can say",
        arguments: [
            (0, true), (-5, true), (1e23, false), (-1e23, false), (.nan, false), (.infinity, false),
        ] as [(Double, Bool)])
    func proximity(raw: Double, isMeasurement: Bool) {
        #expect(ScalarQuantity.proximity.canMean(raw, raw: raw) == isMeasurement)
    }

    @Test("a wrong text is told on one line, and the beginning of a long one")
    func wrongText() {
        let long = SensorFailure.malformed(path: "/p", text: String(repeating: "9", count: 20_000))
        let beginning = String(repeating: "9", count: 64)

        #expect(long.description == "/p: \"\(beginning)…\" is not what the kernel documents")
        #expect(
            SensorFailure.malformed(path: "/p", text: "1\n2\u{1B}[2J").description
                == "/p: \"1\u{FFFD}2\u{FFFD}[2J\" is not what the kernel documents")
        #expect(
            SensorFailure.malformed(path: "/p", text: "nonsense").description
                == "/p: \"nonsense\" is not what the kernel documents")
    }
}
