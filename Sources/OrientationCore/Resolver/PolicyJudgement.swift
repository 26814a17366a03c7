extension OrientationResolver {
    /// Judges a client's own policy, without the session mask, which is not its fault.
    ///
    /// A policy that leaves nothing is refused, unless the asked controller does not turn with the
    /// device: that one holds what it shows.
    ///
    /// - Returns: What the asked controller answers.
    static func judge(_ policy: Policy, machine: Machine) throws(PolicyError) -> ControllerAnswers {
        try policy.checkStructure()
        let answers = ControllerAnswers(policy: policy)
        let application = ApplicationSet(
            machine: machine, application: policy.application, includingSession: false)
        let effective = answers.effective(in: application, kind: machine.kind, session: nil)
        guard effective.isEmpty, answers.autorotates else { return answers }

        if answers.isLegacy { throw .legacyPredicateRejectsAll(controller: answers.id) }
        throw .emptyIntersection(
            controller: answers.id,
            application: application.orientations,
            supported: answers.mask(for: machine.kind).orientations)
    }

    /// Judges what a controller prefers, at its presentation, again without the session mask.
    static func judgePreference(
        _ preferred: (orientation: InterfaceOrientation, field: String),
        answers: ControllerAnswers,
        policy: Policy,
        machine: Machine
    ) throws(PolicyError) {
        let application = ApplicationSet(
            machine: machine, application: policy.application, includingSession: false)
        let effective = answers.effective(in: application, kind: machine.kind, session: nil)
        if !effective.contains(preferred.orientation) {
            throw .preferredNotSupported(controller: answers.id, field: preferred.field)
        }
    }
}

extension Policy {
    /// Checks that the tree of controllers is one.
    ///
    /// - Throws: ``PolicyError/malformed(field:problem:)`` for the first thing that is wrong.
    public func checkStructure() throws(PolicyError) {
        var check = StructureCheck()
        if let root { try check.visit(root, at: "policy.root", level: 1) }
        if root == nil, !modals.isEmpty {
            throw .malformed(field: "policy.modals", problem: .modalsWithoutRoot)
        }
        if modals.count > Policy.maximumModals {
            throw .malformed(field: "policy.modals", problem: .tooManyModals)
        }
        for (index, modal) in modals.enumerated() {
            try check.visit(modal.controller, at: "policy.modals[\(index)].controller", level: 1)
        }
    }
}

/// A walk through the controllers of a policy, the container before its children.
private struct StructureCheck {
    private var ids: Set<String> = []
    private var count = 0

    /// - Parameter field: The controller's dotted place, made only for an error.
    mutating func visit(_ controller: Controller, at field: @autoclosure () -> String, level: Int)
        throws(PolicyError)
    {
        func refuse(_ part: String, _ problem: PolicyProblem) -> PolicyError {
            .malformed(field: field() + part, problem: problem)
        }
        count += 1
        if level > Policy.maximumDepth { throw refuse("", .tooDeep) }
        if count > Policy.maximumControllers { throw refuse("", .tooManyControllers) }
        if let id = controller.id, !ids.insert(id).inserted { throw refuse(".id", .repeatedID(id)) }
        if controller.kind == .view, !controller.children.isEmpty {
            throw refuse(".children", .childrenOfView)
        }
        if let selected = controller.selected {
            let count = controller.children.count
            // The default may be written out on anything.
            if controller.kind != .tab, selected != 0 { throw refuse(".selected", .selectedWithoutTabs) }
            if controller.kind == .tab, !(0..<max(count, 1)).contains(selected) {
                throw refuse(".selected", .noSuchTab(selected: selected, count: count))
            }
        }
        for (index, child) in controller.children.enumerated() {
            try visit(child, at: "\(field()).children[\(index)]", level: level + 1)
        }
    }
}
