import OrientationCore
import OrientationProtocol
import Testing

@testable import OrientationService

/// A sensor of that name that has failed so often.
private func sensor(_ id: String = "a", errors: Int = 0) -> Sensor {
    Sensor(
        id: id, name: "accel", devicePath: nil, location: .display, transport: .bufferHardware,
        selected: true, active: true, scale: [1, 1, 1], offset: [0, 0, 0],
        mountMatrix: [1, 0, 0, 0, 1, 0, 0, 0, 1], matrixSources: [], timestampSource: .kernel,
        samplingFrequency: 100, errorCount: errors, lastError: nil, outOfRange: 0, problem: nil, notes: [])
}

/// A sample whose number can be told from its raw value.
private func sample(_ number: Int) -> Sample {
    Sample(
        timestamp: .milliseconds(10 * number), raw: [Int64(number), 0, 0],
        acceleration: Acceleration(x: 0, y: 9.81, z: 0), candidate: .portrait)
}

extension SamplesReply {
    fileprivate var numbers: [Int64] { samples.map { $0.raw[0] } }
}

@Suite("Sample stream")
struct SampleStreamTests {
    private var stream = SampleStream(of: sensor(), maximumRate: nil)

    @Test("the first reply describes the sensor and has no samples, even if some have come")
    mutating func first() {
        stream.append(sample(1), orientation: .portrait)

        #expect(stream.isDue)
        #expect(stream.next() == SamplesReply(sensor: sensor(), samples: [], dropped: 0))
        #expect(stream.next()?.numbers == [1])
        #expect(stream.next() == nil)
    }

    @Test("a reply has at most 64 samples, the oldest first")
    mutating func batches() {
        _ = stream.next()
        for number in 1...150 { stream.append(sample(number), orientation: .portrait) }

        #expect(stream.next()?.numbers == Array(1...64))
        #expect(stream.isDue)
        #expect(stream.next()?.numbers == Array(65...128))
        #expect(stream.next()?.numbers == Array(129...150))
        #expect(!stream.isDue)
    }

    @Test("of 300 samples that were not read 256 are left, and 44 are counted as dropped, once")
    mutating func slowReader() {
        _ = stream.next()
        for number in 1...300 { stream.append(sample(number), orientation: .portrait) }

        let replies = (1...4).map { _ in stream.next() }

        #expect(replies.map { $0?.dropped } == [44, 0, 0, 0])
        #expect(replies.flatMap { $0?.numbers ?? [] } == Array(45...300))
        #expect(stream.next() == nil)
    }

    @Test("what is dropped while some are being read is the oldest of what is left")
    mutating func interrupted() {
        _ = stream.next()
        for number in 1...300 { stream.append(sample(number), orientation: .portrait) }
        #expect(stream.next()?.numbers == Array(45...108))
        for number in 301...370 { stream.append(sample(number), orientation: .portrait) }

        let next = stream.next()

        #expect(next?.dropped == 6)
        #expect(next?.numbers == Array(115...178))
    }

    @Test("a reply ends where the device orientation changes, so that it holds for all of its samples")
    mutating func orientation() {
        stream.describe(sensor(), orientation: .faceUp)
        #expect(stream.next()?.deviceOrientation == .faceUp)
        for number in 1...10 { stream.append(sample(number), orientation: .portrait) }
        for number in 11...12 { stream.append(sample(number), orientation: .landscapeLeft) }

        let (first, second) = (stream.next(), stream.next())

        #expect(first?.numbers == Array(1...10) && first?.deviceOrientation == .portrait)
        #expect(second?.numbers == [11, 12] && second?.deviceOrientation == .landscapeLeft)
    }

    @Test("the sensor is told again when it is different, and not before")
    mutating func description() {
        _ = stream.next()
        stream.describe(sensor(), orientation: nil)
        #expect(stream.next() == nil)

        stream.describe(sensor(errors: 1), orientation: nil)
        stream.append(sample(1), orientation: nil)

        let reply = stream.next()
        #expect(reply?.sensor?.errorCount == 1)
        #expect(reply?.numbers == [1])
        stream.append(sample(2), orientation: nil)
        #expect(stream.next()?.sensor == nil)
    }

    @Test("what has come before the end is told before the error")
    mutating func end() {
        _ = stream.next()
        stream.append(sample(1), orientation: nil)
        stream.end(with: .noSuchSensor("a"))
        stream.append(sample(2), orientation: nil)

        #expect(stream.ending == nil)
        #expect(stream.next()?.numbers == [1])
        #expect(stream.ending == .noSuchSensor("a"))
    }

    @Test("samples are gathered until they are made due")
    mutating func gathering() {
        _ = stream.next()
        stream.gather()
        #expect(!stream.isDue)

        stream.append(sample(1), orientation: nil)
        #expect(!stream.isDue)
        stream.gather()
        #expect(stream.isDue)
        stream.announced()

        #expect(!stream.isDue)
    }
}

@Suite("Rate limit")
struct RateLimitTests {
    /// Which of the samples at these milliseconds are passed on.
    private func passed(_ rate: Double, _ times: [Double]) throws -> [Double] {
        var limit = try #require(RateLimit(rate))
        return times.filter { limit.admits(.seconds(1000) + .seconds($0 / 1000)) }
    }

    @Test("a sensor at 100 Hz, limited to 25 Hz, loses three of four, evenly")
    func even() throws {
        let times = (0..<40).map { Double($0) * 10 }

        let passed = try passed(25, times)

        #expect(passed.count == 10)
        #expect(Set(zip(passed.dropFirst(), passed).map { $0 - $1 }) == [40])
    }

    @Test("a sensor at 100 Hz, limited to 60 Hz, loses two of five, never two neighbours")
    func uneven() throws {
        let times = (0..<500).map { Double($0) * 10 }

        let passed = try passed(60, times)

        #expect(passed.count == 300)
        #expect(zip(passed.dropFirst(), passed).allSatisfy { $0 - $1 <= 20 })
    }

    @Test("a sensor at the limit loses nothing to jitter")
    func jitter() throws {
        let times = (0..<1000).map { Double($0) * 10 + ($0.isMultiple(of: 2) ? -1 : 1) }

        #expect(try passed(100, times).count == 1000)
    }

    @Test("a sensor below the limit loses nothing", arguments: [10.1, 100, 399, 1e6, 1e300])
    func below(rate: Double) {
        var limit = RateLimit(rate)
        let kept = (0..<100).filter { limit?.admits(.milliseconds(100 * $0)) ?? true }

        #expect(kept.count == 100)
    }

    @Test("after a pause the next sample is passed on, and no burst is made up for")
    func pause() throws {
        let times = [0, 10, 20, 30, 5000, 5010, 5020].map(Double.init)

        let passed = try passed(20, times)

        #expect(passed == [0, 5000])
    }

    @Test(
        "the smallest rates pass the first sample alone", arguments: [1e-9, 1e-300, .leastNonzeroMagnitude])
    func tiny(rate: Double) throws {
        #expect(try passed(rate, (0..<1000).map { Double($0) * 1000 }) == [0])
    }
}
