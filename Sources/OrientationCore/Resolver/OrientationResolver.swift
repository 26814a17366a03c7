/// Decides which of the four interface orientations one client shows.
///
/// There is one resolver for each subscription. It holds the client's policy and the orientation that
/// the client shows, and is told of every change of the machine and of the policy. It has neither clock
/// nor socket, and knows of no other client.
///
/// | level | who decides | what |
/// |---|---|---|
/// | machine | session mask, else configuration | ``ApplicationSet`` |
/// | application | the client's mask, else its list | ``ApplicationSet`` |
/// | controller | the topmost full-screen controller | ``ControllerAnswers`` |
///
/// What all three allow is the effective set. Of it the first of the ``InterfaceCandidates`` is shown.
public struct OrientationResolver: Sendable {
    /// What the client should show.
    public private(set) var resolution: Resolution

    private var pin: PresentationPin?
    private var inForce: PolicyInForce

    /// The client's policy in force: the last one that was not refused.
    public var policy: Policy { inForce.policy }

    /// Begins with a client that shows nothing yet.
    ///
    /// - Throws: Why the policy is refused. The session mask is no reason: a client which it leaves
    ///   with nothing begins with what the screen shows, unsupported, and recovers by itself.
    public init(policy: Policy = Policy(), machine: Machine) throws(PolicyError) {
        inForce = .make(policy, answers: try Self.judge(policy, machine: machine))
        resolution = Self.resolution(
            inForce,
            candidates: InterfaceCandidates(
                launching: machine, autorotates: inForce.answers.autorotates),
            machine: machine,
            cause: .launch,
            before: nil)
    }

    /// Decides anew after a change of the machine.
    ///
    /// - Parameter cause: What changed.
    /// - Returns: The new resolution, or nothing if the client notices nothing of the change.
    public mutating func machineChanged(_ machine: Machine, cause: Cause) -> Resolution? {
        resolve(machine: machine, cause: cause)
    }

    /// Decides anew for one of many clients after the same change of the machine.
    ///
    /// Clients without a policy that show the same come to the same, which is then worked out once.
    ///
    /// - Returns: Whether the client notices the change.
    public mutating func machineChanged(by change: inout MachineChange) -> Bool {
        guard inForce === PolicyInForce.unlimited else {
            return resolve(machine: change.machine, cause: change.cause) != nil
        }
        // There is no pin: nothing is presented.
        if let last = change.last, last.before.showsTheSame(as: resolution) {
            if last.isNoticed { resolution = last.after }
            return last.isNoticed
        }
        let before = resolution
        let isNoticed = resolve(machine: change.machine, cause: change.cause) != nil
        change.last = MachineChange.Step(before: before, after: resolution, isNoticed: isNoticed)
        return isNoticed
    }

    /// Replaces the policy, and decides anew at once: nothing is left in an orientation that the new
    /// policy does not allow.
    ///
    /// - Returns: The new resolution, or nothing if it is the same as before.
    /// - Throws: Why the new policy is refused. The one before stays, and the resolution with it.
    public mutating func update(policy: Policy, transition: Transition = .navigates, machine: Machine)
        throws(PolicyError) -> Resolution?
    {
        let answers = try Self.judge(policy, machine: machine)
        let asksAnother = answers.asked != inForce.answers.asked
        if transition != .navigates, !asksAnother {
            throw .malformed(field: "transition", problem: .asksTheSame)
        }
        var pin = asksAnother ? nil : self.pin
        if transition == .presents, let preferred = answers.preferred {
            try Self.judgePreference(preferred, answers: answers, policy: policy, machine: machine)
            pin = PresentationPin(orientation: preferred.orientation, machine: machine)
        }
        inForce = .make(policy, answers: answers)
        self.pin = pin
        return resolve(machine: machine, cause: transition.cause)
    }

    private mutating func resolve(machine: Machine, cause: Cause) -> Resolution? {
        if pin?.holds(on: machine) == false { pin = nil }
        let next = Self.resolution(
            inForce,
            candidates: InterfaceCandidates(
                machine: machine,
                current: resolution.orientation,
                pin: pin?.orientation,
                autorotates: inForce.answers.autorotates),
            machine: machine,
            cause: cause,
            before: resolution)
        if let pinned = pin?.orientation, !next.allowed.contains(pinned) { pin = nil }
        guard !next.showsTheSame(as: resolution) else { return nil }
        resolution = next
        return next
    }

    private static func resolution(
        _ inForce: PolicyInForce,
        candidates: InterfaceCandidates,
        machine: Machine,
        cause: Cause,
        before: Resolution?
    ) -> Resolution {
        let application = ApplicationSet(
            machine: machine, application: inForce.policy.application, includingSession: true)
        let effective = inForce.answers.effective(
            in: application, kind: machine.kind, session: machine.sessionMask)
        let choice = candidates.decide(in: effective, application: application)
        let rotation = machine.rotation(showing: choice.orientation)
        // Mostly all that the machine offers, which many clients then share.
        var allowed = machine.configuredList
        if !allowed.areThose(of: effective, rankedBy: application.ranking) {
            allowed = application.ranking.filter { effective.contains($0) }
        }
        return Resolution(
            orientation: choice.orientation,
            supported: choice.supported,
            allowed: allowed,
            rotation: rotation,
            cause: cause,
            turned: before.flatMap { Resolution.turn(from: $0.rotation, to: rotation) })
    }
}

/// One change of the machine, while one client after the other is told of it.
public struct MachineChange: Sendable {
    fileprivate let machine: Machine
    /// What changed.
    public let cause: Cause
    /// What a client without a policy came to.
    fileprivate var last: Step?

    /// Begins with nobody told.
    ///
    /// - Parameters:
    ///   - machine: As it is after the change.
    ///   - cause: What changed.
    public init(to machine: Machine, cause: Cause) {
        self.machine = machine
        self.cause = cause
    }

    /// An object, which is looked into without being copied.
    fileprivate final class Step: Sendable {
        let before: Resolution
        let after: Resolution
        let isNoticed: Bool

        init(before: Resolution, after: Resolution, isNoticed: Bool) {
            self.before = before
            self.after = after
            self.isNoticed = isNoticed
        }
    }
}

/// A policy that was not refused, and what its controllers answer. It never changes, so that clients can
/// share it: all those without a policy do.
private final class PolicyInForce: Sendable {
    let policy: Policy
    let answers: ControllerAnswers

    /// That of all clients without a policy.
    static let unlimited = PolicyInForce(Policy(), ControllerAnswers(policy: Policy()))

    private init(_ policy: Policy, _ answers: ControllerAnswers) {
        self.policy = policy
        self.answers = answers
    }

    static func make(_ policy: Policy, answers: ControllerAnswers) -> PolicyInForce {
        policy == unlimited.policy ? unlimited : PolicyInForce(policy, answers)
    }
}

extension [InterfaceOrientation] {
    /// Whether these are the orientations of a mask, in the order of a ranking.
    fileprivate func areThose(of mask: InterfaceOrientationMask, rankedBy ranking: Self) -> Bool {
        var place = startIndex
        for orientation in ranking where mask.contains(orientation) {
            guard place < endIndex, self[place] == orientation else { return false }
            place += 1
        }
        return place == endIndex
    }
}

extension Resolution {
    /// Whether a client sees no difference.
    fileprivate func showsTheSame(as other: Self) -> Bool {
        orientation == other.orientation && supported == other.supported && allowed == other.allowed
            && rotation == other.rotation
    }
}
