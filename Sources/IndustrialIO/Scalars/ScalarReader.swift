internal import CLinux
internal import SystemCalls

/// Reads a sensor of one number, as a ``ReadingPlan`` says: through its buffer where that works, by polling where
/// it does not. Lives on a thread of its own, where everything may block.
struct ScalarReader {
    private let sensor: ScalarSensor
    private let period: Duration
    private let tell: (ScalarEvent) -> Void

    private var plan: ReadingPlan
    private var settings: KernelSettings
    private let contexts = ContextMaker()
    private var doubt: ZeroDoubt
    private var buffer: OpenBuffer?
    /// The last number that the buffer gave by itself.
    private var lastReport: Int64?
    /// The last measurement, and when it was over.
    private var lastMeasurement: (raw: Double, end: Duration)?
    private var lastTold: ScalarEvent?
    /// Why the buffer could not be opened when that was tried last.
    private var refusal: SensorFailure?

    /// When the plan wants to be asked.
    private var wakeAt: Duration?
    /// When it is looked whether a sensor that is quiet lives.
    private var watchAt: Duration?
    /// When the next measurement of a polled sensor is due.
    private var pollAt: Duration?
    /// When polling counts as silent; nothing once that was told.
    private var silentAt: Duration?

    /// - Parameters:
    ///   - period: How far apart the numbers are to be.
    ///   - journal: Where it is noted what is to be put back.
    ///   - tell: Is told what differs from what it was told before.
    init(
        _ sensor: ScalarSensor, period: Duration, journal: SettingsJournal?,
        tell: @escaping (ScalarEvent) -> Void
    ) {
        self.sensor = sensor
        self.period = period
        self.tell = tell
        plan = ReadingPlan(
            canBuffer: sensor.buffered != nil, canPoll: sensor.file != nil,
            reportsChangesOnly: sensor.reportsChangesOnly, period: period)
        settings = KernelSettings(sensor: sensor.id, journal: journal)
        doubt = ZeroDoubt(hasBuffer: sensor.buffered != nil)
    }

    /// Reads until a descriptor is readable, and then puts everything back.
    mutating func run(until end: Int32) {
        perform(plan.start())
        while !wait(for: end) {
            if isDue(&wakeAt) { perform(plan.timePassed(at: now)) }
            if isDue(&watchAt) { watch() }
            if isDue(&pollAt) { poll() }
        }
        closeBuffer()
        settings.restore()
    }

    private var now: Duration { KernelClock.monotonic.now }

    private func isDue(_ time: inout Duration?) -> Bool {
        guard let due = time, due <= now else { return false }
        time = nil
        return true
    }

    /// Waits until something is due, and reads what the buffer has.
    ///
    /// - Returns: Whether it is the end.
    private mutating func wait(for end: Int32) -> Bool {
        var entries = [pollfd(fd: end, events: Int16(POLLIN), revents: 0)]
        if let buffer {
            entries.append(pollfd(fd: buffer.buffer.descriptor, events: Int16(POLLIN), revents: 0))
        }
        let due = [wakeAt, watchAt, pollAt].compactMap { $0 }.min()
        let timeout = due.map { milliseconds($0 - now) } ?? -1
        guard CLinux.poll(&entries, nfds_t(entries.count), timeout) > 0 else { return false }
        if entries.count > 1, entries[1].revents != 0 { readBuffer() }
        return entries[0].revents != 0
    }

    // MARK: What is done

    private mutating func perform(_ actions: [ReadingPlan.Action]) {
        var queue = actions
        while !queue.isEmpty {
            switch queue.removeFirst() {
            case .open: queue += open()
            case .close: queue += close()
            case .measure: queue += measure()
            case .provoke: break  // Its threshold is left as it is.
            case .watch(let delay): (wakeAt, watchAt) = (nil, now + delay)
            case .poll: (pollAt, silentAt) = (now, now + silenceTime)
            case .wake(let delay): (wakeAt, watchAt) = (now + delay, nil)
            case .tellSilence:
                if lastTold == nil { say(.failure(.unusable("\(sensor.path) gives nothing"))) }
            case .tellEnd(let failure): say(.failure(failure))
            }
        }
    }

    private mutating func open() -> [ReadingPlan.Action] {
        guard let buffered = sensor.buffered else { return [] }
        pollAt = nil
        // Whoever has the buffer enabled counts on the rate that it has.
        if let frequency = sensor.frequency, !buffered.isEnabled {
            _ = try? settings.setFrequency(
                frequency, target: .seconds(1) / period, available: sensor.availableFrequencies)
        }
        do throws(SystemCallError) {
            let opener = BufferOpener(hardware: buffered, timerFrequency: nil, contexts: contexts)
            buffer = try settings.follow { settings throws(SystemCallError) in
                try opener.open(remembering: &settings)
            }
            (lastReport, refusal) = (nil, nil)
            return plan.opened(at: now)
        } catch {
            let failure = SensorFailure(error)
            if sensor.file == nil {
                say(.failure(failure))
            } else if failure != refusal {
                tell(.polled(failure))
            }
            refusal = failure
            return plan.notOpened(failure, at: now)
        }
    }

    private mutating func close() -> [ReadingPlan.Action] {
        (pollAt, watchAt) = (nil, nil)
        closeBuffer()
        return plan.closed(at: now)
    }

    private mutating func closeBuffer() {
        let buffer = buffer
        settings.follow { _ in buffer?.buffer.close() }
        self.buffer = nil
    }

    private mutating func readBuffer() {
        do throws(SystemCallError) {
            guard let raw = try buffer?.read().last?.raw.x, !isEcho(raw) else { return }
            guard sensor.canMeasure(Double(raw)) else {
                return say(.failure(.malformed(path: sensor.path, text: "\(raw)")))
            }
            lastReport = raw
            doubt.report(raw)
            say(.value(sensor.value(Double(raw))))
            perform(plan.sample(isSettled: true, at: now))
        } catch {
            // The silence is noticed. If the device is gone the catalogue hears of that.
            closeBuffer()
        }
    }

    /// Whether a report is what a measurement made the sensor send. It shows nothing about the buffer.
    private func isEcho(_ raw: Int64) -> Bool {
        guard let lastMeasurement, lastMeasurement.raw == Double(raw) else { return false }
        return now - lastMeasurement.end < .nanoseconds(ReaderThread.echoDelay)
    }

    // MARK: Measuring

    /// Measures beside the buffer, which is quiet: perhaps because somebody disabled it.
    private mutating func measure() -> [ReadingPlan.Action] {
        (pollAt, watchAt) = (nil, nil)
        let disabled = sensor.buffered?.isDisabled == true ? plan.disabled() : []
        let raw = try? measurement(isLastResort: false)
        if let raw { say(.value(sensor.value(raw))) }
        let differs = raw.map(differs) ?? false
        return disabled + plan.measured(isUsable: raw != nil, differs: differs, isSettled: true, at: now)
    }

    /// Looks whether a sensor that is quiet is alive and measures what it reported.
    private mutating func watch() {
        if sensor.buffered?.isDisabled == false, let raw = try? measurement(isLastResort: false),
            !differs(raw)
        {
            say(.value(sensor.value(raw)))
            watchAt = now + ReaderThread.watchPeriod
        } else {
            perform(measure())
        }
    }

    private mutating func poll() {
        do throws(SensorFailure) {
            if let raw = try measurement(isLastResort: true) {
                say(.value(sensor.value(raw)))
                silentAt = now + silenceTime
            }
        } catch { say(.failure(error)) }
        pollAt = now + period
        if isDue(&silentAt) { perform(plan.pollingIsSilent(at: now)) }
    }

    private var silenceTime: Duration { max(.seconds(2), period * 6) }

    /// Whether a measurement is more than a quarter off what the buffer reported last.
    private func differs(_ raw: Double) -> Bool {
        guard let lastReport else { return false }
        let report = Double(lastReport)
        return abs(raw - report) > max(abs(raw), abs(report)) / 4
    }

    /// Measures once.
    ///
    /// - Parameter isLastResort: Whether the buffer was given up.
    /// - Returns: The raw number, or nothing if it is a 0 that does not count.
    private mutating func measurement(isLastResort: Bool) throws(SensorFailure) -> Double? {
        guard let file = sensor.file else { return nil }
        let start = now
        let text: String
        do throws(SystemCallError) { text = try file.read() } catch { throw SensorFailure(error) }
        guard let number = Double(text), sensor.canMeasure(number) else {
            throw .malformed(path: file.path, text: text)
        }
        let end = now
        if number == 0, doubt.hasBuffer, end - start > RawAxes.patience {
            throw SensorFailure(SystemCallError(call: "read", subject: file.path, code: ETIMEDOUT))
        }
        guard doubt.believes(number, isLastResort: isLastResort) else { return nil }
        lastMeasurement = (number, end)
        return number
    }

    private mutating func say(_ event: ScalarEvent) {
        // Another wrong number is no news.
        if case .failure(.malformed)? = lastTold, case .failure(.malformed) = event { return }
        if event != lastTold { tell(event) }
        lastTold = event
    }
}
