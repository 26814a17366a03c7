/// What a client can show: its application's limits and its controllers.
///
/// A policy belongs to one subscription and to no other client. The policy without anything is that of
/// a client which lets the device decide.
public struct Policy: Equatable, Sendable {
    /// Which rules the policy follows.
    public var dialect: PolicyDialect
    /// What the client's application allows. Nothing: all that the machine offers.
    public var application: Application?
    /// The controller that fills the screen below the modals. Nothing: nobody is asked.
    public var root: Controller?
    /// The controllers that are shown above the root, the last one on top. Only with a root.
    public var modals: [Modal]

    /// Makes a policy; whatever is left out has its default.
    public init(
        dialect: PolicyDialect = .modern,
        application: Application? = nil,
        root: Controller? = nil,
        modals: [Modal] = []
    ) {
        self.dialect = dialect
        self.application = application
        self.root = root
        self.modals = modals
    }
}

/// Which rules a policy follows.
public enum PolicyDialect: CaseIterable, Hashable, Sendable {
    /// The topmost full-screen controller is asked, and its answer is intersected with what the
    /// application and the machine allow.
    case modern
    /// The visible leaf is asked for a set of its own, which the session mask alone limits. A leaf that
    /// says nothing shows portrait only. The modern answers do not count.
    case legacy

    /// The name on the wire.
    public var name: String {
        switch self {
        case .modern: "modern"
        case .legacy: "legacy"
        }
    }

    /// The dialect of that ``name``, or nothing.
    public init?(name: String) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }
}

/// What the client's application allows, of what the machine offers.
public struct Application: Equatable, Sendable {
    /// Ordered lists; at a launch on a flat table the first is taken.
    public var lists: OrientationLists
    /// In place of the lists as far as the set goes, and possibly wider. The lists keep giving the
    /// order.
    public var mask: InterfaceOrientationMask?

    /// Makes limits; whatever is left out is not limited.
    public init(lists: OrientationLists = OrientationLists(), mask: InterfaceOrientationMask? = nil) {
        self.lists = lists
        self.mask = mask
    }
}

/// A controller that is shown above the others.
public struct Modal: Equatable, Sendable {
    /// The controller.
    public var controller: Controller
    /// Whether it fills the screen. A sheet, which does not, is not asked for its orientations.
    public var fullScreen: Bool

    /// Makes a modal.
    public init(controller: Controller, fullScreen: Bool = true) {
        self.controller = controller
        self.fullScreen = fullScreen
    }
}
