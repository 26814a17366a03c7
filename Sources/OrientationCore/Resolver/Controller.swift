/// One controller of a client's interface: a view, or a container of controllers.
///
/// A controller answers three questions: which orientations it supports, whether it turns with the
/// device at all, and how it wants to be first shown. Each answer may be missing; it is then its
/// container's, if that one forwards the questions, and else the default. Answers are data: a client
/// whose answers depend on what it shows sends a new policy when they change.
public struct Controller: Equatable, Sendable {
    /// What a controller contains.
    public enum Kind: CaseIterable, Hashable, Sendable {
        /// Nothing: it answers for itself.
        case view
        /// A stack, of which the last child is on top and visible.
        case navigation
        /// Tabs, of which the selected one is visible.
        case tab

        /// The name on the wire.
        public var name: String {
            switch self {
            case .view: "view"
            case .navigation: "navigation"
            case .tab: "tab"
            }
        }

        /// The kind of that ``name``, or nothing.
        public init?(name: String) {
            guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
            self = match
        }
    }

    /// Its name, unique within the policy. For error messages, and to tell whether another controller
    /// is asked than before.
    public var id: String?
    /// What it contains.
    public var kind: Kind
    /// Which orientations it supports. Default: ``DeviceKind/defaultMask``.
    public var supported: InterfaceOrientationMask?
    /// Whether it turns with the device. Default: yes.
    public var autorotates: Bool?
    /// How it wants to be first shown when it is presented full screen. Default: no wish.
    public var preferred: InterfaceOrientation?
    /// Which orientations it supports in the legacy dialect. Default: portrait.
    public var legacySupported: InterfaceOrientationMask?
    /// The stack of a navigation controller, the last one on top, or the tabs of a tab controller.
    public var children: [Controller]
    /// Which tab is selected, counted from 0. Default: the first.
    public var selected: Int?
    /// Whether the top child or selected tab is asked in its place.
    public var forwards: Bool

    /// Makes a controller; whatever is left out has its default.
    public init(
        id: String? = nil,
        kind: Kind = .view,
        supported: InterfaceOrientationMask? = nil,
        autorotates: Bool? = nil,
        preferred: InterfaceOrientation? = nil,
        legacySupported: InterfaceOrientationMask? = nil,
        children: [Controller] = [],
        selected: Int? = nil,
        forwards: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.supported = supported
        self.autorotates = autorotates
        self.preferred = preferred
        self.legacySupported = legacySupported
        self.children = children
        self.selected = selected
        self.forwards = forwards
    }

    /// The place in ``children`` of the one that is visible: the top of a stack, the selected tab.
    /// Nothing for a view, for a container without children, and for a tab that does not exist.
    public var visibleChildIndex: Int? {
        switch kind {
        case .view: nil
        case .navigation: children.indices.last
        case .tab: children.indices.contains(selected ?? 0) ? selected ?? 0 : nil
        }
    }
}
