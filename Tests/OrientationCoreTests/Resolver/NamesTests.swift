import OrientationCore
import Testing

@Suite("Names on the wire and in files")
struct NamesTests {
    @Test("every name leads back to its value, and no other text does")
    func roundTrip() {
        #expect(
            Cause.allCases.map(\.name) == [
                "launch", "device", "policy", "present", "dismiss", "session", "configuration", "lock",
                "posture",
            ])
        #expect(Cause.allCases.allSatisfy { Cause(name: $0.name) == $0 })
        #expect(Transition.allCases.map(\.name) == ["navigates", "presents", "dismisses"])
        #expect(Transition.allCases.allSatisfy { Transition(name: $0.name) == $0 })
        #expect(DeviceKind.allCases.map(\.name) == ["pad", "phone"])
        #expect(DeviceKind.allCases.allSatisfy { DeviceKind(name: $0.name) == $0 })
        #expect(PolicyDialect.allCases.map(\.name) == ["modern", "legacy"])
        #expect(PolicyDialect.allCases.allSatisfy { PolicyDialect(name: $0.name) == $0 })
        #expect(Controller.Kind.allCases.map(\.name) == ["view", "navigation", "tab"])
        #expect(Controller.Kind.allCases.allSatisfy { Controller.Kind(name: $0.name) == $0 })
        #expect(
            PanelOrientation.allCases.map(\.name) == [
                "normal", "right-side-up", "upside-down", "left-side-up",
            ])
        #expect(PanelOrientation.allCases.map(\.degrees) == [0, 90, 180, 270])
        #expect(InterfaceOrientation(name: "Portrait") == nil)
        #expect(InterfaceOrientation(name: "faceUp") == nil)
        #expect(DeviceOrientation(name: "") == nil)
        #expect(Cause(name: "launched") == nil)
        #expect(CounterclockwiseTurn(hwdbName: "right-side-up") == nil)
    }

    @Test("a launch, a presentation and a dismissal are shown as they are; all other causes animate")
    func animated() {
        #expect(Cause.allCases.filter { !$0.isAnimated } == [.launch, .present, .dismiss])
        #expect(Transition.allCases.map(\.cause) == [.policy, .present, .dismiss])
    }

    @Test("each error says in one line what is wrong and where")
    func errors() {
        let texts = [
            PolicyError.emptyIntersection(controller: "r", application: [.portrait], supported: [])
                .description,
            PolicyError.legacyPredicateRejectsAll(controller: nil).description,
            PolicyError.preferredNotSupported(controller: "m", field: "policy.root.preferred").description,
            PolicyError.malformed(
                field: "policy.root.children[2].selected", problem: .noSuchTab(selected: 3, count: 2)
            ).description,
            NavigationError.nothingToPop(id: "nav").description,
        ]

        #expect(
            texts == [
                "no orientation is left: the configuration and the application allow portrait, controller 'r' supports nothing",
                "legacySupported of the controller is empty",
                "policy.root.preferred: what controller 'm' prefers is not among what can be shown",
                "policy.root.children[2].selected: tab 3 does not exist; tabs count from 0, and there are 2",
                "the stack of 'nav' is empty",
            ])
    }
}
