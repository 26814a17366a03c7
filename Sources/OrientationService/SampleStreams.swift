internal import CLinux
internal import EventLoop
internal import IndustrialIO
internal import OrientationCore
internal import OrientationProtocol
internal import SensorSetup
internal import SystemCalls
internal import Systemd

/// The streams of raw samples: who reads which sensor, and what each is still to be told.
///
/// Samples of the selected sensor come from the ``SensorSession``; any other sensor that somebody streams
/// gets a source of its own, which stays on for ``SensorSession/linger`` after the last stream. A stream
/// stays with its sensor even if another one is selected meanwhile.
final class SampleStreams {
    /// How many streams may be open.
    static let limit = 4
    /// How long samples are gathered for one reply.
    static let gathering = Duration.milliseconds(20)
    /// How often a sensor whose counters go up is described anew at most.
    static let describing = Duration.seconds(1)

    private let loop: EventLoop
    private let catalog: any SensorProvider
    private let log: Log
    private let clock: () -> Duration
    private let onNews: () -> Void

    private var looks: OrientationClassifier
    private var streams: [Int: SampleStream] = [:]
    private var sources: [String: OwnSource] = [:]
    private var described: [String: Duration] = [:]
    private var gatherTimer: TimerSource?

    /// A source that is read for streams alone.
    private struct OwnSource {
        let reading: any SampleSource
        let lingerTimer: TimerSource
    }

    /// - Parameters:
    ///   - settings: By which samples are judged one by one.
    ///   - onNews: Called when ``takeNews()`` or ``takeEnded()`` has something.
    init(
        loop: EventLoop, catalog: any SensorProvider, settings: ClassifierSettings, log: Log,
        clock: @escaping () -> Duration, onNews: @escaping () -> Void
    ) throws(SystemCallError) {
        self.loop = loop
        self.catalog = catalog
        self.log = log
        self.clock = clock
        self.onNews = onNews
        looks = OrientationClassifier(settings: settings)
        gatherTimer = try loop.timer(accuracy: .milliseconds(5)) { [unowned self] in gathered() }
    }

    /// Judges samples by other settings from now on.
    func use(_ settings: ClassifierSettings) { looks = OrientationClassifier(settings: settings) }

    /// Whether somebody streams the selected sensor, which is not read here.
    var areSelected: Bool { !streams.isEmpty && isStreamed(catalog.selected?.id) }

    private func isStreamed(_ sensor: String?) -> Bool { streams.values.contains { $0.sensor == sensor } }

    // MARK: Clients

    /// Begins a stream for a client.
    ///
    /// The selected sensor has to be switched on by the owner, who then calls ``describe(_:orientation:isUrgent:)``.
    ///
    /// - Throws: `NoSuchSensor`, `TooManyStreams`, or `SensorUnavailable`.
    func open(
        _ client: Int, sensor id: String, maximumRate: Double?
    ) throws(OrientationError) {
        guard let description = description(of: id) else { throw .noSuchSensor(id) }
        guard streams.count < Self.limit else { throw .tooManyStreams(limit: Self.limit) }
        if !description.selected {
            do throws(SensorFailure) { try power(id) } catch { throw .unavailable(id, error) }
        }
        streams[client] = SampleStream(of: description, maximumRate: maximumRate)
    }

    /// Forgets the stream of a client, if it has one.
    func close(_ client: Int) {
        guard let stream = streams.removeValue(forKey: client), !isStreamed(stream.sensor) else { return }
        sources[stream.sensor]?.lingerTimer.set(after: SensorSession.linger)
    }

    /// The next reply for a client; nothing if there is none.
    func reply(for client: Int) -> SamplesReply? { streams[client]?.next() }

    /// The clients for which something is due that was not announced.
    func takeNews() -> [Int] {
        let due = streams.filter { $0.value.isDue }.map(\.key).sorted()
        for client in due { streams[client]?.announced() }
        return due
    }

    /// The clients that have been told all there was, and the error that ends their streams.
    func takeEnded() -> [(client: Int, error: OrientationError)] {
        let ended = streams.compactMap { client, stream in stream.ending.map { (client, $0) } }
        for (client, _) in ended { close(client) }
        return ended
    }

    // MARK: Sensors

    /// Takes what a source tells.
    ///
    /// - Parameters:
    ///   - sensor: The id of its sensor.
    ///   - orientation: How the device is held by now, if the sensor is the selected one.
    func take(_ event: SourceEvent, of sensor: String, orientation: DeviceOrientation?) {
        guard isStreamed(sensor) else { return }
        switch event {
        case .sample(let sample):
            let sample = Sample(sample, looks: looks.candidate(for: sample.acceleration))
            update(sensor) { $0.append(sample, orientation: orientation) }
            describe(sensor, orientation: orientation, isUrgent: false)
        case .changed: describe(sensor, orientation: orientation)
        case .failure, .silence: describe(sensor, orientation: orientation, isUrgent: false)
        case .ended(let failure):
            end(sensor, failure.map { .unavailable(sensor, $0) } ?? .over(sensor))
        }
        if gatherTimer?.isSet == false { gatherTimer?.set(after: Self.gathering) }
    }

    /// Takes note of what a sensor is like by now. Its streams are told if that is different.
    ///
    /// - Parameters:
    ///   - orientation: How the device is held; left out unless the sensor is the selected one.
    ///   - isUrgent: Whether it may have changed in more than its counters, which are not told too often.
    func describe(_ id: String, orientation: DeviceOrientation?, isUrgent: Bool = true) {
        let now = clock()
        if !isUrgent, let last = described[id], now - last < Self.describing { return }
        described[id] = now
        guard let description = description(of: id) else { return }
        update(id) { $0.describe(description, orientation: description.selected ? orientation : nil) }
    }

    /// Ends the streams of a sensor.
    func end(_ sensor: String, _ error: OrientationError) { update(sensor) { $0.end(with: error) } }

    /// Lets go of the sensor that is selected by now, before the session switches it on.
    func releaseSelected() {
        if let selected = catalog.selected?.id { switchOff(selected) }
    }

    /// Takes note of sensors that came, went or changed, after the session did.
    func catalogChanged(orientation: DeviceOrientation) {
        for id in Set(streams.values.map(\.sensor)) {
            guard let description = description(of: id) else {
                // It was there when the stream began.
                let gone = SystemCallError(call: "udev", subject: id, code: ENODEV)
                end(id, .unavailable(id, .gone(gone)))
                continue
            }
            do throws(SensorFailure) {
                if !description.selected { try power(id) }
            } catch {
                end(id, .unavailable(id, error))
            }
            describe(id, orientation: orientation)
        }
        if !streams.isEmpty { gatherTimer?.set(after: .zero) }
    }

    /// Takes note that the machine has woken up: the sources are set up anew.
    func machineWokeUp() {
        for id in Array(sources.keys) {
            switchOff(id)
            guard isStreamed(id) else { continue }
            do throws(SensorFailure) { try power(id) } catch { end(id, .unavailable(id, error)) }
        }
    }

    /// Switches every source off, for the end of the program.
    func end() { for id in Array(sources.keys) { switchOff(id) } }

    // MARK: Parts

    private func update(_ sensor: String, _ change: (inout SampleStream) -> Void) {
        var index = streams.startIndex
        while index != streams.endIndex {
            if streams.values[index].sensor == sensor { change(&streams.values[index]) }
            streams.formIndex(after: &index)
        }
    }

    private func gathered() {
        for client in Array(streams.keys) { streams[client]?.gather() }
        onNews()
    }

    private func description(of id: String) -> Sensor? {
        catalog.sensors.first { $0.id == id }.map { Sensor($0) }
    }

    /// Switches a sensor on that is not the session's, or keeps it on.
    private func power(_ id: String) throws(SensorFailure) {
        if let source = sources[id] { return source.lingerTimer.cancel() }
        let timer: TimerSource
        do throws(SystemCallError) {
            timer = try loop.timer(accuracy: .milliseconds(250)) { [unowned self] in switchOff(id) }
        } catch {
            throw SensorFailure(error)
        }
        let reading = try catalog.makeSource(for: id) { [unowned self] event in
            take(event, of: id, orientation: nil)
            if case .ended = event { sources[id] = nil }
        }
        sources[id] = OwnSource(reading: reading, lingerTimer: timer)
        reading.tellEverySample(true)
        reading.start()
        log(.info, "sensor \(id): switched on for a stream of samples")
    }

    private func switchOff(_ id: String) {
        guard let source = sources.removeValue(forKey: id) else { return }
        source.reading.stop()
        log(.info, "sensor \(id): switched off")
    }
}

extension Sample {
    /// A measurement as the wire shows it.
    ///
    /// - Parameter looks: What it looks like by itself.
    init(_ sample: SensorSample, looks: DeviceOrientation) {
        self.init(
            timestamp: sample.time, raw: [sample.raw.x, sample.raw.y, sample.raw.z],
            acceleration: sample.acceleration, candidate: looks)
    }
}

extension OrientationError {
    /// A sensor that cannot be read.
    static func unavailable(_ sensor: String, _ failure: SensorFailure) -> Self {
        .sensorUnavailable(sensor: sensor, errnoName: failure.errnoName, message: failure.description)
    }

    /// A recording that has been played to its end.
    static func over(_ sensor: String) -> Self {
        .sensorUnavailable(sensor: sensor, errnoName: "ENODATA", message: "the recording is over")
    }
}
