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
/// What all three allow is the effective set. Of it the first of the ``Candidates`` is shown.
public struct OrientationResolver: Sendable {
    /// The client's policy in force: the last one that was not refused.
    public private(set) var policy: Policy
    /// What the client should show.
    public private(set) var resolution: Resolution

    private var answers: ControllerAnswers
    private var pin: PresentationPin?

    /// Begins with a client that shows nothing yet.
    ///
    /// - Throws: Why the policy is refused. The session mask is no reason: a client which it leaves
    ///   with nothing begins with what the screen shows, unsupported, and recovers by itself.
    public init(policy: Policy = Policy(), machine: Machine) throws(PolicyError) {
        let answers = try Self.judge(policy, machine: machine)
        let application = ApplicationSet(
            machine: machine, application: policy.application, includingSession: true)
        let effective = answers.effective(in: application, kind: machine.kind, session: machine.sessionMask)
        let candidates = Candidates(
            launching: machine,
            from: machine.shownRestsOnEvidence ? machine.shown : nil,
            autorotates: answers.autorotates)

        let choice = candidates.first(in: effective, ranking: application.ranking)?.orientation
        let orientation =
            choice ?? (answers.autorotates ? machine.shown : application.orientations.first)
            ?? application.ranking.first ?? machine.shown
        self.policy = policy
        self.answers = answers
        resolution = Resolution(
            orientation: orientation,
            supported: choice != nil,
            allowed: application.ranking.filter { effective.contains($0) },
            rotation: machine.rotation(showing: orientation),
            cause: .launch,
            turned: nil)
    }

    /// Decides anew after a change of the machine.
    ///
    /// - Parameter cause: What changed.
    /// - Returns: The new resolution, or nothing if the client notices nothing of the change.
    public mutating func machineChanged(_ machine: Machine, cause: Cause) -> Resolution? {
        resolve(machine: machine, cause: cause)
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
        let asksAnother = answers.asked != self.answers.asked
        if transition != .navigates, !asksAnother {
            throw .malformed(field: "transition", problem: .asksTheSame)
        }
        var pin = asksAnother ? nil : self.pin
        if transition == .presents, let preferred = answers.preferred {
            try Self.judgePreference(preferred, answers: answers, policy: policy, machine: machine)
            pin = PresentationPin(orientation: preferred.orientation, machine: machine)
        }
        self.policy = policy
        self.answers = answers
        self.pin = pin
        return resolve(machine: machine, cause: transition.cause)
    }

    private mutating func resolve(machine: Machine, cause: Cause) -> Resolution? {
        let application = ApplicationSet(
            machine: machine, application: policy.application, includingSession: true)
        let effective = answers.effective(in: application, kind: machine.kind, session: machine.sessionMask)
        if pin?.holds(on: machine, in: effective) == false { pin = nil }
        let candidates = Candidates(
            machine: machine,
            current: resolution.orientation,
            pin: pin?.orientation,
            autorotates: answers.autorotates)

        let choice = candidates.first(in: effective, ranking: application.ranking)?.orientation
        let orientation = choice ?? resolution.orientation
        let rotation = machine.rotation(showing: orientation)
        let next = Resolution(
            orientation: orientation,
            supported: choice != nil,
            allowed: application.ranking.filter { effective.contains($0) },
            rotation: rotation,
            cause: cause,
            turned: Resolution.turn(from: resolution.rotation, to: rotation))
        guard !next.showsTheSame(as: resolution) else { return nil }
        resolution = next
        return next
    }
}

extension Resolution {
    /// Whether a client sees no difference.
    fileprivate func showsTheSame(as other: Self) -> Bool {
        orientation == other.orientation && supported == other.supported && allowed == other.allowed
            && rotation == other.rotation
    }
}
