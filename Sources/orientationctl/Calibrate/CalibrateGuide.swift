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
        /// Each posture as the user knows it, with what the sensor said.
        let readings: [(name: String, reading: PostureReading)]
    }

    private let session: SampleSession
    private var screen: CalibrateScreen
    private var terminal: Terminal?
    private var calibration: GuidedCalibration
    private var sensor: Sensor?
    private var handedness = SensorHandedness.right
    private var sources: [AnyObject] = []
    private var timer: TimerSource?
    private var lastSample: Duration
    /// Whether nobody can press a key.
    private var isUnattended = false
    private var lastReading: Duration
    /// How many postures were announced, and how many readings told, where there is no screen.
    private var told = (postures: 0, readings: 0)

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
    ///   - options: Where samples come from.
    init(_ postures: [CasingPosture], _ options: SampleOptions) throws(Failure) {
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
        let readings = screen.postures.compactMap { posture in
            calibration.readings[posture.posture(of: screen.casing.panel)].map { (screen.name(posture), $0) }
        }
        return Result(evidence: evidence, sensor: sensor, readings: readings)
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
        if isUnattended, now - lastReading > Self.unattendedPatience {
            session.end(
                Failure("nobody held the device still as asked for a minute; nothing is changed", .no))
        }
        proceed()
        show()
        timer?.set(after: Self.refresh)
    }

    /// Ends when all is known, unless the readings have something odd about them that more of them explain.
    private func proceed() {
        guard calibration.current == nil else { return }
        let rest = CasingPosture.allCases.filter { !screen.postures.contains($0) }
        if let found = try? MountEstimator.estimate(evidence), found.contradictsHandedness, !rest.isEmpty {
            screen.postures += rest
            screen.isConfirming = true
            calibration.ask(for: rest.map { $0.posture(of: screen.casing.panel) })
            if terminal == nil { CalibrateScreen.confirmation.forEach { Output.error($0) } }
        } else {
            session.end()
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
            // ctrl-C, which is no signal while the terminal hands over single keys.
            case UInt8(ascii: "q"), 3: session.end()
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
        // Line by line: each posture once, and what was read of it.
        let done = screen.postures.prefix { calibration.readings[$0.posture(of: screen.casing.panel)] != nil }
        while told.readings < done.count {
            let posture = screen.postures[told.readings].posture(of: screen.casing.panel)
            Output.error("  " + CalibrateScreen.reading(calibration.readings[posture]))
            told.readings += 1
            lastReading = KernelClock.bootTime.now
        }
        guard done.count < screen.postures.count, told.postures <= done.count else { return }
        Output.error(screen.line(done.count))
        told.postures = done.count + 1
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
