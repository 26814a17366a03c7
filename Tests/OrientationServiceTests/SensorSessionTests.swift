import EventLoop
import IndustrialIO
import OrientationCore
import OrientationProtocol
import SystemCalls
import Systemd
import Testing

@testable import OrientationService

@Suite("Sensor session")
final class SensorSessionTests {
    private let loop: EventLoop
    private let provider = ScriptedProvider()
    private var now = Duration.seconds(1000)
    private var reports: [SensorSession.Report] = []
    private var session: SensorSession?

    init() throws {
        loop = try EventLoop()
        session = try SensorSession(
            loop: loop, catalog: provider, settings: ClassifierSettings(), log: Log { _ in },
            clock: { [unowned self] in now }
        ) { [unowned self] report, _ in reports.append(report) }
    }

    private func start(_ id: String = "a") throws -> ScriptedSource {
        provider.plug(id)
        session?.catalogChanged()
        session?.need(true)
        return try #require(provider.sources.last)
    }

    @Test("without a sensor the state is absent, needed or not")
    func absent() {
        session?.need(true)

        #expect(session?.report == .init(sensor: nil, status: .absent, orientation: .unknown))
    }

    @Test("a sensor is off until somebody needs it, then starting, then ready with what it measures")
    func power() throws {
        provider.plug("a")
        session?.catalogChanged()
        #expect(session?.report == .init(sensor: "a", status: .idle, orientation: .unknown))
        #expect(provider.sources.isEmpty)

        session?.need(true)
        let source = try #require(provider.sources.last)
        #expect(source.isRunning)
        #expect(session?.report.status == .starting)
        source.sample(at: now)

        #expect(session?.report == .init(sensor: "a", status: .ready, orientation: .portrait))
        #expect(source.inForce == [.portrait])
    }

    @Test("samples are passed on only while all are wanted, and the source is told of a new orientation once")
    func quietSamples() throws {
        let source = try start()
        var passedOn = 0
        session?.observer = { _, _ in passedOn += 1 }

        for count in 0..<5 { source.sample(at: now + .milliseconds(40 * count)) }
        #expect(passedOn == 0)
        #expect(source.inForce == [.portrait])
        session?.tellsEverySample = true
        source.sample(at: now + .milliseconds(200))
        source.handler(.changed)

        #expect(passedOn == 2)
        #expect(reports.last?.orientation == .portrait)
    }

    @Test("a buffer that a timer paces is as good as any, axes read in its place are a fall-back")
    func fallBack() throws {
        let source = try start()
        source.sample(at: now)

        provider.sensors[0].transport = .bufferSoftware
        source.handler(.changed)
        #expect(session?.report.status == .ready)

        provider.sensors[0].transport = .sysfs
        source.handler(.changed)
        #expect(session?.report.status == .degraded)
    }

    @Test("a sensor that nobody needs stays on for a while, and whoever comes in that time finds it ready")
    func linger() throws {
        let source = try start()
        source.sample(at: now)

        session?.need(false)
        #expect(source.isRunning)
        #expect(session?.report.status == .ready)
        session?.need(true)

        #expect(provider.sources.count == 1)
        #expect(session?.report.orientation == .portrait)
    }

    @Test("when the sensor goes there is none; when another comes it is read at once")
    func replug() throws {
        let source = try start("a")
        source.sample(at: now)

        provider.sensors = []
        session?.catalogChanged()
        #expect(!source.isRunning)
        #expect(session?.report == .init(sensor: nil, status: .absent, orientation: .unknown))
        provider.plug("b")
        session?.catalogChanged()
        let other = try #require(provider.sources.last)
        other.sample(at: now, x: 9.81, y: 0)

        #expect(session?.report == .init(sensor: "b", status: .ready, orientation: .landscapeLeft))
    }

    @Test("what an old source says after it was replaced is not heard")
    func oldSource() throws {
        let source = try start("a")
        provider.plug("b")
        session?.catalogChanged()

        source.sample(at: now)

        #expect(session?.report == .init(sensor: "b", status: .starting, orientation: .unknown))
    }

    @Test("silence stalls the sensor, and how the device is held is not known any more")
    func silence() throws {
        let source = try start()
        source.sample(at: now)

        source.handler(.silence(at: now + .seconds(2)))

        #expect(session?.report == .init(sensor: "a", status: .stalled, orientation: .unknown))
    }

    @Test("a source that tells of silence is believed, however slow its sensor was before")
    func slowSilence() throws {
        let source = try start()
        for second in 0..<60 { source.sample(at: now + .seconds(second)) }

        source.handler(.silence(at: now + .seconds(61)))

        #expect(session?.report == .init(sensor: "a", status: .stalled, orientation: .unknown))
    }

    @Test("a sensor that cannot be opened is failed")
    func failed() {
        provider.failure = .busy(SystemCallError(call: "open", subject: "/dev/iio:device0", code: 16))
        provider.plug("a")

        session?.catalogChanged()
        session?.need(true)

        #expect(session?.report == .init(sensor: "a", status: .failed, orientation: .unknown))
    }

    @Test("after the machine woke up the sensor is set up anew, and the orientation from before holds")
    func wakeUp() throws {
        let source = try start()
        source.sample(at: now)
        reports = []

        now += .seconds(3600)
        session?.machineWokeUp()
        let again = try #require(provider.sources.last)
        #expect(!source.isRunning)
        #expect(again.isRunning)
        // While it wakes up, the sensor may say anything.
        again.sample(at: now + .milliseconds(10), y: -9.81)
        again.sample(at: now + .milliseconds(119), x: -9.81, y: 0)
        for milliseconds in stride(from: 120, to: 600, by: 40) {
            again.sample(at: now + .milliseconds(milliseconds), x: 9.81, y: 0)
        }

        #expect(
            reports == [
                .init(sensor: "a", status: .suspended, orientation: .portrait),
                .init(sensor: "a", status: .ready, orientation: .portrait),
                .init(sensor: "a", status: .ready, orientation: .landscapeLeft),
            ])
    }

    @Test("a machine that wakes up while nobody needs the sensor leaves it off")
    func wakeUpIdle() {
        provider.plug("a")
        session?.catalogChanged()

        session?.machineWokeUp()

        #expect(provider.sources.isEmpty)
        #expect(session?.report.status == .idle)
    }
}
