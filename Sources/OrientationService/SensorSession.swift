internal import EventLoop
internal import IndustrialIO
internal import OrientationCore
internal import OrientationProtocol
internal import SystemCalls
internal import Systemd

/// The sensor that orientations are made of: on while somebody needs it and a little longer, replaced
/// when it goes, and followed by a classifier.
final class SensorSession {
    /// How long the sensor stays on after nobody needs it any more.
    static let linger = Duration.seconds(5)
    /// How long after the machine woke up samples are left out: the sensor wakes up too.
    static let drowsiness = Duration.milliseconds(120)
    /// How long after a source ended or could not be made it is tried again.
    static let retry = Duration.seconds(1)

    /// What clients are told of it.
    struct Report: Equatable {
        /// The id of the sensor in use.
        var sensor: String?
        /// Whether it works.
        var status: SensorStatus
        /// How the device is held.
        var orientation: DeviceOrientation
    }

    /// A source that is running.
    private struct Source {
        let id: String
        let intended: SensorTransport?
        let reading: any SampleSource
    }

    private let catalog: any SensorProvider
    private let log: Log
    private let onReport: (Report, Duration) -> Void
    private let clock: () -> Duration

    private var lingerTimer: TimerSource?
    private var retryTimer: TimerSource?
    private var source: Source?
    private var sourceNumber = 0
    private var health = SensorHealth()
    private var classifier: OrientationClassifier
    private var settings: ClassifierSettings
    private var deafUntil: Int64?
    /// The orientation that the source knows to be in force.
    private var toldOrientation: DeviceOrientation?
    private var isNeeded = false
    private var isLingering = false
    private(set) var report = Report(sensor: nil, status: .absent, orientation: .unknown)

    /// Why the sensor cannot be read, since it was last tried.
    private(set) var failure: SensorFailure?
    /// Whether the sensor is a recording that has been played to its end.
    private(set) var isOver = false

    /// Called with what the source tells and the id of its sensor, after ``report`` is up to date; with samples
    /// only while ``tellsEverySample``.
    var observer: (SourceEvent, String) -> Void = { _, _ in }
    /// Whether every measurement is to be told, not only those that matter for the orientation.
    var tellsEverySample = false {
        didSet {
            if tellsEverySample != oldValue { source?.reading.tellEverySample(tellsEverySample) }
        }
    }

    /// Makes a session that is off.
    ///
    /// - Parameter onReport: Called when ``report`` has become different, with the time of that.
    init(
        loop: EventLoop, catalog: any SensorProvider, settings: ClassifierSettings, log: Log,
        clock: @escaping () -> Duration, onReport: @escaping (Report, Duration) -> Void
    ) throws(SystemCallError) {
        self.catalog = catalog
        self.settings = settings
        self.classifier = OrientationClassifier(settings: settings)
        self.log = log
        self.clock = clock
        self.onReport = onReport
        lingerTimer = try loop.timer(accuracy: .milliseconds(250)) { [unowned self] in lingerEnded() }
        retryTimer = try loop.timer(accuracy: .milliseconds(50)) { [unowned self] in follow() }
        follow()
    }

    /// Switches the sensor on at once, or off after ``linger``.
    func need(_ needed: Bool) {
        guard needed != isNeeded else { return }
        isNeeded = needed
        if isOver { stopSource() }
        if needed {
            lingerTimer?.cancel()
            isLingering = false
            follow()
        } else if source != nil {
            isLingering = true
            lingerTimer?.set(after: Self.linger)
        } else {
            follow()
        }
    }

    /// Takes note of sensors that came, went or changed.
    func catalogChanged() { follow() }

    /// Makes the source anew, after the catalogue was told of other options.
    func restart(after reconfigure: () -> Void) {
        stopSource()
        reconfigure()
        follow()
    }

    /// Takes note that the machine has woken up: the sensor is set up anew, and the orientation from
    /// before holds until a measurement says otherwise.
    func machineWokeUp() {
        guard let id = source?.id else { return }
        stopSource()
        deafUntil = (clock() + Self.drowsiness).wholeNanoseconds
        startSource(id, afterSuspend: true)
    }

    /// Classifies from now on with other settings.
    func use(_ settings: ClassifierSettings) {
        guard settings != self.settings else { return }
        self.settings = settings
        classifier = OrientationClassifier(settings: settings)
    }

    /// Switches the sensor off at once, for the end of the program.
    func end() { stopSource() }

    private func lingerEnded() {
        isLingering = false
        follow()
    }

    /// Makes the source that is running the one that should be.
    private func follow() {
        let selected = catalog.selected
        let wanted = isNeeded || isLingering ? selected?.id : nil
        if let source, source.id != wanted { stopSource() }
        if let wanted, source == nil { startSource(wanted) }
        if selected == nil {
            health.sensorIsAbsent()
            classifier = OrientationClassifier(settings: settings)
            publish(sensor: nil, orientation: .unknown)
        } else if wanted == nil {
            health.switchedOff()
            publish(sensor: selected?.id, orientation: report.orientation)
        }
    }

    private func startSource(_ id: String, afterSuspend: Bool = false) {
        retryTimer?.cancel()
        do throws(SensorFailure) {
            sourceNumber += 1
            let number = sourceNumber
            let reading = try catalog.makeSource(for: id) { [unowned self] event in
                handle(event, from: number)
            }
            source = Source(id: id, intended: transport(of: id), reading: reading)
            toldOrientation = nil
            if afterSuspend {
                health.wokeUp()
                publish(sensor: id, orientation: report.orientation)
            } else {
                classifier = OrientationClassifier(settings: settings)
                health.switchedOn()
                publish(sensor: id, orientation: .unknown)
            }
            log(.info, "sensor \(id): switched on")
            failure = nil
            reading.tellEverySample(tellsEverySample)
            reading.start()
        } catch {
            failure = error
            log.limited(.warning, "sensor \(id): \(error)", now: clock())
            health.cannotBeOpened()
            publish(sensor: id, orientation: .unknown)
            retryTimer?.set(after: Self.retry)
        }
    }

    private func stopSource() {
        guard let source else { return }
        source.reading.stop()
        self.source = nil
        sourceNumber += 1
        isOver = false
        log(.info, "sensor \(source.id): switched off")
    }

    /// Takes what a source tells, unless it is that of an earlier one.
    ///
    /// - Parameter number: That of the source: a number costs less to compare than an id does, which counts here
    ///   since this is done for each sample.
    private func handle(_ event: SourceEvent, from number: Int) {
        guard number == sourceNumber else { return }
        if case .sample(let sample) = event {
            take(sample)
        } else if let source {
            take(event, of: source)
            observer(event, source.id)
        }
    }

    private func take(_ sample: SensorSample) {
        if let deafUntil, sample.nanoseconds < deafUntil { return }
        deafUntil = nil
        health.measured(at: sample.nanoseconds)
        let orientation = classifier.classify(sample.acceleration, atNanoseconds: sample.nanoseconds)
        if orientation != toldOrientation {
            toldOrientation = orientation
            source?.reading.orientationInForce(orientation)
        }
        // Mostly nothing is new, and then nothing is copied.
        if orientation != report.orientation || health.status != report.status, let source {
            publish(sensor: source.id, orientation: orientation, at: sample.time)
        }
        if tellsEverySample, let source { observer(.sample(sample), source.id) }
    }

    private func take(_ event: SourceEvent, of source: Source) {
        switch event {
        case .sample: break
        case .failure(let failure):
            let now = clock()
            log.limited(.warning, "sensor \(source.id): \(failure)", now: now)
            health.readFailed(at: now.wholeNanoseconds)
            publish(sensor: source.id, orientation: report.orientation)
        case .silence(let time):
            health.fellSilent()
            classifier.forget()
            publish(sensor: source.id, orientation: .unknown, at: time)
        case .changed:
            // That a timer sets the pace of the buffer is as it was wanted.
            let isPolled = transport(of: source.id) == .sysfs
            health.readBy(fallback: isPolled && source.intended != .sysfs)
            publish(sensor: source.id, orientation: report.orientation)
        case .ended(let failure):
            end(of: source.id, failure)
        }
    }

    private func transport(of id: String) -> SensorTransport? {
        catalog.sensors.first { $0.id == id }?.transport
    }

    /// A source has ended by itself. A sensor is tried again; a recording that is over starts again
    /// when somebody needs it the next time.
    private func end(of id: String, _ failure: SensorFailure?) {
        self.failure = failure
        isOver = failure == nil
        if let failure {
            log(.notice, "sensor \(id): \(failure)")
            stopSource()
            health.cannotBeOpened()
            retryTimer?.set(after: Self.retry)
        } else {
            log(.info, "sensor \(id): the recording is over")
            health.fellSilent()
        }
        publish(sensor: id, orientation: .unknown)
    }

    private func publish(sensor: String?, orientation: DeviceOrientation, at time: Duration? = nil) {
        let next = Report(sensor: sensor, status: health.status, orientation: orientation)
        guard next != report else { return }
        report = next
        onReport(next, time ?? clock())
    }
}
