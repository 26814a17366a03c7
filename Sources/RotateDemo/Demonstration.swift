internal import CLinux
internal import EventLoop
internal import OrientationClient
internal import RotateLayout
internal import SystemCalls

/// What somebody looks at: a terminal that is redrawn, or lines of text.
protocol DemoView: AnyObject {
    /// Why nothing more can be shown, if that is so.
    var failure: SystemCallError? { get }
    /// A state has come, before what follows from it.
    func stateChanged(_ state: OrientationState)
    /// The interface is to be shown like this at once.
    func show(_ orientation: InterfaceOrientation)
    /// A turn is about to begin.
    func willRotate(_ turn: RotationTurn)
    /// Lay out for the new orientation, within that time.
    func animate(_ turn: RotationTurn, _ duration: Duration)
    /// A turn is over.
    func didRotate(from orientation: InterfaceOrientation)
    /// The policy is now this one.
    func policyChanged(_ policy: Policy)
    /// The connection to the service came or went.
    func connectionChanged(isConnected: Bool, _ text: String)
    /// The program is to be stopped until somebody continues it.
    func suspend()
    /// Something to tell, in one line.
    func tell(_ text: String)
}

extension DemoView {
    /// Nothing: a terminal that goes ends the program by a signal.
    var failure: SystemCallError? { nil }
}

/// The program: keys change the policy, and the service's answers change the view.
final class Demonstration {
    private let loop: EventLoop
    private let subscription: OrientationSubscription
    private let view: DemoView
    private var sources: [EventSource] = []
    private var keys: DescriptorSource?
    /// What is asked for, which the service may still refuse.
    private var policy = DemoStep.firstPolicy
    /// How many bytes are read at a time.
    private static let piece = 64
    /// How many bytes are read of what cannot be waited for: more than is ever typed, and an end where there is
    /// none, as in `/dev/zero`.
    private static let longestFile = 4096

    init(socketPath: String) throws(SystemCallError) {
        loop = try EventLoop()
        subscription = try OrientationSubscription(
            socketPath: socketPath, policy: policy, portraitSize: RotateLayout.portraitSize)
        view = isatty(STDOUT_FILENO) == 1 ? try TerminalView(loop: loop) : LogView(loop: loop)
        subscription.stateChanged = { [view] in view.stateChanged($0) }
        subscription.show = { [view] orientation, _ in view.show(orientation) }
        subscription.willRotate = { [view] turn, _ in view.willRotate(turn) }
        subscription.animate = { [view] in view.animate($0, $1) }
        subscription.didRotate = { [view] in view.didRotate(from: $0) }
        subscription.policyRefused = { [weak self] error in self?.refused(error) }
        var told: String?
        subscription.connectionChanged = { [view] status in
            let text: String
            switch status {
            case .connected: text = "connected"
            case .disconnected(let error, _): text = "waiting for orientationd: \(error)"
            }
            // Each attempt ends in the same words while nobody listens.
            if text != told { view.connectionChanged(isConnected: status == .connected, text) }
            told = text
        }
        subscription.turnDuration = .milliseconds(400)
    }

    /// Follows the orientation until `q`, an interrupt or the end.
    ///
    /// - Throws: What cannot be waited for, or why nothing more can be shown.
    func run() throws(SystemCallError) {
        view.policyChanged(policy)
        sources.append(
            try loop.onReady(subscription.descriptor, .readable) { [subscription] _ in subscription.dispatch()
            })
        for signal in [SIGTERM, SIGINT, SIGHUP] {
            sources.append(try loop.onSignal(signal) { [loop] in loop.stop() })
        }
        try watchKeys()
        subscription.dispatch()
        try loop.run()
        // Nobody reads any more (EPIPE) is a good reason to end; a full disk is not.
        if let failure = view.failure, failure.code != EPIPE { throw failure }
    }

    /// A standard input that cannot be waited for, such as a file, is read at once,
    /// up to a limit.
    private func watchKeys() throws(SystemCallError) {
        do throws(SystemCallError) {
            keys = try loop.onReady(STDIN_FILENO, .readable) { [weak self] _ in _ = self?.readKeys() }
        } catch {
            guard error.code == EPERM else { throw error }
            for _ in 0..<(Self.longestFile / Self.piece) {
                guard readKeys() else { return }
            }
            view.tell("of the standard input no more than \(Self.longestFile) keys are read")
        }
    }

    /// - Returns: Whether there may be more.
    private func readKeys() -> Bool {
        var bytes = [UInt8](repeating: 0, count: Self.piece)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        guard count > 0 else {
            // Nobody types any more, which is no reason to stop watching.
            keys?.pause()
            return false
        }
        for key in String(decoding: bytes.prefix(count), as: UTF8.self) { take(key) }
        return true
    }

    private func take(_ key: Character) {
        // In a terminal's raw mode an interrupt is a key.
        if key == "q" || key == "\u{3}" { return loop.stop() }
        if key == "\u{1A}" { return view.suspend() }
        guard let step = DemoStep.allCases.first(where: { $0.key == key }) else { return }
        do {
            var next = policy
            let transition = try step.take(in: &next)
            try subscription.update(next, transition: transition)
            policy = next
            view.policyChanged(policy)
        } catch {
            view.tell("\(step.title): \(error)")
        }
    }

    private func refused(_ error: OrientationError) {
        policy = subscription.policy
        view.policyChanged(policy)
        view.tell("refused: \(error.explanation)")
    }
}
