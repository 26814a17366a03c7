internal import OrientationCore
internal import OrientationProtocol
internal import Varlink

/// What a subscription says and hears, without sockets and time.
///
/// | state | begins when | next |
/// | --- | --- | --- |
/// | disconnected | at first; the connection ended | ready |
/// | ready | connected; another policy after a refusal | subscribing |
/// | subscribing | the call is made | subscribed, refused |
/// | subscribed | the first state has come | |
/// | refused | the service does not take the policy | ready, with the next policy |
///
/// A policy that changes while subscribed is sent over a connection of its own, one after the other. A
/// policy that changes at any other time is the one that the next call of `Subscribe` has.
struct Subscriber {
    /// What an application is told.
    enum Event: Equatable {
        /// A state has come.
        case state(OrientationState)
        /// The interface is to be shown like this at once.
        case show(InterfaceOrientation, InterfaceSize)
        /// A turn goes on.
        case phase(RotationPhase)
        /// A policy was refused.
        case refused(OrientationError)
    }

    private enum Stream: Equatable {
        case disconnected, ready
        case subscribing(Policy)
        case subscribed(name: String)
        case refused
    }

    private struct Update {
        var policy: Policy
        var transition: Transition
    }

    /// What the application asked for last; after a refusal what is in force.
    private(set) var policy: Policy
    /// The newest state.
    private(set) var state: OrientationState?

    private var stream = Stream.disconnected
    /// The policy that the service has.
    private var policyInForce: Policy?
    private var waiting: [Update] = []
    private var underway: Update?
    private var phases: RotationPhases?
    private let portraitSize: InterfaceSize

    init(policy: Policy, portraitSize: InterfaceSize) {
        self.policy = policy
        self.portraitSize = portraitSize
    }

    /// Whether a turn has begun that is not completed.
    var isTurning: Bool { phases?.isTurning ?? false }

    // MARK: The stream

    mutating func connected() { stream = .ready }

    /// Forgets what belongs to a connection. The state stays until the next one comes.
    mutating func disconnected() {
        stream = .disconnected
        waiting = []
        underway = nil
    }

    /// The call to make on the stream's connection, if there is one to make.
    mutating func streamCall() -> [UInt8]? {
        guard stream == .ready else { return nil }
        stream = .subscribing(policy)
        return Request.subscribe(policy: policy == Policy() ? nil : policy).bytes
    }

    /// Takes a reply from the stream's connection.
    ///
    /// - Throws: What makes this connection useless.
    mutating func streamReplied(_ reply: Reply) throws(ClientError) -> [Event] {
        let answer: StateReply
        do throws(ClientError) { answer = try reply.decoded() } catch {
            guard case .subscribing = stream, case .refused(let refusal) = error, refusal.isAboutPolicy else {
                throw error
            }
            // Another policy may have been set meanwhile.
            stream = stream == .subscribing(policy) ? .refused : .ready
            return [.refused(refusal)]
        }
        if case .subscribing(let policy) = stream {
            guard let name = answer.subscription else {
                throw .malformedReply(FieldError(field: "subscription", problem: "is missing"))
            }
            policyInForce = policy
            stream = .subscribed(name: name)
        }
        return take(answer.state)
    }

    private mutating func take(_ state: OrientationState) -> [Event] {
        self.state = state
        let orientation = state.interfaceOrientation
        guard var phases else {
            let size = orientation.isPortrait ? portraitSize : portraitSize.transposed
            phases = RotationPhases(orientation: orientation, rotation: state.rotation, size: size)
            return [.state(state), .show(orientation, size)]
        }
        let before = phases
        let isAnimated = state.cause.isAnimated && policyInForce?.root != nil
        var events: [Event] = [.state(state)]
        events += phases.turn(to: orientation, rotation: state.rotation, animated: isAnimated).map(
            Event.phase)
        let hasChanged = phases.orientation != before.orientation || phases.rotation != before.rotation
        if hasChanged, !phases.isTurning { events.append(.show(orientation, phases.size)) }
        self.phases = phases
        return events
    }

    // MARK: Policies

    /// Replaces the policy.
    mutating func update(_ policy: Policy, _ transition: Transition) {
        self.policy = policy
        switch stream {
        case .disconnected, .ready: break
        case .refused: stream = .ready
        case .subscribing, .subscribed: waiting.append(Update(policy: policy, transition: transition))
        }
    }

    /// The call to make on the connection for policies, if there is one to make.
    mutating func updateCall() -> [UInt8]? {
        guard case .subscribed(let name) = stream, underway == nil, !waiting.isEmpty else { return nil }
        let update = waiting.removeFirst()
        underway = update
        return Request.updatePolicy(
            subscription: name, policy: update.policy, transition: update.transition
        ).bytes
    }

    /// Takes a reply from the connection for policies. The state itself comes by the stream.
    ///
    /// - Throws: What makes this connection useless.
    mutating func updateReplied(_ reply: Reply) throws(ClientError) -> [Event] {
        guard let update = underway else {
            throw .malformedReply(FieldError(field: "", problem: "is no answer"))
        }
        underway = nil
        do throws(ClientError) {
            _ = try reply.decoded(as: StateReply.self)
            policyInForce = update.policy
            return []
        } catch {
            guard case .refused(let refusal) = error, refusal.isAboutPolicy else { throw error }
            if waiting.isEmpty, let policyInForce { policy = policyInForce }
            return [.refused(refusal)]
        }
    }

    // MARK: Turns

    /// The animation of a turn is over.
    mutating func completeTurn() -> [Event] { phases?.complete().map(Event.phase) ?? [] }
}

extension OrientationError {
    /// Whether another policy might be taken where this one was refused.
    fileprivate var isAboutPolicy: Bool {
        switch self {
        case .emptyIntersection, .legacyPredicateRejectsAll, .preferredNotSupported,
            .service(.invalidParameter):
            true
        default: false
        }
    }
}
