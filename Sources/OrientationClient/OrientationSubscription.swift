public import OrientationCore
public import OrientationProtocol
public import SystemCalls
internal import Varlink

/// Follows the orientation for one application: which way up to draw, and when and how to turn.
///
/// It connects by itself, and again after the service was restarted. Set the callbacks that matter, then
/// either ``run()``, or wait for ``descriptor`` in a loop of your own and call ``dispatch()`` each time
/// that it is readable:
///
/// ```swift
/// let view = Controller(supported: .allButUpsideDown)
/// let subscription = try OrientationSubscription(
///     policy: Policy(root: view), portraitSize: InterfaceSize(width: 768, height: 1024))
/// subscription.show = { orientation, size in layOut(orientation, size) }
/// subscription.animate = { turn, duration in
///     UI.animate(duration, by: turn.angle) { layOut(turn.to, turn.size) }
/// }
/// subscription.run()
/// ```
///
/// While the application navigates it says so with ``update(_:transition:)``. The interface is never left
/// in an orientation that the controller on top does not allow.
///
/// | callback | when |
/// | --- | --- |
/// | ``stateChanged`` | for each state, before what follows from it |
/// | ``show`` | first, and when what is shown changes without a turn: a presentation, another service |
/// | ``willRotate`` ``animate`` ``didRotate`` | for a turn, strictly in this order, one of each |
///
/// Without a root controller in the policy nothing is animated: each change is a ``show``.
///
/// Not `Sendable`: it calls its callbacks on the thread that calls ``run()`` or ``dispatch()``.
public final class OrientationSubscription {
    /// Where the service listens by default.
    public static let defaultSocketPath = "/run/orientationd/org.orientationd"

    /// How the connection stands.
    public enum ConnectionStatus: Equatable, Sendable {
        /// The service has answered.
        case connected
        /// The connection failed or ended; it is tried again after the pause.
        case disconnected(ClientError, retryAfter: Duration)
    }

    // MARK: Callbacks

    /// A state has come.
    public var stateChanged: ((OrientationState) -> Void)?
    /// The interface is to be drawn like this at once, without a turn.
    public var show: ((InterfaceOrientation, InterfaceSize) -> Void)?
    /// A turn is about to begin. The old layout is still shown; the turn will last so long.
    public var willRotate: ((RotationTurn, Duration) -> Void)?
    /// The turn happens: lay out for its new size, and let what is drawn turn by its angle.
    public var animate: ((RotationTurn, Duration) -> Void)?
    /// The turn is over; this is the orientation that was left.
    public var didRotate: ((InterfaceOrientation) -> Void)?
    /// The service does not take a policy; the one before stays in force.
    public var policyRefused: ((OrientationError) -> Void)?
    /// The connection came or went.
    public var connectionChanged: ((ConnectionStatus) -> Void)?

    // MARK: Settings

    /// How long a turn lasts. ``didRotate`` follows after it, or after ``completeTurn()`` if that is
    /// called earlier.
    public var turnDuration = Duration.milliseconds(300)
    /// How long to wait before connecting again.
    public var pause: ReconnectPause
    /// By how much to shorten a pause, see ``ReconnectPause/next(jitter:)``.
    public var jitter: () -> Double = { 0 }

    private let socketPath: String
    private let clock: () -> Duration
    private let readiness: Readiness
    private var subscriber: Subscriber
    private var stream: ClientSocket?
    private var updates: ClientSocket?
    private var reconnectTime: Duration?
    private var turnEnd: Duration?
    private var news: [News] = []
    private var isTalking = false
    private var isStopped = false
    private var isConnected = false

    /// What callbacks are still to be called for.
    private enum News {
        case event(Subscriber.Event)
        case connection(ConnectionStatus)
    }

    /// Makes a subscription. It connects in ``run()`` or ``dispatch()``.
    ///
    /// - Parameters:
    ///   - socketPath: Where the service listens.
    ///   - policy: What the application can show at first. Without any the device decides.
    ///   - portraitSize: Size of the interface in portrait, in whatever unit the application draws in.
    ///   - pause: How long to wait before connecting again.
    ///   - clock: A clock that does not go backwards.
    /// - Throws: When the process has no descriptors left.
    public init(
        socketPath: String = defaultSocketPath,
        policy: Policy = Policy(),
        portraitSize: InterfaceSize = InterfaceSize(width: 0, height: 0),
        pause: ReconnectPause = ReconnectPause(),
        clock: @escaping () -> Duration = { KernelClock.monotonic.now }
    ) throws(SystemCallError) {
        self.socketPath = socketPath
        self.clock = clock
        self.pause = pause
        readiness = try Readiness()
        subscriber = Subscriber(policy: policy, portraitSize: portraitSize)
        reconnectTime = clock()
        readiness.setTimer(after: .zero)
    }

    /// The newest state; the last one that came, while the service cannot be reached.
    public var state: OrientationState? { subscriber.state }

    /// What the application can show, as it was set last. After a refusal the one that is in force.
    public var policy: Policy { subscriber.policy }

    // MARK: What an application does

    /// Says what the application can show from now on.
    ///
    /// - Parameter transition: How it came to that; see the steps of ``Policy``, which return it.
    /// - Throws: ``PolicyError/malformed(field:problem:)``, and nothing changes. What only the service can
    ///   judge it answers later, with ``policyRefused``.
    public func update(_ policy: Policy, transition: Transition = .navigates) throws(PolicyError) {
        try policy.checkStructure()
        subscriber.update(policy, transition)
        talk()
    }

    /// Says that the animation of the turn is over before ``turnDuration`` is.
    public func completeTurn() {
        turnEnd = nil
        note(subscriber.completeTurn())
        talk()
    }

    /// Waits, and calls the callbacks, until ``stop()``.
    public func run() {
        isStopped = false
        while !isStopped { wait() }
    }

    /// Ends ``run()`` after the callback that calls this.
    public func stop() { isStopped = true }

    /// Waits once, and calls the callbacks that are due then.
    ///
    /// - Parameter timeout: How long to wait at most; without one until something comes.
    public func wait(timeout: Duration? = nil) {
        _ = waitUntilReadable(descriptor, timeout: timeout)
        dispatch()
    }

    /// Is readable when ``dispatch()`` has something to do. Belongs to this object; nothing is to be
    /// read from it.
    public var descriptor: Int32 { readiness.number }

    /// Does what is due without waiting, and calls the callbacks for it.
    public func dispatch() {
        let now = clock()
        if let time = reconnectTime, now >= time { connect() }
        if let end = turnEnd, now >= end { completeTurn() }
        talk()
    }

    // MARK: Talking

    private func connect() {
        reconnectTime = nil
        do throws(ClientError) {
            stream = try ClientSocket(connectingTo: socketPath)
            subscriber.connected()
        } catch {
            disconnect(error)
        }
    }

    private func disconnect(_ error: ClientError) {
        stream = nil
        updates = nil
        isConnected = false
        subscriber.disconnected()
        let delay = pause.next(jitter: jitter())
        reconnectTime = clock() + delay
        news.append(.connection(.disconnected(error, retryAfter: delay)))
    }

    /// Sends, receives and calls callbacks until there is nothing left that goes without waiting. What
    /// callbacks ask for meanwhile is done here too, in order.
    private func talk() {
        if isTalking { return }
        isTalking = true
        defer { isTalking = false }
        do throws(ClientError) {
            var goesOn = true
            while goesOn {
                deliver()
                goesOn = try talkOnStream()
                if !goesOn { goesOn = try talkAboutPolicy() }
            }
        } catch {
            disconnect(error)
            deliver()
        }
        arm()
    }

    private func talkOnStream() throws(ClientError) -> Bool {
        guard let stream else { return false }
        try stream.flush()
        if let call = subscriber.streamCall() { try stream.send(call) }
        guard let reply = try stream.receive() else { return false }
        let events = try subscriber.streamReplied(reply)
        if !isConnected, !events.isEmpty {
            isConnected = true
            pause.reset()
            news.append(.connection(.connected))
        }
        note(events)
        return true
    }

    private func talkAboutPolicy() throws(ClientError) -> Bool {
        guard stream != nil else { return false }
        if let call = subscriber.updateCall() {
            let socket: ClientSocket
            if let updates { socket = updates } else { socket = try ClientSocket(connectingTo: socketPath) }
            updates = socket
            try socket.send(call)
        }
        guard let updates else { return false }
        try updates.flush()
        guard let reply = try updates.receive() else { return false }
        note(try subscriber.updateReplied(reply))
        return true
    }

    private func note(_ events: [Subscriber.Event]) { news += events.map(News.event) }

    private func deliver() {
        while !news.isEmpty {
            switch news.removeFirst() {
            case .event(let event): tell(event)
            case .connection(let status): connectionChanged?(status)
            }
        }
    }

    private func tell(_ event: Subscriber.Event) {
        switch event {
        case .state(let state): stateChanged?(state)
        case .show(let orientation, let size): show?(orientation, size)
        case .phase(.will(let turn)): willRotate?(turn, turnDuration)
        case .phase(.animate(let turn)):
            turnEnd = clock() + turnDuration
            animate?(turn, turnDuration)
        case .phase(.did(let from, _, _)): didRotate?(from)
        case .refused(let error): policyRefused?(error)
        }
    }

    /// Sets what ``descriptor`` waits for.
    private func arm() {
        if let stream { readiness.watch(stream.number, writing: stream.isSending) }
        if let updates { readiness.watch(updates.number, writing: updates.isSending) }
        if !subscriber.isTurning { turnEnd = nil }
        let next = [reconnectTime, turnEnd].compactMap { $0 }.min()
        readiness.setTimer(after: next.map { $0 - clock() })
    }
}
