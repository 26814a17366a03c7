/// Why a policy is refused. The policy before stays in force, and so does its orientation.
public enum PolicyError: Error, Equatable, Sendable {
    /// No orientation is left that the configuration, the application and the controller all allow.
    /// The session mask is not counted: it is not the client's fault.
    ///
    /// `controller` is the one that was asked, if it has a name; `application` what the application may
    /// show, best first; `supported` what the controller supports, in canonical order.
    case emptyIntersection(
        controller: String?,
        application: [InterfaceOrientation],
        supported: [InterfaceOrientation]
    )
    /// The visible controller of a legacy policy shows no orientation at all.
    case legacyPredicateRejectsAll(controller: String?)
    /// The orientation that a presented controller prefers is not one that can be shown. `field` is
    /// the dotted place of the preference, such as `policy.modals[0].controller.preferred`.
    case preferredNotSupported(controller: String?, field: String)
    /// The policy is structurally wrong. `field` is the dotted place, such as
    /// `policy.root.children[2].selected`.
    case malformed(field: String, problem: PolicyProblem)
}

/// What is structurally wrong with a policy.
public enum PolicyProblem: Equatable, Sendable {
    /// Controllers are nested deeper than ``Policy/maximumDepth``.
    case tooDeep
    /// There are more controllers than ``Policy/maximumControllers``, modals included.
    case tooManyControllers
    /// There are more modals than ``Policy/maximumModals``.
    case tooManyModals
    /// Two controllers have this name.
    case repeatedID(String)
    /// A tab is selected that does not exist.
    case noSuchTab(selected: Int, count: Int)
    /// A controller that has no tabs has one selected.
    case selectedWithoutTabs
    /// A view has children.
    case childrenOfView
    /// There are modals, but no root below them.
    case modalsWithoutRoot
    /// A presentation or dismissal after which the same controller is asked as before.
    case asksTheSame
}

extension PolicyProblem: CustomStringConvertible {
    /// The problem in a few English words, for people.
    public var description: String {
        switch self {
        case .tooDeep: "controllers may be nested \(Policy.maximumDepth) deep"
        case .tooManyControllers: "a policy may have \(Policy.maximumControllers) controllers"
        case .tooManyModals: "a policy may have \(Policy.maximumModals) modals"
        case .repeatedID(let id): "the id '\(id)' is used twice; ids are unique within a policy"
        case .noSuchTab(let selected, let count):
            "tab \(selected) does not exist; tabs count from 0, and there are \(count)"
        case .selectedWithoutTabs: "only a tab controller has a selected tab"
        case .childrenOfView: "a view has no children; say which kind of container it is"
        case .modalsWithoutRoot: "modals need a root below them"
        case .asksTheSame: "the same controller is asked as before, so nothing was presented or dismissed"
        }
    }
}

extension PolicyError: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        func controllerText(_ id: String?) -> String { id.map { "controller '\($0)'" } ?? "the controller" }
        func text(_ list: [InterfaceOrientation]) -> String {
            list.isEmpty ? "nothing" : list.map(\.name).joined(separator: " ")
        }
        switch self {
        case .emptyIntersection(let controller, let application, let supported):
            return "no orientation is left: the configuration and the application allow "
                + "\(text(application)), \(controllerText(controller)) supports \(text(supported))"
        case .legacyPredicateRejectsAll(let controller):
            return "legacySupported of \(controllerText(controller)) is empty"
        case .preferredNotSupported(let controller, let field):
            return "\(field): what \(controllerText(controller)) prefers is not among what can be shown"
        case .malformed(let field, let problem):
            return "\(field): \(problem)"
        }
    }
}

extension Policy {
    /// How deep controllers may be nested; a root without children is one level.
    public static let maximumDepth = 8
    /// How many controllers a policy may have, those of modals included.
    public static let maximumControllers = 64
    /// How many modals a policy may have, sheets included.
    public static let maximumModals = 16
}
