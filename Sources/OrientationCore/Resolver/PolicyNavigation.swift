/// Why a step of navigation is not possible. The policy stays as it was.
public enum NavigationError: Error, Equatable, Sendable {
    /// No controller of the policy has this name.
    case noSuchController(id: String)
    /// That controller has no stack to push on or pop from.
    case noStack(id: String)
    /// That controller has no tabs.
    case noTabs(id: String)
    /// That stack is empty: there is nothing to pop.
    case nothingToPop(id: String)
    /// That tab does not exist; tabs count from 0.
    case noSuchTab(id: String, selected: Int, count: Int)
    /// There is no root above which a controller could be presented.
    case nothingToPresentOn
    /// Nothing is presented that could be dismissed.
    case nothingToDismiss
}

extension NavigationError: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch self {
        case .noSuchController(let id): "no controller has the id '\(id)'"
        case .noStack(let id): "'\(id)' is no navigation controller"
        case .noTabs(let id): "'\(id)' is no tab controller"
        case .nothingToPop(let id): "the stack of '\(id)' is empty"
        case .noSuchTab(let id, let selected, let count):
            "'\(id)' has no tab \(selected); tabs count from 0, and there are \(count)"
        case .nothingToPresentOn: "a controller is presented above a root, and there is none"
        case .nothingToDismiss: "nothing is presented"
        }
    }
}

/// The steps by which an application moves from one policy to the next. Each returns the transition to
/// tell the resolver, and either happens whole or throws and changes nothing.
extension Policy {
    /// Puts a controller on top of a stack.
    @discardableResult
    public mutating func push(_ controller: Controller, in id: String) throws(NavigationError) -> Transition {
        try change(id) { container throws(NavigationError) in
            guard container.kind == .navigation else { throw .noStack(id: id) }
            container.children.append(controller)
        }
        return .navigates
    }

    /// Takes the top controller off a stack.
    @discardableResult
    public mutating func pop(in id: String) throws(NavigationError) -> Transition {
        try change(id) { container throws(NavigationError) in
            guard container.kind == .navigation else { throw .noStack(id: id) }
            guard container.children.popLast() != nil else { throw .nothingToPop(id: id) }
        }
        return .navigates
    }

    /// Selects a tab, counted from 0.
    @discardableResult
    public mutating func select(_ tab: Int, in id: String) throws(NavigationError) -> Transition {
        try change(id) { container throws(NavigationError) in
            guard container.kind == .tab else { throw .noTabs(id: id) }
            guard container.children.indices.contains(tab) else {
                throw .noSuchTab(id: id, selected: tab, count: container.children.count)
            }
            container.selected = tab
        }
        return .navigates
    }

    /// Shows a controller above the others.
    @discardableResult
    public mutating func present(_ controller: Controller, fullScreen: Bool = true)
        throws(NavigationError) -> Transition
    {
        guard root != nil else { throw .nothingToPresentOn }
        modals.append(Modal(controller: controller, fullScreen: fullScreen))
        return fullScreen ? .presents : .navigates
    }

    /// Takes away the controller that was presented last.
    @discardableResult
    public mutating func dismiss() throws(NavigationError) -> Transition {
        guard let modal = modals.popLast() else { throw .nothingToDismiss }
        return modal.fullScreen ? .dismisses : .navigates
    }

    /// Changes a controller anywhere in the policy, for example one of its answers.
    @discardableResult
    public mutating func update(_ id: String, _ change: (inout Controller) -> Void)
        throws(NavigationError) -> Transition
    {
        try self.change(id) { controller throws(NavigationError) in change(&controller) }
        return .navigates
    }

    private mutating func change(
        _ id: String, _ change: (inout Controller) throws(NavigationError) -> Void
    ) throws(NavigationError) {
        if try root?.change(id, change) == true { return }
        for index in modals.indices {
            if try modals[index].controller.change(id, change) { return }
        }
        throw .noSuchController(id: id)
    }
}

extension Controller {
    /// Changes the controller of that name, itself or one within.
    ///
    /// - Returns: Whether there is one.
    fileprivate mutating func change(
        _ id: String, _ change: (inout Controller) throws(NavigationError) -> Void
    ) throws(NavigationError) -> Bool {
        if self.id == id {
            try change(&self)
            return true
        }
        for index in children.indices {
            if try children[index].change(id, change) { return true }
        }
        return false
    }
}
