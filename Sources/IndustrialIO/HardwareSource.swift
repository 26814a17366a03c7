internal import CLinux
internal import EventLoop
internal import OrientationCore
internal import Synchronization
internal import SystemCalls

/// Reads an accelerometer of this machine.
///
/// Lives on the loop's thread and performs what ``ReadingPlan`` decides: what may block is done by a
/// ``ReaderThread``, a buffer that is open is read here without waiting.
final class HardwareSource: SampleSource {
    private let loop: EventLoop
    private let hardware: SensorHardware
    private let record: SensorRecord
    private let settings: ReaderSettings
    private let handler: (SourceEvent) -> Void
    private let predecessor: EndSignal?

    private var plan: ReadingPlan
    private var stamps: SampleStamps
    private var watch: BufferWatch
    private var thread: ReaderThread?
    /// Called when the device turns out to be gone, before the end is told.
    var onGone: () -> Void = {}
    /// Called when a thread is started, with the signal that it gives when it has put everything back.
    var onStart: (EndSignal) -> Void = { _ in }
    /// Called when the thread was told to end, also because nobody keeps this object any more.
    var onStop: () -> Void = {}
    private var buffer: OpenBuffer?
    /// How the sensor is known to be read.
    private var toldTransport: SensorTransport
    /// The last sample that the buffer gave by itself.
    private var lastRaw: RawReading?
    private var tellsEverySample = false
    private var orientation = DeviceOrientation.unknown
    private let appearance = OrientationClassifier()
    /// Whether the sensor reports only what differs by a threshold of its own.
    private let hasThreshold: Bool
    private var sources: [EventSource] = []
    private var bufferSource: EventSource?
    private var timer: TimerSource?

    /// - Parameters:
    ///   - settings: How it is to be read.
    ///   - predecessor: The end of an earlier source of this sensor, which may still be putting back.
    init(
        loop: EventLoop, hardware: SensorHardware, record: SensorRecord, settings: ReaderSettings,
        predecessor: EndSignal?, handler: @escaping (SourceEvent) -> Void
    ) {
        self.loop = loop
        self.hardware = hardware
        self.record = record
        self.settings = settings
        self.predecessor = predecessor
        self.handler = handler
        let period = Duration.seconds(1) / settings.frequency
        plan = ReadingPlan(
            canBuffer: hardware.hasBuffer && settings.usesBuffer, canPoll: hardware.hasRaw,
            reportsChangesOnly: hardware.threshold != nil, period: period)
        stamps = SampleStamps(period: period)
        hasThreshold = hardware.threshold != nil
        watch = BufferWatch(hasThreshold: hasThreshold)
        toldTransport = record.snapshot.transport
    }

    deinit { stop() }

    var isActive: Bool { thread != nil }

    func start() {
        guard thread == nil else { return }
        do {
            let thread = try ReaderThread(hardware, record: record, settings: settings, after: predecessor)
            let reports = try loop.onReady(thread.reports.descriptor, .readable) {
                [unowned self] _ in
                if let thread = self.thread { take(thread.reports.takeAll()) }
            }
            let silence = try loop.onReady(thread.silence.descriptor, .readable) {
                [unowned self] _ in
                self.thread?.silence.acknowledge()
                perform { $0.pollingIsSilent(at: $1) }
            }
            timer = try loop.timer(accuracy: .milliseconds(50)) { [unowned self] in
                perform { $0.timePassed(at: $1) }
            }
            thread.tellsEverySample.store(tellsEverySample, ordering: .relaxed)
            try thread.start()
            sources = [reports, silence]
            self.thread = thread
            onStart(thread.end)
            perform { plan, _ in plan.start() }
        } catch {
            // Told from the loop, like everything else.
            let failure = SensorFailure(error)
            timer = try? loop.timer(accuracy: .milliseconds(1)) { [unowned self] in
                handler(.ended(failure))
            }
            timer?.set(after: .zero)
        }
    }

    func stop() {
        guard let thread else { return }
        closeBuffer()
        thread.commands.send(.end)
        self.thread = nil
        (sources, timer) = ([], nil)
        record.update { $0.samplingFrequency = nil }
        onStop()
    }

    /// The catalogue heard that the device went.
    func deviceIsGone() {
        guard thread != nil else { return }
        stop()
        handler(.ended(.gone(SystemCallError(call: "udev", subject: hardware.path, code: ENODEV))))
    }

    func orientationInForce(_ orientation: DeviceOrientation) {
        self.orientation = orientation
        thread?.orientationInForce.store(orientation.rawValue, ordering: .relaxed)
    }

    func tellEverySample(_ everySample: Bool) {
        tellsEverySample = everySample
        thread?.tellsEverySample.store(everySample, ordering: .relaxed)
    }
}

// MARK: What happens

extension HardwareSource {
    private func take(_ reports: [ReaderReport]) {
        for report in reports where thread != nil {
            switch report {
            case .opened(let buffer): take(buffer)
            case .notOpened(let failure):
                record.count(failure)
                handler(.failure(failure))
                perform { $0.notOpened(failure, at: $1) }
            case .closed: perform { $0.closed(at: $1) }
            case .frequencyRead: handler(.changed)
            case .disabled: perform { plan, _ in plan.disabled() }
            case .measured(let sample, let failure):
                take(measurement: sample, failure)
            case .polled(let samples): samples.forEach(tell)
            case .failed(let failure): tell(failure)
            }
        }
    }

    private func take(measurement sample: SensorSample?, _ failure: SensorFailure?) {
        if let sample {
            tell(sample)
        } else if let failure, !failure.isBusy {
            // Most drivers refuse measurements while their buffer is enabled.
            tell(failure)
        }
        let differs = sample.map(differs) ?? false
        let settled = sample.map { isSettled($0.acceleration) } ?? false
        perform { $0.measured(isUsable: sample != nil, differs: differs, isSettled: settled, at: $1) }
    }

    /// Whether the orientation in force is what an acceleration looks like by itself.
    private func isSettled(_ acceleration: Acceleration) -> Bool {
        appearance.candidate(for: acceleration) == orientation
    }

    private func take(_ opened: OpenBuffer) {
        do {
            bufferSource = try loop.onReadable(often: opened.buffer.descriptor) { [unowned self] in
                readBuffer()
            }
            buffer = opened
            lastRaw = nil
            watch.restart()
            record.update { $0.timestampSource = opened.hasTimestamp ? .kernel : .arrival }
            perform { $0.opened(at: $1) }
        } catch {
            thread?.commands.send(.close(opened))
            perform { $0.notOpened(SensorFailure(error), at: $1) }
        }
    }

    private func readBuffer() {
        guard let buffer else { return }
        do {
            let scans = try buffer.read(after: stamps.last)
            let basis = record.basis
            for index in 0..<scans.count {
                guard let scan = scans[index] else { return }
                let time = stamps.stamp(
                    scan.timestamp, arrival: scans.arrival, behind: scans.count - 1 - index)
                take(scan.raw, at: time, arrival: scans.arrival, basis)
                if self.buffer == nil { return }
            }
            let source: TimestampSource = stamps.isUsingArrival ? .arrival : .kernel
            if scans.count > 0, source != basis.timestampSource {
                record.update { $0.timestampSource = source }
            }
        } catch {
            tell(SensorFailure(error))
        }
    }

    /// Takes what one scan says.
    ///
    /// - Parameters:
    ///   - time: When it was taken, in nanoseconds. `arrival` likewise: when it was read.
    private func take(_ raw: RawReading, at time: Int64, arrival: Int64, _ basis: SensorRecord.Basis) {
        let sample = basis.conversion.sample(raw, at: time)
        if hasThreshold, thread?.isEcho(at: time) == true { return take(echo: sample) }
        if raw.isNoData || sample.acceleration.isOutOfRange { record.countOutOfRange() }
        if raw.isNoData { return }
        watchOver(sample, basis)
        lastRaw = raw
        thread?.bufferedSamples.add(1, ordering: .relaxed)
        handler(.sample(sample))
        // Of no other sensor does it matter.
        let settled = !hasThreshold || isSettled(sample.acceleration)
        carryOut(plan.sample(isSettled: settled, at: .nanoseconds(arrival)))
    }

    /// Sees whether the sensor measures as it was set up to.
    private func watchOver(_ sample: SensorSample, _ basis: SensorRecord.Basis) {
        var differs = true
        if hasThreshold, let lastRaw {
            let distance = basis.conversion.acceleration(lastRaw).squaredDistance(to: sample.acceleration)
            differs = distance >= ReportThreshold.wanted * ReportThreshold.wanted
        }
        let findings = watch.take(at: sample.nanoseconds, differs: differs, known: basis.samplingFrequency)
        if findings.contains(.restless) { thread?.commands.send(.slowDown) }
        if findings.contains(.otherRate) { thread?.commands.send(.readFrequency) }
    }

    private func take(echo sample: SensorSample) {
        guard plan.phase == .listening, !sample.raw.isNoData, differs(sample) else { return }
        handler(.sample(sample))
        let settled = isSettled(sample.acceleration)
        perform { plan, _ in plan.echo(isSettled: settled) }
    }

    /// Whether a sample is far from the last one that the buffer gave by itself.
    private func differs(_ sample: SensorSample) -> Bool {
        guard let lastRaw else { return false }
        let last = record.conversion.acceleration(lastRaw)
        return last.squaredDistance(to: sample.acceleration) > PollingPace.sameness
    }

    private func tell(_ sample: SensorSample) {
        guard thread != nil else { return }
        var sample = sample
        sample.nanoseconds = stamps.stamp(nil, arrival: sample.nanoseconds, behind: 0)
        handler(.sample(sample))
    }

    /// A failure ends the source only if the device is gone.
    private func tell(_ failure: SensorFailure) {
        guard thread != nil else { return }
        if case .gone = failure { end(failure) } else { handler(.failure(failure)) }
    }

    private func end(_ failure: SensorFailure) {
        if case .gone = failure { onGone() }
        guard thread != nil else { return }
        stop()
        handler(.ended(failure))
    }
}

// MARK: What is done

extension HardwareSource {
    private func perform(_ step: (inout ReadingPlan, Duration) -> [ReadingPlan.Action]) {
        carryOut(step(&plan, KernelClock.bootTime.now))
    }

    private func carryOut(_ actions: [ReadingPlan.Action]) {
        for action in actions where thread != nil {
            switch action {
            case .open: thread?.commands.send(.open)
            case .close: closeBuffer()
            case .measure: thread?.commands.send(.measure)
            case .provoke: thread?.commands.send(.provoke)
            case .watch(let delay):
                timer?.cancel()
                if let lastRaw { thread?.commands.send(.watch(expecting: lastRaw, after: delay)) }
            case .poll: thread?.commands.send(.poll)
            case .wake(let delay): timer?.set(after: delay)
            case .tellSilence: handler(.silence(at: KernelClock.bootTime.now))
            case .tellEnd(let failure): end(failure)
            }
        }
        if thread != nil, transport != toldTransport {
            toldTransport = transport
            record.update { $0.transport = transport }
            handler(.changed)
        }
    }

    private var transport: SensorTransport {
        guard plan.trustsBuffer else { return .sysfs }
        return buffer?.isTimed == true ? .bufferSoftware : .bufferHardware
    }

    private func closeBuffer() {
        bufferSource = nil
        guard let buffer else { return }
        self.buffer = nil
        thread?.commands.send(.close(buffer))
    }
}
