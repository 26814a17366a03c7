internal import BringUp
internal import CLinux
internal import EventLoop
internal import IndustrialIO
internal import OrientationCore
internal import OrientationProtocol
internal import SystemCalls

/// Leads through the postures: shows what to do, on a screen of its own in a terminal and line by line
/// elsewhere, and takes the readings.
final class CalibrateGuide {
    /// What was measured.
    struct Result {
        let evidence: MountingEvidence
        let sensor: Sensor
        /// What postures were called.
        let names: PostureNames
        /// Each posture with what the sensor said, or why it does not count.
        let lines: [String]
    }

    private let session: SampleSession
    private var screen: CalibrateScreen
    private var terminal: Terminal?
    private var calibration: GuidedCalibration
    private var review: CalibrationReview
    /// Why a posture does not count.
    private var leftOut: [Posture: String] = [:]
    private var sensor: Sensor?
    private var handedness = SensorHandedness.right
    private var sources: [AnyObject] = []
    private var timer: TimerSource?
    private var lastSample: Duration
    /// Whether nobody can press a key.
    private var isUnattended = false
    private var lastReading: Duration
    /// What was told where there is no screen: which posture was asked for last, and the readings.
    private var told: (posture: Posture?, readings: [Posture: PostureReading]) = (nil, [:])

    /// How often the screen is drawn.
    private static let refresh = Duration.milliseconds(100)
    /// How long nothing may come before that is said; without a screen, before it is given up.
    private static let patience = Duration.seconds(10)
    /// How long a posture may take where nobody can press a key.
    private static let unattendedPatience = Duration.seconds(60)

    /// Powers the sensor, and takes the terminal over if there is one.
    ///
    /// - Parameters:
    ///   - postures: What to ask for, in order.
    ///   - isExact: Whether any rotation is looked for.
    ///   - options: Where samples come from.
    init(_ postures: [CasingPosture], isExact: Bool, _ options: SampleOptions) throws(Failure) {
        review = CalibrationReview(isExact: isExact)
        session = try SampleSession(options)
        let casing = session.casing ?? Casing(natural: .portrait, panel: .normal)
        screen = CalibrateScreen(postures: postures, casing: casing)
        calibration = GuidedCalibration(
            postures: postures.map { $0.posture(of: casing.panel) }, needsMotion: true)
        lastSample = KernelClock.bootTime.now
        lastReading = lastSample
        guard isatty(STDIN_FILENO) == 1, isatty(STDOUT_FILENO) == 1 else { return }
        do throws(SystemCallError) { terminal = try Terminal() } catch { throw Failure("\(error)", .no) }
    }

    /// Leads through all postures. The terminal is as it was afterwards.
    ///
    /// - Throws: Why the sensor cannot be read, or that the user has had enough.
    func run() throws(Failure) -> Result {
        defer { terminal = nil }
        do throws(SystemCallError) {
            // A file, such as /dev/null, is always readable and cannot be waited for.
            let keys = try? session.loop.onReady(STDIN_FILENO, .readable) { [unowned self] _ in readKeys() }
            if let keys { sources.append(keys) } else { goUnattended() }
            if terminal != nil {
                sources.append(try session.loop.onSignal(SIGWINCH) { [unowned self] in show() })
            }
            timer = try session.loop.timer(accuracy: .milliseconds(20)) { [unowned self] in tick() }
            timer?.set(after: Self.refresh)
        } catch {
            throw Failure("\(error)", .no)
        }
        show()
        let outcome = Swift.Result { () throws(Failure) in
            try session.run { [unowned self] event in take(event) }
        }
        (sources, timer) = ([], nil)
        _ = try outcome.get()
        guard calibration.current == nil, let sensor else {
            throw Failure("ended before all postures were done; nothing is changed", .no)
        }
        guard !calibration.readings.isEmpty else {
            throw Failure("no posture was held still as asked; nothing is changed", .no)
        }
        let lines = screen.postures.compactMap { casing in
            let posture = casing.posture(of: screen.casing.panel)
            let said =
                calibration.readings[posture].map { CalibrateScreen.reading($0) }
                ?? leftOut[posture].map { "left out: \($0)" }
            return said.map { screen.name(casing).padded(to: 20) + $0 }
        }
        return Result(evidence: evidence, sensor: sensor, names: screen.names, lines: lines)
    }

    // MARK: What happens

    private func take(_ event: SampleEvent) {
        switch event {
        case .sensor(let sensor): describe(sensor)
        case .samples(let samples, _, _):
            guard let sensor else { return }
            // By the time of arrival: recordings have a clock of their own.
            lastSample = KernelClock.bootTime.now
            for sample in samples {
                let axes = sensor.scaled(sample.raw)
                calibration.take(x: axes[0], y: axes[1], z: axes[2], at: lastSample)
            }
            proceed()
        case .ended: break
        }
        if terminal == nil { show() }
    }

    private func describe(_ sensor: Sensor) {
        self.sensor = sensor
        screen.sensor = sensor.name
        var header = RecordingHeader()
        if let path = sensor.devicePath { header.describeSensor(at: path) }
        handedness = SensorSigns(name: sensor.name, modalias: header.modalias).handedness
    }

    private func tick() {
        let now = KernelClock.bootTime.now
        calibration.advance(to: now)
        screen.isSilent = calibration.last == nil && now - lastSample > Self.patience
        if screen.isSilent, terminal == nil {
            let name = sensor?.name ?? "the sensor"
            session.end(
                Failure("\(name) says nothing; orientationctl doctor looks into it", .noSensor))
        }
        if isUnattended, now - lastReading > Self.unattendedPatience { giveUpWaiting(at: now) }
        proceed()
        show()
        timer?.set(after: Self.refresh)
    }

    /// Goes on without the posture that nobody holds; the second time, without all that are left.
    private func giveUpWaiting(at now: Duration) {
        let isAlone = leftOut.values.contains(Self.timedOut)
        while let current = calibration.current {
            leaveOut(current, Self.timedOut)
            if !isAlone { break }
        }
        lastReading = now
    }

    private static let timedOut = "nobody held it still so for a minute"

    private func leaveOut(_ posture: Posture, _ reason: String) {
        calibration.leaveOut(posture)
        leftOut[posture] = reason
        if terminal == nil { Output.error("  \(screen.names[posture]) is left out: \(reason)") }
    }

    /// When each posture has had its turn, ends, or asks for what the readings are still in need of.
    private func proceed() {
        while calibration.current == nil {
            let rest = CasingPosture.allCases.filter { !screen.postures.contains($0) }
            switch review.next(evidence, hasOthers: !rest.isEmpty) {
            case .done, .fail: return session.end()
            case .leaveOut(let posture): leaveOut(posture, "it does not fit the others")
            case .askForOthers(let reason):
                screen.postures += rest
                calibration.ask(for: rest.map { $0.posture(of: screen.casing.panel) })
                explain(CalibrateScreen.note(reason))
            case .askAgain(let posture):
                calibration.askAgain(for: posture)
                told.posture = nil
                explain(screen.note(again: posture))
            }
        }
    }

    private func explain(_ notes: [String]) {
        screen.notes = notes
        if terminal == nil {
            tellReadings()
            notes.forEach { Output.error($0) }
        }
    }

    private var evidence: MountingEvidence {
        var evidence = MountingEvidence()
        evidence.readings = calibration.readings
        evidence.handedness = handedness
        return evidence
    }

    private func readKeys() {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        if count <= 0 {
            sources = []
            // A terminal that is gone takes its user along; where there was none, nobody can be asked.
            if terminal == nil { goUnattended() } else { session.end() }
            return
        }
        for byte in bytes.prefix(count) {
            switch byte {
            case UInt8(ascii: "\r"), UInt8(ascii: "\n"), UInt8(ascii: " "): calibration.accept()
            case UInt8(ascii: "b"): calibration.goBack()
            case UInt8(ascii: "s"):
                if let current = calibration.current { leaveOut(current, "by request") }
            // ctrl-C, which is no signal while the terminal hands over single keys.
            case UInt8(ascii: "q"), 3: session.end()
            case Terminal.suspendKey: terminal?.suspend()
            default: break
            }
        }
        show()
    }

    private func goUnattended() {
        isUnattended = true
        calibration.accept()
    }

    // MARK: What is shown

    private func show() {
        if let terminal {
            terminal.show(screen.lines(calibration))
            return
        }
        tellReadings()
        guard let current = calibration.current, current != told.posture,
            let posture = screen.postures.first(where: { $0.posture(of: screen.casing.panel) == current })
        else { return }
        Output.error(screen.line(posture))
        told.posture = current
    }

    /// Line by line: each reading once.
    private func tellReadings() {
        let readings = calibration.readings
        for posture in calibration.postures {
            guard let reading = readings[posture], reading != told.readings[posture] else { continue }
            Output.error("  " + CalibrateScreen.reading(reading))
            lastReading = KernelClock.bootTime.now
        }
        told.readings = readings
    }
}

extension Sensor {
    /// Raw steps as m/s² on the axes of the sensor, before any matrix.
    fileprivate func scaled(_ raw: [Int64]) -> [Double] {
        (0..<3).map { axis in
            guard axis < raw.count, axis < scale.count, axis < offset.count else { return 0 }
            return (Double(raw[axis]) + offset[axis]) * scale[axis]
        }
    }
}
