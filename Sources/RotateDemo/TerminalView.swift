internal import CLinux
internal import EventLoop
internal import OrientationClient
internal import RotateLayout
internal import SystemCalls

/// The demonstration as a picture in the terminal, in which a turn can be watched.
///
/// The casing is drawn as the device is held, whatever the interface does. So a page that shows portrait
/// only lies on its side when the device does.
final class TerminalView: DemoView {
    private let terminal: Terminal
    private var scene = Scene(held: .portrait, shown: .portrait)
    private var state: OrientationState?
    private var held = InterfaceOrientation.portrait
    private var shown = InterfaceOrientation.portrait
    private var phase = "at rest"
    private var pages = ""
    private var message = ""
    private var isConnected = false

    private var start = Scene(held: .portrait, shown: .portrait)
    private var goal = Scene(held: .portrait, shown: .portrait)
    private var began = Duration.zero
    private var lasts = Duration.zero
    private var frames: TimerSource?
    private var resized: SignalSource?

    init(loop: EventLoop) throws(SystemCallError) {
        terminal = try Terminal()
        frames = try loop.timer(accuracy: .milliseconds(5)) { [weak self] in self?.drawFrame() }
        resized = try loop.onSignal(SIGWINCH) { [weak self] in self?.draw() }
    }

    // MARK: What happens

    func stateChanged(_ state: OrientationState) {
        self.state = state
        // Lying flat it is drawn as it was held before.
        held = state.deviceOrientation.interfaceOrientation ?? held
        if self.shown == state.interfaceOrientation { move(lasting: .milliseconds(400)) }
    }

    func show(_ orientation: InterfaceOrientation) {
        shown = orientation
        phase = "at rest"
        move(lasting: .zero)
    }

    func willRotate(_ turn: RotationTurn) { phase = "will rotate from \(turn.from.name)" }

    func animate(_ turn: RotationTurn, _ duration: Duration) {
        shown = turn.to
        phase = "turns by \(turn.angle)°"
        move(lasting: duration)
    }

    func didRotate(from orientation: InterfaceOrientation) {
        phase = "did rotate from \(orientation.name)"
        draw()
    }

    func policyChanged(_ policy: Policy) {
        pages = policy.demoTitle
        message = ""
        draw()
    }

    func connectionChanged(isConnected: Bool, _ text: String) {
        self.isConnected = isConnected
        tell(text)
    }

    func suspend() {
        terminal.suspend()
        draw()
    }

    func tell(_ text: String) {
        message = text
        draw()
    }

    // MARK: Drawing

    private func move(lasting duration: Duration) {
        start = scene
        goal = Scene(held: held, shown: shown)
        began = KernelClock.monotonic.now
        lasts = duration
        drawFrame()
    }

    /// Draws the scene as it is by now, and comes again until it is at rest.
    private func drawFrame() {
        let past = KernelClock.monotonic.now - began
        if past < lasts {
            // Begins and ends gently.
            let fraction = past / lasts
            scene = start.moved(to: goal, by: fraction * fraction * (3 - 2 * fraction))
            frames?.set(after: .milliseconds(33))
        } else {
            scene = goal
        }
        draw()
    }

    private func draw() {
        let (columns, rows) = terminal.size
        let text = status
        var canvas = BrailleCanvas(columns: columns, rows: rows - text.count)
        canvas.draw(scene)
        terminal.show(canvas.lines + text)
    }

    /// Names and numbers fit into 80 columns, the longest ones too.
    private var status: [String] {
        let keys = DemoStep.allCases.map { "\($0.key) \($0.shortTitle)" } + ["q quit"]
        guard let state else { return ["", message, "", keys.joined(separator: "  ")] }
        let allowed = state.allowed.map(\.name).joined(separator: " ")
        return [
            "device \(state.deviceOrientation.name)   interface \(state.interfaceOrientation.name)   "
                + "rotation \(state.rotation)",
            "\(phase)   cause \(state.cause.name)   "
                + (isConnected ? "sensor \(state.sensorStatus)" : "not connected"),
            state.supported ? "allowed: \(allowed)" : "held: nothing is allowed",
            "shows \(pages)",
            message,
            keys.joined(separator: "  "),
        ]
    }
}

extension DemoStep {
    /// What the key does, in a word or two.
    fileprivate var shortTitle: String {
        switch self {
        case .limitMain: "portrait only"
        case .pushVideo: "video"
        case .pop: "back"
        case .present: "picture"
        case .presentSheet: "sheet"
        case .dismiss: "dismiss"
        }
    }
}
