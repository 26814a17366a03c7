import EventLoop
import IndustrialIO
import OrientationCore
import OrientationProtocol
import OrientationTestSupport
import SystemCalls
import Systemd
import Testing

@testable import OrientationService

@Suite("Sample streams")
final class SampleStreamsTests {
    private let provider = ScriptedProvider()
    private let loop: EventLoop
    private var now = Duration.seconds(1000)
    private var made: SampleStreams?

    init() throws {
        loop = try EventLoop()
        provider.plug("a")
        provider.add("b")
        made = try SampleStreams(
            loop: loop, catalog: provider, settings: ClassifierSettings(), log: Log { _ in },
            clock: { [unowned self] in now }, onNews: {})
    }

    private func streams() throws -> SampleStreams { try #require(made) }

    /// Opens a stream and reads its first reply.
    private func open(_ client: Int, _ sensor: String) throws -> SampleStreams {
        let streams = try streams()
        try streams.open(client, sensor: sensor, maximumRate: nil)
        _ = streams.reply(for: client)
        return streams
    }

    private func event(_ milliseconds: Int) -> SourceEvent {
        .sample(
            SensorSample(
                time: now + .milliseconds(milliseconds), raw: RawReading(x: 1, y: 2, z: 3),
                acceleration: Acceleration(x: 9.81, y: 0, z: 0)))
    }

    @Test("a sample is told with its raw values, and with what it looks like by itself")
    func sample() throws {
        let streams = try open(1, "a")

        streams.take(event(0), of: "a", orientation: .portrait)

        let reply = try #require(streams.reply(for: 1))
        #expect(
            reply.samples == [
                Sample(
                    timestamp: now, raw: [1, 2, 3], acceleration: Acceleration(x: 9.81, y: 0, z: 0),
                    candidate: .landscapeLeft)
            ])
        #expect(reply.deviceOrientation == .portrait)
    }

    @Test("the selected sensor is read by the session alone, any other by a source of its own")
    func sources() throws {
        _ = try open(1, "a")
        #expect(provider.sources.isEmpty)

        let streams = try open(2, "b")
        let source = try #require(provider.sources.last)
        #expect(source.isRunning && source.tellsEverySample)
        source.sample(at: now)

        #expect(streams.reply(for: 2)?.samples.count == 1)
        #expect(streams.reply(for: 1) == nil)
    }

    @Test("the device orientation is left out for a sensor that is not the selected one")
    func otherOrientation() throws {
        let streams = try open(1, "b")
        streams.describe("b", orientation: .portrait)
        try #require(provider.sources.last).sample(at: now)

        let reply = try #require(streams.reply(for: 1))
        #expect(reply.samples.count == 1 && reply.deviceOrientation == nil)
    }

    @Test("two streams of one sensor share its source, which stays on for a while after the last")
    func shared() throws {
        let streams = try open(1, "b")
        _ = try open(2, "b")
        #expect(provider.sources.count == 1)

        streams.close(1)
        streams.close(2)
        #expect(try #require(provider.sources.last).isRunning)
        _ = try open(3, "b")

        #expect(provider.sources.count == 1)
    }

    @Test("four streams may be open; a fifth is refused with the limit, until one is closed")
    func limit() throws {
        for client in 1...4 { _ = try open(client, "a") }
        #expect(throws: OrientationError.tooManyStreams(limit: 4)) { _ = try open(5, "b") }
        #expect(provider.sources.isEmpty)

        try streams().close(2)

        #expect(throws: Never.self) { _ = try open(5, "b") }
    }

    @Test("a sensor that is not there is refused by name")
    func unknown() {
        #expect(throws: OrientationError.noSuchSensor("c")) { _ = try open(1, "c") }
    }

    @Test("a sensor that cannot be read is refused with the name of the errno")
    func unavailable() throws {
        provider.failure = .busy(SystemCallError(call: "open", subject: "/dev/iio:device1", code: 16))

        let error = try #require(
            failure(OrientationError.self) { _ = try open(1, "b") })

        guard case .sensorUnavailable("b", "EBUSY", _) = error else {
            Issue.record("unexpected: \(error)")
            return
        }
    }

    @Test("when a sensor is unplugged what has come is told, then the error with the name of the errno")
    func unplugged() throws {
        let streams = try open(1, "b")
        let source = try #require(provider.sources.last)
        source.sample(at: now)
        source.handler(.ended(.gone(SystemCallError(call: "udev", subject: "b", code: 19))))

        #expect(streams.takeEnded().isEmpty)
        #expect(streams.reply(for: 1)?.samples.count == 1)
        let ended = streams.takeEnded()

        #expect(ended.map(\.client) == [1])
        guard case .sensorUnavailable("b", "ENODEV", _) = ended.first?.error else {
            Issue.record("unexpected: \(ended)")
            return
        }
        #expect(streams.takeEnded().isEmpty)
    }

    @Test("a stream stays with its sensor when another one is selected")
    func otherSelected() throws {
        let streams = try open(1, "a")
        _ = try open(2, "b")
        let ownOfB = try #require(provider.sources.last)

        provider.select("b")
        streams.releaseSelected()
        #expect(!ownOfB.isRunning)
        streams.catalogChanged(orientation: .faceUp)

        #expect(streams.areSelected)
        #expect(provider.sources.count == 2)
        try #require(provider.sources.last).sample(at: now)
        let reply = try #require(streams.reply(for: 1))
        #expect(reply.sensor?.selected == false && reply.samples.count == 1)
        #expect(reply.deviceOrientation == nil)
        #expect(streams.reply(for: 2)?.deviceOrientation == .faceUp)
    }

    @Test("a stream whose sensor is no longer listed ends")
    func gone() throws {
        let streams = try open(1, "b")

        provider.plug("a")
        streams.catalogChanged(orientation: .unknown)

        // As when the source itself says that the device is gone: whichever is heard first.
        let errors = streams.takeEnded().map(\.error)
        guard case .sensorUnavailable(sensor: "b", errnoName: "ENODEV", _)? = errors.first else {
            Issue.record("ended with \(errors)")
            return
        }
        #expect(errors.count == 1)
    }

    @Test("counters that go up are told once a second at most, a change of the way of reading at once")
    func counters() throws {
        let streams = try open(1, "a")
        streams.describe("a", orientation: nil)
        _ = streams.reply(for: 1)

        provider.sensors[0].outOfRange = 1
        now += .milliseconds(500)
        streams.take(event(0), of: "a", orientation: nil)
        #expect(streams.reply(for: 1)?.sensor == nil)
        now += .milliseconds(600)
        streams.take(event(0), of: "a", orientation: nil)
        #expect(streams.reply(for: 1)?.sensor?.outOfRange == 1)
        provider.sensors[0].transport = .sysfs
        streams.take(.changed, of: "a", orientation: nil)

        #expect(streams.reply(for: 1)?.sensor?.transport == .sysfs)
    }

    @Test("after a suspend the sources are set up anew")
    func suspend() throws {
        let streams = try open(1, "b")

        streams.machineWokeUp()

        #expect(provider.sources.map(\.isRunning) == [false, true])
        provider.sources[1].sample(at: now)
        #expect(streams.reply(for: 1)?.samples.count == 1)
    }

    @Test("what is due is announced once, after it was gathered")
    func news() throws {
        let streams = try streams()
        try streams.open(1, sensor: "a", maximumRate: nil)
        #expect(streams.takeNews() == [1])
        _ = streams.reply(for: 1)

        streams.take(event(0), of: "a", orientation: nil)
        #expect(streams.takeNews().isEmpty)
        try loop.runOnce(timeout: .seconds(5))

        #expect(streams.takeNews() == [1])
        #expect(streams.takeNews().isEmpty)
    }
}
