internal import CLinux
internal import OrientationCore
internal import Synchronization
internal import SystemCalls

/// What the thread that reads another machine's sensor tells the loop.
enum RemoteReport: Sendable {
    /// It is read from now on, at so many samples a second if the sensor says how many.
    case reading(frequency: Double?)
    /// Measurements that are worth telling, in order.
    case samples([SensorSample])
    /// A measurement failed.
    case failed(SensorFailure)
    /// The connection broke, or the sensor is gone. Nothing will come any more.
    case ended(SensorFailure)
}

/// The thread that reads another machine's sensor, through a connection of its own. All of it may block, which
/// holds up nobody: the loop leaves a thread that hangs to itself.
///
/// The sensor is streamed from its buffer where that gives samples all the time, and polled otherwise, or after
/// the buffer was refused or has said nothing for some seconds. One that another program holds is tried again.
final class RemoteReader: Sendable {
    /// What the thread tells.
    let reports: Mailbox<RemoteReport>
    /// Goes off in the loop if nothing usable comes for long.
    let silence: SilenceAlarm
    /// The orientation that the classifier holds, as a raw value. Set by the loop.
    let orientationInForce = Atomic<UInt8>(DeviceOrientation.unknown.rawValue)
    /// Whether every measurement is told. Set by the loop.
    let tellsEverySample = Atomic<Bool>(false)
    /// Given when what was changed there is as it was, or cannot be put back.
    let end: EndSignal

    /// After how many answers in a row that are none the connection is made anew: question and answer may be
    /// out of step, for which a measurement that comes by chance would be the answer to another question.
    private static let strangeAnswersLimit = 3

    private let stop: EndSignal
    private let address: RemoteAddress
    private let sensor: RemoteSensor
    private let record: SensorRecord
    private let frequency: Double
    private let usesBuffer: Bool

    /// - Parameters:
    ///   - record: Where failures are counted.
    ///   - settings: How the sensor is to be read.
    init(
        _ sensor: RemoteSensor, at address: RemoteAddress, record: SensorRecord, settings: ReaderSettings
    ) throws(SystemCallError) {
        self.sensor = sensor
        self.address = address
        self.record = record
        frequency = settings.frequency
        usesBuffer = settings.usesBuffer && sensor.streams
        reports = try Mailbox()
        silence = try SilenceAlarm()
        end = try EndSignal()
        stop = try EndSignal()
    }

    /// Starts the thread, which connects and reads until it is asked to stop.
    func start() throws(SystemCallError) { try runDetached { self.run() } }

    /// Asks the thread to stop, without waiting for it.
    func askToStop() { stop.give() }

    // MARK: On the thread

    private func run() {
        silence.set(after: ReaderThread.silenceTime)
        do throws(SensorFailure) {
            let device = try connect()
            var settings = RemoteSettings(device)
            // Nothing can be put back through a connection that broke.
            try read(device, &settings)
            settings.restore()
        } catch {
            record.count(error)
            reports.send(.ended(error))
        }
        silence.set(after: nil)
        end.give()
    }

    /// The sensor, through a connection of its own.
    private func connect() throws(SensorFailure) -> IIODevice {
        do throws(SystemCallError) {
            let device = try IIOContext(remote: address).device(sensor.device)
            if let device, RemoteSensor.name(of: device) == sensor.name { return device }
            throw SystemCallError(call: "find", subject: sensor.name, code: ENODEV)
        } catch { throw .gone(error) }
    }

    private var isStopped: Bool { stop.wait(timeout: .zero) }

    /// Reads until the thread is asked to stop.
    ///
    /// - Throws: ``SensorFailure`` if the connection breaks or the sensor goes.
    private func read(_ device: IIODevice, _ settings: inout RemoteSettings) throws(SensorFailure) {
        var triesBuffer = usesBuffer
        var retry = RetryPause()
        while !isStopped {
            if triesBuffer {
                guard let failure = try stream(device, &settings) else { return }
                tell(failure)
                triesBuffer = failure.mayPass && failure.errnoName != "ETIMEDOUT"
            }
            if sensor.hasRaw {
                try poll(device, &settings, for: triesBuffer ? retry.next() : nil)
            } else {
                triesBuffer = true
                _ = stop.wait(timeout: retry.next())
            }
        }
    }

    /// Streams until the thread is asked to stop.
    ///
    /// - Returns: Why the buffer cannot be used; nothing if the thread is to stop.
    /// - Throws: ``SensorFailure`` if the connection breaks or the sensor goes.
    private func stream(
        _ device: IIODevice, _ settings: inout RemoteSettings
    ) throws(SensorFailure) -> SensorFailure? {
        do throws(SystemCallError) {
            settings.setFrequency(notBelow: frequency)
            try settings.chooseTrigger(named: "\(sensor.name)-dev\(sensor.device.drop { !$0.isNumber })")
            let stream = try IIOStream(of: device, RemoteSensor.axes.compactMap(device.channel))
            reports.send(.reading(frequency: settings.frequency))
            while !isStopped {
                let values = try stream.next()
                guard values.count == 3 else { continue }
                let raw = RawReading(x: values[0], y: values[1], z: values[2])
                if let sample = measured(raw) { reports.send(.samples([sample])) }
            }
            return nil
        } catch {
            let failure = SensorFailure(remote: error)
            if case .gone = failure { throw failure }
            return failure
        }
    }

    /// Polls until the thread is asked to stop, or for some time.
    private func poll(
        _ device: IIODevice, _ settings: inout RemoteSettings, for time: Duration?
    ) throws(SensorFailure) {
        settings.setFrequency(notBelow: max(frequency, 25))
        reports.send(.reading(frequency: settings.frequency))
        let channels = RemoteSensor.axes.compactMap(device.channel)
        let begin = KernelClock.monotonic.now
        var polling = PacedPolling()
        var strangeAnswers = 0
        repeat {
            let start = KernelClock.monotonic.now
            if let time, start - begin >= time { return }
            do throws(SensorFailure) {
                let raw = try measure(channels)
                strangeAnswers = 0
                if let sample = measured(raw) {
                    let inForce = orientationInForce.load(ordering: .relaxed)
                    let told = polling.take(
                        sample, inForce: DeviceOrientation(rawValue: inForce) ?? .unknown,
                        tellsAll: tellsEverySample.load(ordering: .relaxed))
                    if !told.isEmpty { reports.send(.samples(told)) }
                } else {
                    polling.forget()
                }
            } catch {
                if case .gone = error { throw error }
                tell(error)
                polling.forget()
                strangeAnswers = error.isStrange ? strangeAnswers + 1 : 0
                if strangeAnswers == Self.strangeAnswersLimit {
                    throw .gone(SystemCallError(call: "read", subject: sensor.name, code: EPROTO))
                }
            }
            if stop.wait(timeout: polling.pause(after: KernelClock.monotonic.now - start)) { return }
        } while true
    }

    /// Reads the axes one after the other. A failed axis fails the whole.
    private func measure(_ channels: [IIOChannel]) throws(SensorFailure) -> RawReading {
        var values: [Int64] = []
        for channel in channels {
            let text: String
            do throws(SystemCallError) { text = try channel.text(of: "raw") } catch {
                throw SensorFailure(remote: error)
            }
            guard let value = Int64(text) else { throw .malformed(path: "\(sensor.device) raw", text: text) }
            values.append(value)
        }
        guard values.count == 3 else { throw .unusable("\(sensor.name) lacks an axis") }
        return RawReading(x: values[0], y: values[1], z: values[2])
    }

    /// Counts a reading, and puts off the alarm. All zero is nothing.
    private func measured(_ raw: RawReading) -> SensorSample? {
        let sample = record.conversion.sample(raw, at: KernelClock.bootTime.nanoseconds)
        if raw.isNoData || sample.acceleration.isOutOfRange { record.countOutOfRange() }
        if raw.isNoData { return nil }
        silence.set(after: ReaderThread.silenceTime)
        return sample
    }

    private func tell(_ failure: SensorFailure) {
        record.count(failure)
        reports.send(.failed(failure))
    }
}

/// What was changed of another machine's sensor, and what it was before.
private struct RemoteSettings {
    private let device: IIODevice
    private let channel: IIOChannel?
    private let rates: String?
    private var rateBefore: String?
    private var rateLeft: String?
    private var triggerLeft: String?
    /// How often the sensor measures, where it says so.
    private(set) var frequency: Double?

    private static let rate = "sampling_frequency"

    init(_ device: IIODevice) {
        self.device = device
        let channel = device.channel(RemoteSensor.axes[0])
        // in_accel_sampling_frequency is an attribute of each axis.
        self.channel = channel?.fileName(of: Self.rate) == nil ? nil : channel
        let list = "\(Self.rate)_available"
        rates = channel?.attribute(list) ?? device.attribute(list)
    }

    /// Asks for the nearest supported rate that is not below. A sensor that refuses keeps its own, and so does
    /// one that another program has set to a rate since that will do.
    mutating func setFrequency(notBelow target: Double) {
        guard let text = rateNow else { return }
        let current = Double(text)
        frequency = current
        if let rateLeft, let current, current >= target, !FoundSetting.isSame(text, rateLeft) { return }
        guard let wanted = SamplingFrequency.choice(target: target, current: current, available: rates)
        else { return }
        do throws(SystemCallError) {
            try write(SamplingFrequency.text(wanted))
            rateBefore = rateBefore ?? text
            rateLeft = rateNow ?? SamplingFrequency.text(wanted)
            frequency = wanted
        } catch {}
    }

    /// Gives the buffer a trigger if it needs one and has none. Which one belongs to it cannot be seen over the
    /// network but by its name.
    mutating func chooseTrigger(named name: String) throws(SystemCallError) {
        guard let current = try? device.triggerName(), current.isEmpty else { return }
        guard let trigger = device.context.devices.first(where: { $0.name == name }) else { return }
        try device.setTrigger(trigger)
        triggerLeft = name
    }

    /// Puts back what was there, unless another program has changed it since.
    func restore() {
        if let rateBefore, let rateLeft, let rateNow, FoundSetting.isSame(rateNow, rateLeft) {
            try? write(rateBefore)
        }
        if let triggerLeft, (try? device.triggerName()) == triggerLeft { try? device.setTrigger(nil) }
    }

    private var rateNow: String? { channel?.attribute(Self.rate) ?? device.attribute(Self.rate) }

    private func write(_ rate: String) throws(SystemCallError) {
        if let channel { try channel.set(Self.rate, to: rate) } else { try device.set(Self.rate, to: rate) }
    }
}

extension SensorFailure {
    /// Whether what came is no answer to what was asked.
    fileprivate var isStrange: Bool {
        switch self {
        case .malformed: true
        case .refused(let error): ["EINVAL", "EPROTO", "EBADMSG"].contains(error.name)
        case .noSuchSensor, .gone, .busy, .denied, .unusable: false
        }
    }
}
