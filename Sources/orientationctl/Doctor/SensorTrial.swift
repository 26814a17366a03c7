internal import BringUp
internal import CLinux
internal import EventLoop
internal import IndustrialIO
internal import InputSwitches
internal import OrientationClient
internal import OrientationProtocol
internal import SystemCalls

/// Tries the sensor in use for a short while: through the daemon, which then reads it as it always does,
/// or without it.
final class SensorTrial {
    /// How long readings are taken, once they come.
    private static let duration = Duration.seconds(2)
    /// From which one on they are said to come: a silent buffer has its axes read beside it at first.
    private static let steadyCount = 3
    /// How long to wait for that: by then a silent buffer has been given up for polling.
    private static let patience = Duration.seconds(6)

    private let loop: EventLoop
    private let catalog: SensorCatalog
    private let daemon: DaemonSurvey
    private let socketPath: String

    private var samples: [SensorSample] = []
    private var failures = 0
    private var lastFailure: String?
    private var problem: String?
    private var hasEnded = false

    init(_ loop: EventLoop, _ catalog: SensorCatalog, _ daemon: DaemonSurvey, _ socketPath: String) {
        self.loop = loop
        self.catalog = catalog
        self.daemon = daemon
        self.socketPath = socketPath
    }

    /// Tries the sensor in use. One of another machine is tried through the daemon, and stands in no laptop of
    /// this machine's.
    func run(with selected: SensorDescription) -> DoctorMeasurement {
        var measurement = daemon.answers ? throughDaemon(selected) : byOneself(selected)
        if let path = selected.devicePath {
            measurement.reportsChangesOnly = Files.exist(at: "\(path)/in_accel_hysteresis")
        }
        guard selected.transport != .network else { return measurement }
        let switches = try? InputSwitches(loop: loop) {}
        measurement.isLaptop = switches?.state.isTabletMode.map { !$0 }
        return measurement
    }
}

// MARK: Without the daemon

extension SensorTrial {
    private func byOneself(_ selected: SensorDescription) -> DoctorMeasurement {
        let start = KernelClock.monotonic.now
        do throws(SensorFailure) {
            let source = try catalog.makeSource(for: selected.id) { [self] in take($0) }
            source.tellEverySample(true)
            source.start()
            wait(since: start)
            defer { source.stop() }
            return measurement(of: selected, since: start)
        } catch {
            var measurement = DoctorMeasurement(reader: .own, transport: selected.transport)
            measurement.problem = error.description
            return measurement
        }
    }

    private func take(_ event: SourceEvent) {
        switch event {
        case .sample(let sample): samples.append(sample)
        case .failure(let failure):
            failures += 1
            lastFailure = failure.description
        case .ended(let failure):
            problem = failure?.description
            hasEnded = true
        case .silence, .changed: break
        }
    }

    /// Until enough readings have come, or none will, or somebody interrupts.
    private func wait(since start: Duration) {
        let interruptions = [SIGINT, SIGTERM].compactMap { signal in
            try? loop.onSignal(signal) { [self] in hasEnded = true }
        }
        defer { withExtendedLifetime(interruptions) {} }
        var end = start + Self.patience
        var isTiming = false
        while !hasEnded {
            if !isTiming, samples.count >= Self.steadyCount {
                isTiming = true
                end = KernelClock.monotonic.now + Self.duration
            }
            let rest = end - KernelClock.monotonic.now
            guard rest > .zero, (try? loop.runOnce(timeout: rest)) != nil else { return }
        }
    }

    private func measurement(of selected: SensorDescription, since start: Duration) -> DoctorMeasurement {
        let now = catalog.sensors.first { $0.id == selected.id } ?? selected
        var measurement = DoctorMeasurement(reader: .own, transport: now.transport)
        measurement.rateAsked = now.samplingFrequency
        measurement.duration = KernelClock.monotonic.now - start
        measurement.samples = samples
        measurement.failures = failures
        measurement.lastFailure = lastFailure
        measurement.problem = problem
        if let last = samples.last {
            measurement.orientation = OrientationClassifier().candidate(for: last.acceleration)
        }
        return measurement
    }
}

// MARK: Through the daemon

extension SensorTrial {
    private func throughDaemon(_ selected: SensorDescription) -> DoctorMeasurement {
        let start = KernelClock.monotonic.now
        var measurement = DoctorMeasurement(reader: .daemon(status: "idle"), transport: selected.transport)
        guard let subscription = try? OrientationSubscription(socketPath: socketPath) else {
            return measurement
        }
        var stream = try? SampleConnection(socketPath: socketPath)
        var isPermitted = false
        var end = start + Self.patience
        var isTiming = false
        while true {
            do throws(ClientError) {
                while let reply = try stream?.next() {
                    isPermitted = true
                    samples += reply.samples.compactMap(SensorSample.init)
                }
            } catch {
                stream = nil
            }
            let isKnown = subscription.state?.isKnown == true
            if !isTiming, isKnown, !isPermitted || samples.count >= Self.steadyCount {
                isTiming = true
                end = KernelClock.monotonic.now + Self.duration
            }
            let rest = end - KernelClock.monotonic.now
            if rest <= .zero { break }
            subscription.wait(timeout: min(rest, .milliseconds(50)))
        }
        if isPermitted { measurement.samples = samples }
        if let state = subscription.state {
            measurement.reader = .daemon(status: state.sensorStatus.rawValue)
            measurement.orientation = state.deviceOrientation
        }
        measurement.duration = KernelClock.monotonic.now - start
        let reply: SensorsReply? = try? OrientationConnection(socketPath: socketPath).call(.listSensors)
        if let sensor = reply?.sensors.first(where: \.selected) {
            measurement.transport = SensorTransport(rawValue: sensor.transport.rawValue) ?? selected.transport
            measurement.rateAsked = sensor.samplingFrequency
            let before = daemon.sensors?.first { $0.id == sensor.id }?.errorCount ?? 0
            measurement.failures = max(0, sensor.errorCount - before)
            measurement.lastFailure = sensor.lastError
        }
        return measurement
    }
}

extension SensorSample {
    /// A measurement as the wire has it.
    fileprivate init?(_ sample: Sample) {
        guard sample.raw.count == 3 else { return nil }
        self.init(
            time: sample.timestamp, raw: RawReading(x: sample.raw[0], y: sample.raw[1], z: sample.raw[2]),
            acceleration: sample.acceleration)
    }
}
