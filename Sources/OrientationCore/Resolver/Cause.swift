/// Why an interface orientation differs from the one before.
public enum Cause: CaseIterable, Hashable, Sendable {
    /// There was none before: a subscription began.
    case launch
    /// The device was turned.
    case device
    /// The client shows something else: it pushed, popped, selected, or changed an answer.
    case policy
    /// The client presents a full-screen controller.
    case present
    /// A full-screen controller of the client went away.
    case dismiss
    /// A session mask was set, replaced or taken back.
    case session
    /// The configuration was read again.
    case configuration
    /// The user's rotation lock was set or cleared.
    case lock
    /// The device was folded into laptop posture or out of it, or its lid closed or opened.
    case posture

    /// The name on the wire.
    public var name: String {
        switch self {
        case .launch: "launch"
        case .device: "device"
        case .policy: "policy"
        case .present: "present"
        case .dismiss: "dismiss"
        case .session: "session"
        case .configuration: "configuration"
        case .lock: "lock"
        case .posture: "posture"
        }
    }

    /// The cause of that ``name``, or nothing.
    public init?(name: String) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }

    /// Whether a client animates a turn of this cause. A launch, a presentation and a dismissal show
    /// something new, which simply appears the right way up.
    public var isAnimated: Bool {
        switch self {
        case .launch, .present, .dismiss: false
        case .device, .policy, .session, .configuration, .lock, .posture: true
        }
    }
}

/// How a client came from one policy to the next.
public enum Transition: CaseIterable, Hashable, Sendable {
    /// Whatever is no presentation: the new answers count at once, and a turn is animated.
    case navigates
    /// A full-screen controller is shown for the first time: its preferred orientation counts, and the
    /// turn is not animated.
    case presents
    /// A full-screen controller went away: the turn is not animated.
    case dismisses

    /// The name on the wire.
    public var name: String {
        switch self {
        case .navigates: "navigates"
        case .presents: "presents"
        case .dismisses: "dismisses"
        }
    }

    /// The transition of that ``name``, or nothing.
    public init?(name: String) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }

    /// The cause that a state has which this transition brings about.
    public var cause: Cause {
        switch self {
        case .navigates: .policy
        case .presents: .present
        case .dismisses: .dismiss
        }
    }
}
