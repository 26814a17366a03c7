internal import CLinux
internal import OrientationCore
internal import Synchronization
internal import SystemCalls

/// The thread on which everything happens that a sensor can make block: setting up, measuring, putting
/// back. The loop sends commands and gets reports; it never waits for the thread.
///
/// The thread keeps this object alive. A measurement that hangs holds up the thread and nothing else.
final class ReaderThread: Sendable {
    /// What the loop asks.
    let commands: Mailbox<ReaderCommand>
    /// What the thread answers.
    let reports: Mailbox<ReaderReport>
    /// Goes off in the loop if polling yields nothing usable for long.
    let silence: SilenceAlarm
    /// The orientation that the classifier holds, as a raw value. Set by the loop.
    let orientationInForce = Atomic<UInt8>(DeviceOrientation.unknown.rawValue)
    /// Whether every measurement is told. Set by the loop.
    let tellsEverySample = Atomic<Bool>(false)
    /// Readable from when the thread has put everything back, for ever.
    let end: EndSignal

    private let hardware: SensorHardware
    private let record: SensorRecord
    private let frequency: Double
    private let predecessor: EndSignal?

    /// How long polling may yield nothing usable: six periods of a sensor at rest.
    static let silenceTime = Duration.milliseconds(2400)

    /// - Parameters:
    ///   - record: Where failures are counted.
    ///   - frequency: The lowest rate that will do for the buffer, in Hz.
    ///   - predecessor: An earlier thread of this sensor, which has to end first.
    init(
        _ hardware: SensorHardware, record: SensorRecord, frequency: Double, after predecessor: EndSignal?
    ) throws(SystemCallError) {
        self.hardware = hardware
        self.record = record
        self.frequency = frequency
        self.predecessor = predecessor
        commands = try Mailbox()
        reports = try Mailbox()
        silence = try SilenceAlarm()
        end = try EndSignal()
    }

    /// Starts the thread, with all signals blocked: they are the loop's.
    /// The corresponding function is `pthread_create(3)`.
    func start() throws(SystemCallError) {
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

        var thread = pthread_t()
        let argument = Unmanaged.passRetained(self)
        let code = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<ReaderThread>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, argument.toOpaque())
        if code != 0 {
            argument.release()
            throw SystemCallError(call: "pthread_create", code: code)
        }
        pthread_detach(thread)
    }

    // MARK: On the thread

    private func run() {
        // The sensor may still be in the hands of a thread that hangs.
        predecessor?.wait(timeout: nil)
        var settings = KernelSettings()
        var axes: RawAxes?
        while true {
            _ = commands.wait(timeout: nil)
            let batch = commands.takeAll()
            for (index, command) in batch.enumerated() {
                switch command {
                case .open: open(&settings)
                case .close(let buffer):
                    buffer.buffer.close()
                    reports.send(.closed)
                case .measure: measure(&axes)
                case .poll: if index == batch.count - 1 { poll(&axes, &settings) }
                case .end:
                    axes = nil
                    settings.restore()
                    end.give()
                    return
                }
            }
        }
    }

    private func open(_ settings: inout KernelSettings) {
        setFrequency(frequency, &settings)
        do {
            let buffer = try BufferOpener(hardware: hardware).open(remembering: &settings)
            reports.send(.opened(buffer))
        } catch { reports.send(.notOpened(failure(error))) }
    }

    /// Measures once and keeps count. All zero is nothing.
    private func read(_ axes: inout RawAxes?) throws(SensorFailure) -> SensorSample? {
        let raw: RawReading
        do throws(SensorFailure) {
            raw = try readRaw(&axes)
        } catch {
            record.count(error)
            throw error
        }
        let sample = record.conversion.sample(raw, at: KernelClock.bootTime.now)
        if raw.isNoData || sample.acceleration.isOutOfRange { record.countOutOfRange() }
        return raw.isNoData ? nil : sample
    }

    /// Reads the axes, opening their files if need be. After a failure they are opened anew.
    private func readRaw(_ axes: inout RawAxes?) throws(SensorFailure) -> RawReading {
        var files: RawAxes
        if let open = axes.take() {
            files = open
        } else {
            do throws(SystemCallError) { files = try RawAxes(hardware.axes) } catch { throw failure(error) }
        }
        let raw = try files.read()
        axes = consume files
        return raw
    }

    private func measure(_ axes: inout RawAxes?) {
        do {
            reports.send(.measured(try read(&axes), nil))
        } catch { reports.send(.measured(nil, error)) }
    }

    /// Measures until there is a command.
    private func poll(_ axes: inout RawAxes?, _ settings: inout KernelSettings) {
        var pace = PollingPace()
        var untold: SensorSample?
        let looks = OrientationClassifier()
        setFrequency(max(frequency, 25), &settings)
        silence.set(after: Self.silenceTime)
        defer { silence.set(after: nil) }
        var period = PollingPace.moving
        repeat {
            let start = KernelClock.monotonic.now
            do {
                if let sample = try read(&axes) {
                    silence.set(after: Self.silenceTime)
                    let inForce = orientationInForce.load(ordering: .relaxed)
                    let step = pace.step(
                        sample.acceleration, looks: looks.candidate(for: sample.acceleration),
                        inForce: DeviceOrientation(rawValue: inForce) ?? .unknown, at: sample.time)
                    period = step.period
                    let tells = step.tells || tellsEverySample.load(ordering: .relaxed)
                    if tells {
                        reports.send(.polled([step.tellsPrevious ? untold : nil, sample].compactMap { $0 }))
                    }
                    untold = tells ? nil : sample
                } else {
                    pace.forget()
                    period = PollingPace.resting
                }
            } catch {
                reports.send(.failed(error))
                pace.forget()
                period = PollingPace.resting
            }
            // A sensor that is slow to answer is kept busy for a tenth of the time at most.
            let now = KernelClock.monotonic.now
            let pause = max(period - (now - start), min((now - start) * 9, .seconds(4)))
            if commands.wait(timeout: pause) { return }
        } while true
    }

    /// Asks for the nearest supported rate that is not below; a sensor that refuses keeps its own.
    private func setFrequency(_ target: Double, _ settings: inout KernelSettings) {
        guard let attribute = hardware.frequency else { return }
        let current = attribute.readIfThere().flatMap { Double($0) }
        guard
            let wanted = SamplingFrequency.choice(
                target: target, current: current, available: hardware.availableFrequencies)
        else { return record.update { $0.samplingFrequency = current } }
        do {
            try settings.change(attribute, to: SamplingFrequency.text(wanted))
            record.update { $0.samplingFrequency = wanted }
        } catch {
            record.count(SensorFailure(error))
            record.update { $0.samplingFrequency = current }
        }
    }

    /// A file that is missing together with its device means that the device is gone.
    private func failure(_ error: SystemCallError) -> SensorFailure {
        error.name == "ENOENT" && !SysfsAttribute(hardware.path).exists ? .gone(error) : SensorFailure(error)
    }
}
