internal import Configuration
internal import EventLoop
internal import IndustrialIO
internal import OrientationCore
internal import OrientationProtocol
internal import SensorSetup
internal import SystemCalls

/// Samples that are read here, by the code and the configuration of the daemon.
final class DirectFeed: SampleFeed {
    private let handler: (SampleEvent) -> Void
    private let catalog: SensorCatalog
    private let id: String
    private var reading: (any SampleSource)?
    private var classifier: OrientationClassifier
    private var limit: RateLimit?
    private var described: Sensor?
    private var describedAt = Duration.zero

    /// How long to wait until what was changed in the kernel is as it was.
    private static let restoreTime = Duration.seconds(1)
    /// How often a sensor whose counters go up is described anew.
    private static let describing = Duration.seconds(1)

    init(
        loop: EventLoop, options: SampleOptions, _ handler: @escaping (SampleEvent) -> Void
    ) throws(Failure) {
        self.handler = handler
        let settings = try Settings(options: options)
        classifier = OrientationClassifier(settings: settings.classifier)
        limit = options.maximumRate.flatMap(RateLimit.init)
        do throws(SystemCallError) {
            catalog = try SensorCatalog(
                loop: loop, options: SensorOptions(settings.sensor, sensor: options.sensor),
                patience: .seconds(2), onChange: {})
        } catch {
            throw Failure("\(error)", .no)
        }
        guard let selected = catalog.selected else { throw Self.absence(catalog) }
        id = selected.id
        do throws(SensorFailure) {
            reading = try catalog.makeSource(for: id) { [unowned self] event in take(event) }
        } catch {
            throw Failure("\(id): \(error)", .noSensor)
        }
        reading?.tellEverySample(true)
        reading?.start()
    }

    var casing: Casing? { Casing(natural: catalog.casing.natural, panel: catalog.casing.panel) }

    /// Samples are told as they come.
    func drain(_ handler: (SampleEvent) -> Void) {}

    func stop() {
        guard let reading else { return }
        reading.stop()
        self.reading = nil
        catalog.waitUntilRestored(within: Self.restoreTime)
    }

    private static func absence(_ catalog: SensorCatalog) -> Failure {
        let sensors = catalog.sensors
        if let problem = sensors.lazy.filter({ $0.transport == .recording }).compactMap(\.problem).first {
            return Failure(problem, .no)
        }
        if let problem = catalog.pinProblem { return Failure(problem, .noSensor) }
        let reasons = sensors.map { "; \($0.name): \($0.problem ?? "not chosen")" }.joined()
        return Failure("there is no accelerometer that can be used\(reasons)", .noSensor)
    }

    private func take(_ event: SourceEvent) {
        switch event {
        case .sample(let sample):
            let device = classifier.classify(sample.acceleration, at: sample.time)
            reading?.orientationInForce(device)
            describe(isUrgent: described == nil)
            guard limit?.admits(sample.time) ?? true else { return }
            let told = Sample(
                timestamp: sample.time, raw: [sample.raw.x, sample.raw.y, sample.raw.z],
                acceleration: sample.acceleration, candidate: classifier.candidate(for: sample.acceleration))
            handler(.samples([told], lost: 0, device: device))
        case .silence(let time): classifier.advance(to: time)
        case .changed: describe(isUrgent: true)
        case .failure: describe(isUrgent: false)
        case .ended(let failure):
            reading = nil
            // A recording that turns out to be wrong is no sensor that went.
            let status = described?.transport == .recording ? ExitStatus.no : .noSensor
            handler(.ended(failure.map { Failure("\(id): \($0)", status) }))
        }
    }

    private func describe(isUrgent: Bool) {
        let now = KernelClock.monotonic.now
        guard isUrgent || now - describedAt >= Self.describing else { return }
        describedAt = now
        guard let sensor = catalog.sensors.first(where: { $0.id == id }).map({ Sensor($0) }),
            sensor != described
        else { return }
        described = sensor
        handler(.sensor(sensor))
    }
}

extension Settings {
    /// What the daemon is configured to.
    init(options: SampleOptions) throws(Failure) {
        do throws(ConfigurationError) {
            self = try Configuration(
                file: options.configuration ?? Configuration.defaultFile,
                isRequired: options.configuration != nil, mayWait: options.configuration != nil
            ).settings
        } catch {
            throw Failure("\(error)", .usage)
        }
    }
}
