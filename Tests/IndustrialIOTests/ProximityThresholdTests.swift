import IndustrialIO
import Testing

@Suite("Proximity")
struct ProximityThresholdTests {
    @Test("something is near from the level on, and until nine tenths of it")
    func hysteresis() {
        var threshold = ProximityThreshold(level: 100)

        let near = [0, 99, 100, 99, 90, 89, 99, 150].map { threshold.take($0) }

        #expect(near == [false, false, true, true, true, false, false, true])
    }
}
