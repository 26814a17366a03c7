internal import EventLoop
internal import OrientationClient
internal import OrientationProtocol
internal import SystemCalls
internal import Systemd

/// Follows the orientation service while somebody has claimed the accelerometer. At other times it only
/// asks whether there is one, which powers nothing, and holds no connection.
final class AccelerometerFollower {
    /// How long the service may be gone before its sensor counts as gone too: a restart is no loss.
    static let grace = Duration.seconds(10)
    /// How old an answer may be that still holds.
    static let validity = Duration.seconds(1)
    /// How long to wait for an answer, which the service gives at once.
    static let timeout = Duration.milliseconds(500)
    /// When to ask after a device came or went: the service hears of it at the same time.
    static let settling = [Duration.milliseconds(250), .seconds(2)]

    /// A state has come.
    var onState: (OrientationState) -> Void = { _ in }
    /// There is an accelerometer, or there is none.
    var onPresence: (Bool) -> Void = { _ in }

    private let socketPath: String
    private let loop: EventLoop
    private let log: Log
    private let clock: () -> Duration
    private var subscription: OrientationSubscription?
    private var source: DescriptorSource?
    private var graceTimer: TimerSource?
    private var askingTimer: TimerSource?
    private var upcoming: [Duration] = []
    private var lastAsked: Duration?
    private var pause = ReconnectPause(shortest: .seconds(1), longest: .seconds(60))

    /// - Parameter socketPath: Where the service listens.
    init(
        socketPath: String, loop: EventLoop, log: Log,
        clock: @escaping () -> Duration = { KernelClock.monotonic.now }
    ) throws(SystemCallError) {
        self.socketPath = socketPath
        self.loop = loop
        self.log = log
        self.clock = clock
        graceTimer = try loop.timer(accuracy: .milliseconds(250)) { [unowned self] in onPresence(false) }
        askingTimer = try loop.timer(accuracy: .milliseconds(50)) { [unowned self] in ask() }
    }

    deinit { source = nil }

    // MARK: Asking

    /// Asks whether there is an accelerometer, unless that is known.
    func askIfUncertain() {
        if let lastAsked, clock() - lastAsked < Self.validity { return }
        ask()
    }

    /// Asks once the service has heard of a device that came or went.
    func askWhenSettled() { if subscription == nil { ask(after: Self.settling) } }

    private func ask(after delays: [Duration]) {
        upcoming = delays
        if !upcoming.isEmpty { askingTimer?.set(after: upcoming.removeFirst()) }
    }

    private func ask() {
        guard subscription == nil else { return }
        defer { lastAsked = clock() }
        do throws(ClientError) {
            let connection = try OrientationConnection(socketPath: socketPath)
            let reply = try connection.call(
                .getState(policy: nil), as: StateReply.self, timeout: Self.timeout)
            pause.reset()
            onPresence(reply.state.sensorStatus != .absent)
        } catch {
            tell(error)
            onPresence(false)
            if upcoming.isEmpty { upcoming = [pause.next()] }
        }
        ask(after: upcoming)
    }

    // MARK: Following

    /// Follows the service from now on, and again after it was restarted.
    func follow() throws(SystemCallError) {
        guard subscription == nil else { return }
        askingTimer?.cancel()
        let subscription = try OrientationSubscription(
            socketPath: socketPath, pause: ReconnectPause(longest: .seconds(2)))
        subscription.stateChanged = { [unowned self] in take($0) }
        subscription.connectionChanged = { [unowned self] in take($0) }
        source = try loop.onReady(subscription.descriptor, .readable) { [unowned subscription] _ in
            subscription.dispatch()
        }
        self.subscription = subscription
    }

    /// Lets go of the service, which then switches the sensor off.
    func rest() {
        source = nil
        subscription = nil
        lastAsked = nil
        if graceTimer?.isSet == true {
            // The service was gone. Whether it is back is found out soon.
            graceTimer?.cancel()
            ask(after: [Self.validity])
        }
    }

    private func take(_ state: OrientationState) {
        onPresence(state.sensorStatus != .absent)
        onState(state)
    }

    private func take(_ status: OrientationSubscription.ConnectionStatus) {
        switch status {
        case .connected:
            graceTimer?.cancel()
            log(.info, "following \(socketPath)")
        case .disconnected(let error, _):
            tell(error)
            if graceTimer?.isSet == false { graceTimer?.set(after: Self.grace) }
        }
    }

    private func tell(_ error: ClientError) {
        // That one names the path itself.
        if case .unreachable(let error) = error { return log.limited(.warning, "\(error)", now: clock()) }
        log.limited(.warning, "\(socketPath): \(error)", now: clock())
    }
}
