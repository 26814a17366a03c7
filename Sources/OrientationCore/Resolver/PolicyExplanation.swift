/// What each level of the resolver leaves of a policy, who is asked, and why: for people who write
/// policies. The resolver itself does not use it.
public struct PolicyExplanation: Equatable, Sendable {
    /// A controller on the way from the one that fills the screen to the one that answers.
    public struct Station: Equatable, Sendable {
        /// Its dotted place, such as `policy.root.children[2]`.
        public let field: String
        /// The controller.
        public let controller: Controller
    }

    /// Which declaration of the application counts.
    public enum Declaration: Equatable, Sendable {
        /// None: it leaves everything.
        case nothing
        /// Its mask.
        case mask
        /// A list of its own.
        case list(OrientationLists.Name)
    }

    /// What the machine offers, best first. The session mask counts.
    public let offered: [InterfaceOrientation]
    /// Which declaration of the application counts. In the legacy dialect it gives the order alone.
    public let declaration: Declaration
    /// What the application leaves of what is offered, best first.
    public let application: [InterfaceOrientation]
    /// The controller that is asked, and, as far as it forwards, those that are asked in its place one
    /// after the other. In the legacy dialect the way to the visible leaf. Empty without a root.
    public let way: [Station]
    /// How many full-screen modals there are up to the one that is asked; 0 is the root.
    public let modalLevel: Int
    /// Whose answer counts: a place in ``way``. Nothing if none of them answers, which leaves the default.
    public let answering: Int?
    /// What the controllers support, in canonical order.
    public let supported: [InterfaceOrientation]
    /// What remains of all levels, best first.
    public let remaining: [InterfaceOrientation]
    /// Whether the interface turns with the device.
    public let autorotates: Bool
    /// How the asked controller wants to be presented.
    public let preferred: InterfaceOrientation?
    /// Why the policy would be refused, apart from what it prefers.
    public let refusal: PolicyError?

    /// Explains a policy.
    ///
    /// - Throws: ``PolicyError/malformed(field:problem:)``.
    public init(_ policy: Policy, machine: Machine) throws(PolicyError) {
        try policy.checkStructure()
        let offered = ApplicationSet(machine: machine, application: nil, includingSession: true)
        let limited = ApplicationSet(
            machine: machine, application: policy.application, includingSession: true)
        let answers = ControllerAnswers(policy: policy)
        let effective = answers.effective(in: limited, kind: machine.kind, session: machine.sessionMask)

        self.offered = offered.orientations
        application = limited.orientations
        declaration = Self.declaration(of: policy.application, kind: machine.kind)
        way = Self.way(through: policy)
        modalLevel = answers.asked?.level ?? 0
        answering =
            switch policy.dialect {
            case .modern: way.lastIndex { $0.controller.supported != nil }
            // The leaf alone is asked.
            case .legacy: way.last?.controller.legacySupported == nil ? nil : way.indices.last
            }
        supported = answers.mask(for: machine.kind).orientations
        remaining = limited.ranking.filter { effective.contains($0) }
        autorotates = answers.autorotates
        preferred = answers.preferred?.orientation
        do throws(PolicyError) {
            _ = try OrientationResolver(policy: policy, machine: machine)
            refusal = nil
        } catch {
            refusal = error
        }
    }

    private static func declaration(of application: Application?, kind: DeviceKind) -> Declaration {
        if application?.mask != nil { return .mask }
        return application?.lists.nameInForce(for: kind).map(Declaration.list) ?? .nothing
    }

    private static func way(through policy: Policy) -> [Station] {
        guard let top = policy.topmost else { return [] }
        var way = [Station(field: top.field, controller: top.controller)]
        while let last = way.last, last.controller.forwards || policy.dialect == .legacy,
            let index = last.controller.visibleChildIndex
        {
            let field = "\(last.field).children[\(index)]"
            way.append(Station(field: field, controller: last.controller.children[index]))
        }
        return way
    }
}
