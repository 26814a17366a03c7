import OrientationCore
import Testing

@Suite("Explaining a policy")
struct PolicyExplanationTests {
    private let pad = Machine(kind: .pad)

    @Test("a policy that says nothing leaves everything, and asks nobody")
    func empty() throws {
        let explanation = try PolicyExplanation(Policy(), machine: pad)

        #expect(explanation.way.isEmpty)
        #expect(explanation.declaration == .nothing)
        #expect(explanation.remaining == [.portrait, .landscapeRight, .landscapeLeft, .portraitUpsideDown])
        #expect(explanation.refusal == nil)
    }

    @Test("each level leaves what it and those above allow, in the order of the lists")
    func levels() throws {
        let policy = Policy(
            application: Application(
                lists: OrientationLists(general: [.landscapeRight, .portrait, .landscapeLeft])),
            root: Controller(supported: .landscape))
        let machine = Machine(
            configured: OrientationLists(general: [.portrait, .landscapeLeft, .landscapeRight]))

        let explanation = try PolicyExplanation(policy, machine: machine)

        #expect(explanation.offered == [.portrait, .landscapeLeft, .landscapeRight])
        #expect(explanation.application == [.landscapeRight, .portrait, .landscapeLeft])
        #expect(explanation.supported == [.landscapeRight, .landscapeLeft])
        #expect(explanation.remaining == [.landscapeRight, .landscapeLeft])
    }

    @Test("the way leads from the topmost full-screen modal as far as controllers forward")
    func way() throws {
        let stack = Controller(
            id: "stack", kind: .navigation, supported: .portrait,
            children: [Controller(id: "below"), Controller(id: "top", kind: .tab, children: [Controller()])],
            forwards: true)
        let policy = Policy(
            root: Controller(id: "root"),
            modals: [Modal(controller: stack), Modal(controller: Controller(id: "sheet"), fullScreen: false)])

        let explanation = try PolicyExplanation(policy, machine: pad)

        #expect(explanation.modalLevel == 1)
        #expect(explanation.way.map(\.controller.id) == ["stack", "top"])
        #expect(explanation.way.last?.field == "policy.modals[0].controller.children[1]")
        // The top gives no answer, which leaves it to its container.
        #expect(explanation.answering == 0)
        #expect(explanation.remaining == [.portrait])
    }

    @Test("the legacy way leads to the visible leaf, which shows portrait if it does not say")
    func legacy() throws {
        let root = Controller(
            kind: .tab, legacySupported: .landscape, children: [Controller(), Controller(id: "leaf")],
            selected: 1)

        let explanation = try PolicyExplanation(Policy(dialect: .legacy, root: root), machine: pad)

        #expect(explanation.way.last?.controller.id == "leaf")
        #expect(explanation.answering == nil)
        #expect(explanation.remaining == [.portrait])
    }

    @Test("a refusal is the one of the resolver")
    func refusal() throws {
        let policy = Policy(root: Controller(id: "none", supported: []))

        let explanation = try PolicyExplanation(policy, machine: pad)

        #expect(
            explanation.refusal
                == .emptyIntersection(
                    controller: "none",
                    application: [.portrait, .landscapeRight, .landscapeLeft, .portraitUpsideDown],
                    supported: []))
        #expect(explanation.remaining.isEmpty)
    }

    @Test("a policy that is structurally wrong cannot be explained")
    func malformed() {
        #expect(throws: PolicyError.malformed(field: "policy.modals", problem: .modalsWithoutRoot)) {
            try PolicyExplanation(Policy(modals: [Modal(controller: Controller())]), machine: pad)
        }
    }
}
