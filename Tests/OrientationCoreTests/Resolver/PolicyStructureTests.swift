import Testing

@testable import OrientationCore

/// Trees of controllers that are none, each refused with the dotted place of its fault.
@Suite("Structure of policies")
struct PolicyStructureTests {
    static func nested(_ levels: Int) -> Controller {
        levels == 1 ? Controller() : Controller(kind: .navigation, children: [nested(levels - 1)])
    }

    static func wide(_ children: Int) -> Controller {
        Controller(kind: .navigation, children: Array(repeating: Controller(), count: children))
    }

    static func refusal(of policy: Policy) -> PolicyError? {
        do throws(PolicyError) {
            try policy.checkStructure()
            return nil
        } catch { return error }
    }

    static let faults: [(Policy, String, PolicyProblem)] = [
        (
            Policy(
                root: Controller(
                    kind: .navigation,
                    children: [
                        Controller(), Controller(),
                        Controller(kind: .tab, children: [Controller()], selected: 1),
                    ])), "policy.root.children[2].selected", .noSuchTab(selected: 1, count: 1)
        ),
        (
            Policy(root: Controller(kind: .tab, children: [Controller()], selected: -1)),
            "policy.root.selected",
            .noSuchTab(selected: -1, count: 1)
        ),
        (
            Policy(root: Controller(kind: .tab, selected: 1)), "policy.root.selected",
            .noSuchTab(selected: 1, count: 0)
        ),
        (
            Policy(root: Controller(kind: .navigation, children: [Controller()], selected: 1)),
            "policy.root.selected", .selectedWithoutTabs
        ),
        (
            Policy(root: Controller(children: [Controller()])), "policy.root.children", .childrenOfView
        ),
        (
            Policy(root: Controller(id: "a"), modals: [Modal(controller: Controller(id: "a"))]),
            "policy.modals[0].controller.id", .repeatedID("a")
        ),
        (
            Policy(
                root: Controller(
                    id: "a", kind: .tab, children: [Controller(id: "b"), Controller(id: "b")])),
            "policy.root.children[1].id", .repeatedID("b")
        ),
        (Policy(modals: [Modal(controller: Controller())]), "policy.modals", .modalsWithoutRoot),
        (
            Policy(root: nested(9)),
            "policy.root" + String(repeating: ".children[0]", count: 8), .tooDeep
        ),
        (
            Policy(root: Controller(), modals: [Modal(controller: nested(9), fullScreen: false)]),
            "policy.modals[0].controller" + String(repeating: ".children[0]", count: 8), .tooDeep
        ),
        (Policy(root: wide(64)), "policy.root.children[63]", .tooManyControllers),
        (
            Policy(
                root: wide(62), modals: [Modal(controller: Controller()), Modal(controller: Controller())]),
            "policy.modals[1].controller", .tooManyControllers
        ),
        (
            Policy(root: Controller(), modals: Array(repeating: Modal(controller: Controller()), count: 17)),
            "policy.modals", .tooManyModals
        ),
    ]

    @Test("a malformed tree is refused with the place and the problem", arguments: faults)
    func refuses(_ policy: Policy, _ field: String, _ problem: PolicyProblem) {
        #expect(Self.refusal(of: policy) == .malformed(field: field, problem: problem))
    }

    @Test(
        "the limits themselves are allowed",
        arguments: [
            Policy(root: nested(8)), Policy(root: wide(63)),
            Policy(root: Controller(), modals: Array(repeating: Modal(controller: Controller()), count: 16)),
            Policy(root: Controller(kind: .tab, selected: 0)), Policy(root: Controller(selected: 0)),
        ])
    func allows(_ policy: Policy) {
        #expect(Self.refusal(of: policy) == nil)
    }

    @Test("a malformed policy is refused at a subscription and at an update, before anything else is judged")
    func resolverRefuses() throws {
        let (policy, field, problem) = Self.faults[0]
        let error = PolicyError.malformed(field: field, problem: problem)
        var resolver = try OrientationResolver(machine: Machine())

        #expect(throws: error) { try OrientationResolver(policy: policy, machine: Machine()) }
        #expect(throws: error) { try resolver.update(policy: policy, machine: Machine()) }
        #expect(resolver.policy == Policy())
    }
}
