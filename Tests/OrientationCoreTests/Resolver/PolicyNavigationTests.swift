import OrientationCore
import Testing

@Suite("Steps of navigation")
struct PolicyNavigationTests {
    static let policy = Policy(
        root: Controller(
            id: "tabs", kind: .tab,
            children: [
                Controller(id: "nav", kind: .navigation, children: [Controller(id: "main")]),
                Controller(id: "other"),
            ]))

    @Test("a controller is pushed on a stack anywhere, and popped again")
    func pushAndPop() throws {
        var policy = Self.policy

        let pushed = try policy.push(Controller(id: "video"), in: "nav")
        #expect(policy.root?.children[0].children.map(\.id) == ["main", "video"])
        let popped = try policy.pop(in: "nav")

        #expect(policy == Self.policy)
        #expect([pushed, popped] == [.navigates, .navigates])
    }

    @Test("a tab is selected")
    func select() throws {
        var policy = Self.policy

        let transition = try policy.select(1, in: "tabs")

        #expect(policy.root?.selected == 1)
        #expect(transition == .navigates)
    }

    @Test("presenting full screen is a presentation, a sheet is not; dismissing is the reverse")
    func presentAndDismiss() throws {
        var policy = Self.policy

        var transitions = [try policy.present(Controller(id: "m"))]
        transitions.append(try policy.present(Controller(id: "s"), fullScreen: false))
        #expect(policy.modals.map(\.controller.id) == ["m", "s"])
        transitions.append(try policy.dismiss())
        transitions.append(try policy.dismiss())

        #expect(policy == Self.policy)
        #expect(transitions == [.presents, .navigates, .navigates, .dismisses])
    }

    @Test("an answer is changed anywhere, in modals too")
    func update() throws {
        var policy = Self.policy
        try policy.present(Controller(id: "m"))

        try policy.update("main") { $0.supported = .portrait }
        try policy.update("m") { $0.autorotates = false }

        #expect(policy.root?.children[0].children[0].supported == .portrait)
        #expect(policy.modals[0].controller.autorotates == false)
    }

    @Test("a step that is not possible says why, and changes nothing")
    func impossible() throws {
        var policy = Self.policy
        var empty = Policy()

        #expect(throws: NavigationError.noSuchController(id: "x")) { try policy.push(Controller(), in: "x") }
        #expect(throws: NavigationError.noStack(id: "tabs")) { try policy.push(Controller(), in: "tabs") }
        #expect(throws: NavigationError.noStack(id: "other")) { try policy.pop(in: "other") }
        #expect(throws: NavigationError.noTabs(id: "nav")) { try policy.select(0, in: "nav") }
        #expect(throws: NavigationError.noSuchTab(id: "tabs", selected: 2, count: 2)) {
            try policy.select(2, in: "tabs")
        }
        #expect(throws: NavigationError.noSuchTab(id: "tabs", selected: -1, count: 2)) {
            try policy.select(-1, in: "tabs")
        }
        #expect(throws: NavigationError.nothingToDismiss) { try policy.dismiss() }
        #expect(throws: NavigationError.nothingToPresentOn) { try empty.present(Controller()) }
        #expect(policy == Self.policy)
        try policy.pop(in: "nav")
        #expect(throws: NavigationError.nothingToPop(id: "nav")) { try policy.pop(in: "nav") }
    }
}
