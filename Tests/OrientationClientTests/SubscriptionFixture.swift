import OrientationClient
import OrientationProtocol
import Testing

/// A subscription to a service of the test's own, on a clock that stands until it is moved, with a log of
/// what its callbacks were told.
final class SubscriptionFixture {
    let service: TestService
    let subscription: OrientationSubscription
    private let clock = Clock()
    private let log = Log()

    private final class Clock {
        var now = Duration.seconds(1000)
    }

    private final class Log {
        var lines: [String] = []
        var status: [OrientationSubscription.ConnectionStatus] = []
    }

    init(_ policy: Policy = Policy(root: Controller(id: "main"))) throws {
        service = try TestService()
        let (clock, log) = (clock, log)
        subscription = try OrientationSubscription(
            socketPath: service.path, policy: policy, portraitSize: InterfaceSize(width: 3, height: 4),
            clock: { clock.now })
        func text(_ turn: RotationTurn) -> String {
            "\(turn.from.name)>\(turn.to.name) \(turn.angle) \(turn.size.width)x\(turn.size.height)"
        }
        subscription.show = { log.lines.append("show \($0.name) \($1.width)x\($1.height)") }
        subscription.willRotate = { turn, _ in log.lines.append("will \(text(turn))") }
        subscription.animate = { turn, _ in log.lines.append("animate \(text(turn))") }
        subscription.didRotate = { log.lines.append("did \($0.name)") }
        subscription.policyRefused = { log.lines.append("refused \($0.name)") }
        subscription.connectionChanged = { log.status.append($0) }
    }

    /// Notes a line between those of the callbacks.
    func note(_ line: String) { log.lines.append(line) }

    /// What the callbacks were told since this was asked before.
    func told() -> [String] {
        defer { log.lines = [] }
        return log.lines
    }

    /// How the connection stood, one after the other.
    var status: [OrientationSubscription.ConnectionStatus] { log.status }

    /// The pauses before each new attempt to connect.
    var pauses: [Duration] {
        log.status.compactMap { if case .disconnected(_, let pause) = $0 { pause } else { nil } }
    }

    /// Lets time pass.
    func pass(_ time: Duration) {
        clock.now += time
        subscription.dispatch()
    }

    /// Lets both sides have their turn until everything is said.
    func exchange() { service.exchange(with: subscription) }

    /// Sends a state to the subscription.
    func send(_ state: OrientationState, name: String? = nil) throws {
        try #require(service.peers.first).send(StateReply(state: state, subscription: name))
    }

    /// Subscribes, and shows portrait.
    func start() throws {
        exchange()
        try send(.showing(.portrait, .launch), name: "name")
        exchange()
        #expect(told() == ["show portrait 3x4"])
    }
}
