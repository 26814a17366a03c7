internal import CLinux
internal import OrientationCore
internal import Synchronization
internal import SystemCalls

/// How a sensor is to be read.
struct ReaderSettings: Sendable {
    /// The lowest rate that will do for the buffer, in Hz.
    var frequency: Double
    /// Whether the buffer may be used if there is one.
    var usesBuffer: Bool
    /// Whether a buffer without a trigger gets one that a kernel timer drives.
    var makesTimerTrigger: Bool
    /// Where it is noted what is to be put back.
    var journal: SettingsJournal?
}

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
    /// How many samples the buffer has given. Set by the loop.
    let bufferedSamples = Atomic<Int>(0)
    /// When the last measurement began and ended, in nanoseconds of `CLOCK_BOOTTIME`.
    private let lastReadStart = Atomic<Int64>(0)
    private let lastReadEnd = Atomic<Int64>(0)
    /// Readable from when the thread has put everything back, for ever.
    let end: EndSignal

    let hardware: SensorHardware
    let record: SensorRecord
    /// The lowest rate that will do, in Hz.
    let frequency: Double
    private let makesTimer: Bool
    private let journal: SettingsJournal?
    private let predecessor: EndSignal?

    /// How long polling may yield nothing usable: six periods of a sensor at rest.
    static let silenceTime = PollingPace.resting * 6
    /// How often a quiet sensor is looked after, once it has been quiet for long.
    static let watchPeriod = Duration.seconds(30)

    /// - Parameters:
    ///   - record: Where failures are counted.
    ///   - settings: How the sensor is to be read.
    ///   - predecessor: An earlier thread of this sensor, which has to end first.
    init(
        _ hardware: SensorHardware, record: SensorRecord, settings: ReaderSettings,
        after predecessor: EndSignal?
    ) throws(SystemCallError) {
        self.hardware = hardware
        self.record = record
        frequency = settings.frequency
        makesTimer = settings.makesTimerTrigger
        journal = settings.journal
        self.predecessor = predecessor
        commands = try Mailbox()
        reports = try Mailbox()
        silence = try SilenceAlarm()
        end = try EndSignal()
    }

    /// Starts the thread.
    func start() throws(SystemCallError) { try runDetached { self.run() } }

    /// Whether a sample that came through the buffer at that time is what a measurement made the sensor
    /// say: the HID driver puts the answer to its request into the buffer, too.
    ///
    /// A measurement that hangs does not make everything an echo.
    ///
    /// - Parameter time: In nanoseconds of `CLOCK_BOOTTIME`.
    func isEcho(at time: Int64) -> Bool {
        let start = lastReadStart.load(ordering: .relaxed)
        let end = lastReadEnd.load(ordering: .relaxed)
        if end == .max { return time >= start && time - start < Self.longestEcho }
        return time >= start && time - end < Self.echoDelay
    }

    private static let longestEcho: Int64 = 200_000_000
    /// How long after a measurement a report may still be of its making, in nanoseconds.
    static let echoDelay: Int64 = 30_000_000

    // MARK: On the thread

    private func run() {
        // The sensor may still be in the hands of a thread that hangs.
        predecessor?.wait(timeout: nil)
        var settings = KernelSettings(sensor: hardware.path, journal: journal)
        var axes: RawAxes?
        var rate = BufferRate(lowest: frequency)
        let contexts = ContextMaker()
        var hasPolled = false
        while true {
            _ = commands.wait(timeout: nil)
            let batch = commands.takeAll()
            for (index, command) in batch.enumerated() {
                switch command {
                case .open: open(&rate, &settings, contexts)
                case .close(let buffer):
                    settings.follow { _ in buffer.buffer.close() }
                    rate.isInUse = false
                    reports.send(.closed)
                case .measure:
                    resume(rate, &settings, after: &hasPolled)
                    measure(&axes)
                case .provoke:
                    if index == batch.count - 1, rate.keepsStill == true { provoke(&settings) }
                case .watch(let expected, let delay):
                    resume(rate, &settings, after: &hasPolled)
                    if index == batch.count - 1 { watch(&axes, expected, after: delay) }
                case .poll:
                    hasPolled = true
                    if index == batch.count - 1 { poll(&axes, rate, &settings) }
                case .readFrequency: readFrequency()
                case .slowDown:
                    let before = rate.wanted
                    rate.keepsStill = false
                    if rate.isInUse { slowDown(from: before, to: rate.wanted, &settings) }
                case .end:
                    axes = nil
                    settings.restore()
                    end.give()
                    return
                }
            }
        }
    }

    private func open(
        _ rate: inout BufferRate, _ settings: inout KernelSettings, _ contexts: ContextMaker
    ) {
        // Whoever has the buffer enabled counts on the rate that it has.
        if !hardware.buffered.isEnabled {
            if rate.keepsStill != false { rate.keepsStill = setThreshold(&settings) }
            setFrequency(rate.wanted, &settings)
        }
        do {
            let opener = BufferOpener(
                hardware: hardware.buffered, timerFrequency: makesTimer ? frequency : nil, contexts: contexts)
            let buffer = try settings.follow { settings throws(SystemCallError) in
                try opener.open(remembering: &settings)
            }
            rate.isInUse = true
            reports.send(.opened(buffer))
        } catch { reports.send(.notOpened(failure(error))) }
    }

    /// Measures once and keeps count. All zero is nothing.
    ///
    /// - Parameter isBesideBuffer: Whether a refusal for the enabled buffer's sake is to be expected.
    private func read(
        _ axes: inout RawAxes?, isBesideBuffer: Bool = false
    ) throws(SensorFailure) -> SensorSample? {
        let raw: RawReading
        do throws(SensorFailure) {
            raw = try readRaw(&axes)
        } catch {
            if !isBesideBuffer || !error.isBusy { record.count(error) }
            throw error
        }
        let sample = record.conversion.sample(raw, at: KernelClock.bootTime.nanoseconds)
        if raw.isNoData || sample.acceleration.isOutOfRange { record.countOutOfRange() }
        return raw.isNoData ? nil : sample
    }

    /// Reads the axes, opening their files if need be. After a failure they are opened anew.
    private func readRaw(_ axes: inout RawAxes?) throws(SensorFailure) -> RawReading {
        var files = try openAxes(&axes)
        beginReading()
        defer { lastReadEnd.store(KernelClock.bootTime.nanoseconds, ordering: .relaxed) }
        let raw = try files.read()
        axes = consume files
        return raw
    }

    /// Reads one axis.
    private func readRaw(_ axes: inout RawAxes?, axis: Int) throws(SensorFailure) -> Int64 {
        var files = try openAxes(&axes)
        beginReading()
        defer { lastReadEnd.store(KernelClock.bootTime.nanoseconds, ordering: .relaxed) }
        let value = try files.read(axis)
        axes = consume files
        return value
    }

    private func openAxes(_ axes: inout RawAxes?) throws(SensorFailure) -> RawAxes {
        if let open = axes.take() { return open }
        do throws(SystemCallError) { return try RawAxes(hardware.axes) } catch { throw failure(error) }
    }

    private func beginReading() {
        lastReadEnd.store(.max, ordering: .relaxed)
        lastReadStart.store(KernelClock.bootTime.nanoseconds, ordering: .relaxed)
    }

    /// Measures beside the buffer, which is quiet: perhaps because somebody disabled it.
    private func measure(_ axes: inout RawAxes?) {
        if hardware.buffered.isDisabled { reports.send(.disabled) }
        do {
            reports.send(.measured(try read(&axes, isBesideBuffer: true), nil))
        } catch { reports.send(.measured(nil, error)) }
    }

    /// Looks whether a sensor that is quiet is alive and has not moved, until there is a command or a sample
    /// from the buffer.
    ///
    /// One axis is enough, and a third of the waiting: the one on which gravity acts most cannot stay the
    /// same in a turn that matters.
    private func watch(_ axes: inout RawAxes?, _ expected: RawReading, after delay: Duration) {
        let samples = bufferedSamples.load(ordering: .relaxed)
        let conversion = record.conversion
        let axis = conversion.dominantAxis(of: expected)
        var delay = delay
        while !commands.wait(timeout: delay), bufferedSamples.load(ordering: .relaxed) == samples {
            guard !hardware.buffered.isDisabled, let value = try? readRaw(&axes, axis: axis), value != 0,
                conversion.isSame(value, as: expected, on: axis)
            else { return measure(&axes) }
            delay = Self.watchPeriod
        }
    }

    /// Goes back to the pace of the buffer, if it was polled beside it.
    private func resume(_ rate: BufferRate, _ settings: inout KernelSettings, after hasPolled: inout Bool) {
        if hasPolled, rate.isInUse { setFrequency(rate.wanted, &settings) }
        hasPolled = false
    }

    /// Measures until there is a command.
    private func poll(_ axes: inout RawAxes?, _ rate: BufferRate, _ settings: inout KernelSettings) {
        var polling = PacedPolling()
        if rate.isInUse || !hardware.buffered.isEnabled {
            setFrequency(max(frequency, BufferRate.moving), &settings)
        } else {
            readFrequency()
        }
        silence.set(after: Self.silenceTime)
        defer { silence.set(after: nil) }
        let watchPeriod = Self.watchPeriod.wholeNanoseconds
        var lookedAtRate = KernelClock.monotonic.nanoseconds
        repeat {
            let start = KernelClock.monotonic.nanoseconds
            if start - lookedAtRate >= watchPeriod {
                readFrequency()
                lookedAtRate = start
            }
            do {
                if let sample = try read(&axes) {
                    silence.set(after: Self.silenceTime)
                    let inForce = orientationInForce.load(ordering: .relaxed)
                    let told = polling.take(
                        sample, inForce: DeviceOrientation(rawValue: inForce) ?? .unknown,
                        tellsAll: tellsEverySample.load(ordering: .relaxed))
                    if !told.isEmpty { reports.send(.polled(told)) }
                } else {
                    polling.forget()
                }
            } catch {
                reports.send(.failed(error))
                polling.forget()
            }
            let taken = Duration.nanoseconds(KernelClock.monotonic.nanoseconds - start)
            if commands.wait(timeout: polling.pause(after: taken)) { return }
        } while true
    }

    /// A file that is missing together with its device means that the device is gone.
    private func failure(_ error: SystemCallError) -> SensorFailure {
        error.name == "ENOENT" && !SysfsAttribute(hardware.path).exists ? .gone(error) : SensorFailure(error)
    }
}
