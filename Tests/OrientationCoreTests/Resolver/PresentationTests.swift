import Testing

@testable import OrientationCore

/// What a presented controller prefers, and how long that holds.
@Suite("Presentations")
struct PresentationTests {
    /// A portrait client that has just presented something which prefers landscapeLeft.
    struct Presented {
        var machine = Machine(device: .portrait)
        var policy = Policy(root: Controller(id: "r"))
        var resolver: OrientationResolver

        init(_ controller: Controller = Controller(id: "m", preferred: .landscapeLeft)) throws {
            resolver = try OrientationResolver(policy: policy, machine: machine)
            let transition = try policy.present(controller)
            _ = try resolver.update(policy: policy, transition: transition, machine: machine)
        }

        var shown: InterfaceOrientation { resolver.resolution.orientation }

        mutating func change(_ cause: Cause, _ change: (inout Machine) -> Void) {
            change(&machine)
            _ = resolver.machineChanged(machine, cause: cause)
        }

        mutating func update(_ transition: Transition = .navigates) throws {
            _ = try resolver.update(policy: policy, transition: transition, machine: machine)
        }
    }

    @Test("it is shown as it prefers, silently")
    func isPinned() throws {
        let client = try Presented()

        #expect(client.shown == .landscapeLeft)
        #expect(client.resolver.resolution.cause == .present)
        #expect(client.resolver.resolution.turned == -90)
    }

    @Test("lying flat, the same side again and an update of the same controller do not end the pin")
    func isKept() throws {
        var client = try Presented()

        for device in [DeviceOrientation.faceUp, .portrait, .unknown, .portrait] {
            client.change(.device) { $0.device = device }
        }
        try client.policy.update("m") { $0.supported = [.landscapeLeft, .portrait] }
        try client.update()

        #expect(client.shown == .landscapeLeft)
    }

    @Test("another side ends the pin, and turning back does not bring it back")
    func turnEndsIt() throws {
        var client = try Presented()

        client.change(.device) { $0.device = .landscapeLeft }
        #expect(client.shown == .landscapeRight)
        client.change(.device) { $0.device = .portrait }

        #expect(client.shown == .portrait)
    }

    @Test("another side ends the pin even if it cannot be shown itself")
    func unsupportedTurnEndsIt() throws {
        var client = try Presented(
            Controller(id: "m", supported: [.portrait, .landscapeLeft], preferred: .landscapeLeft))

        client.change(.device) { $0.device = .portraitUpsideDown }
        #expect(client.shown == .landscapeLeft)
        client.change(.device) { $0.device = .portrait }

        #expect(client.shown == .portrait)
    }

    @Test("the first side after a flat start is another one")
    func firstSideEndsIt() throws {
        var client = try Presented()
        client.machine = Machine(device: .faceUp)
        client.resolver = try OrientationResolver(
            policy: Policy(root: Controller(id: "r")), machine: client.machine)
        try client.update(.presents)
        #expect(client.shown == .landscapeLeft)

        client.change(.device) { $0.device = .portrait }

        #expect(client.shown == .portrait)
    }

    @Test("setting a lock ends the pin, and so does clearing one")
    func lockEndsIt() throws {
        var client = try Presented()
        client.change(.lock) { $0.lock = .portraitUpsideDown }
        #expect(client.shown == .portraitUpsideDown)

        client.change(.lock) { $0.lock = nil }

        #expect(client.shown == .portrait)
    }

    @Test("posture ends the pin")
    func postureEndsIt() throws {
        var client = try Presented()

        client.change(.posture) { $0.postureHold = .portrait }

        #expect(client.shown == .portrait)
    }

    @Test("a session mask against it ends the pin for good")
    func sessionEndsIt() throws {
        var client = try Presented()
        client.change(.session) { $0.sessionMask = [.portrait, .landscapeRight] }
        #expect(client.shown == .portrait)

        client.change(.session) { $0.sessionMask = nil }

        #expect(client.shown == .portrait)
    }

    @Test("when another controller is asked the pin is gone; a sheet above changes nothing")
    func anotherControllerEndsIt() throws {
        var client = try Presented()
        try client.policy.present(Controller(id: "s", supported: .portrait), fullScreen: false)
        try client.update()
        #expect(client.shown == .landscapeLeft)
        try client.policy.dismiss()
        try client.update()
        try client.policy.present(Controller(id: "n"))
        try client.update(.presents)
        #expect(client.shown == .portrait)

        try client.policy.dismiss()
        try client.update(.dismisses)

        #expect(client.shown == .portrait)
        #expect(client.resolver.resolution.cause == .present)
    }

    @Test("a controller that does not autorotate is presented as it prefers")
    func fixedIsPinned() throws {
        let client = try Presented(Controller(id: "m", autorotates: false, preferred: .landscapeLeft))

        #expect(client.shown == .landscapeLeft)
    }

    @Test("a preference is judged at the presentation alone, and refused with its place")
    func isJudgedAtPresentation() throws {
        let child = Controller(id: "c", supported: .portrait, preferred: .landscapeLeft)
        let container = Controller(
            id: "m", kind: .tab, children: [Controller(id: "b"), child], selected: 1, forwards: true)
        let machine = Machine(device: .portrait)
        let root = Policy(root: Controller(id: "r"))
        let policy = Policy(root: Controller(id: "r"), modals: [Modal(controller: container)])
        var resolver = try OrientationResolver(policy: root, machine: machine)

        #expect(
            throws: PolicyError.preferredNotSupported(
                controller: "m", field: "policy.modals[0].controller.children[1].preferred")
        ) { try resolver.update(policy: policy, transition: .presents, machine: machine) }
        #expect(resolver.policy == root)

        _ = try resolver.update(policy: policy, machine: machine)
        #expect(resolver.policy == policy)
        #expect(resolver.resolution.orientation == .portrait)
    }

    @Test("a session mask that forbids what is preferred is not the client's fault: it is not pinned")
    func sessionForbidsPreference() throws {
        let machine = Machine(sessionMask: .portrait, device: .portrait)
        var policy = Policy(root: Controller(id: "r"))
        var resolver = try OrientationResolver(policy: policy, machine: machine)
        let transition = try policy.present(Controller(id: "m", preferred: .landscapeLeft))

        _ = try resolver.update(policy: policy, transition: transition, machine: machine)

        #expect(resolver.resolution.orientation == .portrait)
    }

    @Test(
        "a presentation or dismissal that changes nobody who is asked is refused",
        arguments: [Transition.presents, .dismisses])
    func nothingPresented(_ transition: Transition) throws {
        let machine = Machine()
        let policy = Policy(
            root: Controller(id: "r"), modals: [Modal(controller: Controller(id: "s"), fullScreen: false)])
        var resolver = try OrientationResolver(policy: Policy(root: Controller(id: "r")), machine: machine)

        #expect(throws: PolicyError.malformed(field: "transition", problem: .asksTheSame)) {
            try resolver.update(policy: policy, transition: transition, machine: machine)
        }
    }

    @Test("controllers without names are told apart by how many full-screen modals are below")
    func namelessControllers() throws {
        let machine = Machine(device: .portrait)
        var resolver = try OrientationResolver(policy: Policy(root: Controller()), machine: machine)
        let modal = Modal(controller: Controller(preferred: .landscapeLeft))

        let next = try resolver.update(
            policy: Policy(root: Controller(), modals: [modal]), transition: .presents, machine: machine)

        #expect(next?.orientation == .landscapeLeft)
        // A sheet beneath it does not make it another controller.
        let sheet = Modal(controller: Controller(), fullScreen: false)
        _ = try resolver.update(policy: Policy(root: Controller(), modals: [sheet, modal]), machine: machine)
        #expect(resolver.resolution.orientation == .landscapeLeft)
    }
}
