import Testing

@testable import OrientationCore

/// Faults that other programs had with rotation, each as what must not happen here.
@Suite("Mistakes others made")
struct MistakesTests {
    static let three = OrientationLists(general: [.portrait, .landscapeLeft, .landscapeRight])

    @Test(
        "locking to what was just read does not swap left and right", arguments: InterfaceOrientation.allCases
    )
    func lockIsNotSwapped(_ orientation: InterfaceOrientation) throws {
        var machine = Machine(device: orientation.deviceOrientation)
        var resolver = try OrientationResolver(machine: machine)
        #expect(resolver.resolution.orientation == orientation)

        machine.lock = machine.shown
        let locked = resolver.machineChanged(machine, cause: .lock)
        machine.device = .faceUp
        let flat = resolver.machineChanged(machine, cause: .device)

        #expect(locked == nil)
        #expect(flat == nil)
    }

    @Test("raw values of orientations and of masks are not mixed")
    func rawValues() {
        #expect(InterfaceOrientation(rawValue: 2) == .portraitUpsideDown)
        #expect(InterfaceOrientationMask(rawValue: 2) == .portrait)
        #expect(InterfaceOrientationMask(.portraitUpsideDown).rawValue == 4)
        #expect(InterfaceOrientation.landscapeRight.rawValue == DeviceOrientation.landscapeLeft.rawValue)
    }

    @Test("an empty intersection is an error and not a crash, and the policy before stays")
    func emptyIntersection() throws {
        let machine = Machine(configured: OrientationLists(general: [.landscapeLeft, .landscapeRight]))
        let before = Policy(root: Controller(id: "r"))
        var resolver = try OrientationResolver(policy: before, machine: machine)

        #expect(
            throws: PolicyError.emptyIntersection(
                controller: "r", application: [.landscapeLeft, .landscapeRight], supported: [.portrait])
        ) {
            try resolver.update(
                policy: Policy(root: Controller(id: "r", supported: .portrait)), machine: machine)
        }
        #expect(resolver.policy == before)
        #expect(resolver.resolution.orientation == .landscapeLeft)
    }

    @Test("a legacy predicate that rejects everything is an error and not a crash")
    func legacyRejectsAll() {
        let leaf = Controller(id: "leaf", legacySupported: [])
        let root = Controller(id: "nav", kind: .navigation, children: [leaf])

        #expect(throws: PolicyError.legacyPredicateRejectsAll(controller: "leaf")) {
            try OrientationResolver(policy: Policy(dialect: .legacy, root: root), machine: Machine())
        }
    }

    @Test("a preferred orientation that is not supported is an error and not a crash")
    func unsupportedPreference() throws {
        let machine = Machine(configured: Self.three)
        var policy = Policy(root: Controller(id: "r"))
        var resolver = try OrientationResolver(policy: policy, machine: machine)
        let transition = try policy.present(Controller(id: "m", preferred: .portraitUpsideDown))

        #expect(
            throws: PolicyError.preferredNotSupported(
                controller: "m", field: "policy.modals[0].controller.preferred")
        ) { try resolver.update(policy: policy, transition: transition, machine: machine) }
        #expect(resolver.policy.modals.isEmpty)
    }

    @Test("flat is not portrait", arguments: [DeviceOrientation.faceUp, .faceDown, .unknown])
    func flatIsNotPortrait(_ flat: DeviceOrientation) throws {
        var machine = Machine(device: .landscapeRight)
        var resolver = try OrientationResolver(machine: machine)

        machine.device = flat
        let next = resolver.machineChanged(machine, cause: .device)

        #expect(next == nil)
        #expect(resolver.resolution.orientation == .landscapeLeft)
    }

    @Test("held in landscape, the launch is not in portrait")
    func launchesAsHeld() throws {
        let machine = Machine(configured: Self.three, device: .landscapeLeft)

        #expect(try OrientationResolver(machine: machine).resolution.orientation == .landscapeRight)
    }

    @Test("the order of the list is not ignored")
    func listOrder() throws {
        let machine = Machine(configured: OrientationLists(general: [.landscapeLeft, .portrait]))

        #expect(try OrientationResolver(machine: machine).resolution.orientation == .landscapeLeft)
    }

    @Test("back from a view in landscape, the portrait-only view below is not shown in landscape")
    func popFromLandscape() throws {
        let machine = Machine(configured: Self.three, device: .landscapeLeft)
        var policy = Policy(
            root: Controller(
                id: "nav", kind: .navigation, children: [Controller(id: "main", supported: .portrait)],
                forwards: true))
        var resolver = try OrientationResolver(policy: policy, machine: machine)
        try policy.push(Controller(id: "video", supported: [.portrait, .landscape]), in: "nav")
        let pushed = try resolver.update(policy: policy, machine: machine)
        try policy.pop(in: "nav")
        let popped = try resolver.update(policy: policy, machine: machine)

        #expect(pushed?.orientation == .landscapeRight)
        #expect(popped?.orientation == .portrait)
        #expect(popped?.cause == .policy)
        #expect(popped?.turned == -90)
    }

    @Test("a container that forwards asks its child, and for tabs the selected one and not the last")
    func containersAsk() throws {
        let tabs = [Controller(supported: .landscapeLeft), Controller(supported: .portraitUpsideDown)]
        let nav = Controller(kind: .navigation, children: tabs, forwards: true)
        let tab = Controller(kind: .tab, children: tabs, selected: 0, forwards: true)
        let machine = Machine()

        #expect(
            try OrientationResolver(policy: Policy(root: nav), machine: machine).resolution.allowed
                == [.portraitUpsideDown])
        #expect(
            try OrientationResolver(policy: Policy(root: tab), machine: machine).resolution.allowed
                == [.landscapeLeft])
    }

    @Test("what a child leaves open is its container's answer, each of the three for itself")
    func answersComplete() {
        let child = Controller(id: "c", supported: .landscapeLeft)
        let inner = Controller(kind: .tab, autorotates: false, children: [child], forwards: true)
        let outer = Controller(
            id: "o", kind: .navigation, supported: .portrait, autorotates: true, preferred: .landscapeLeft,
            children: [inner], forwards: true)

        let answers = ControllerAnswers(policy: Policy(root: outer))

        #expect(answers.supported == .landscapeLeft)
        #expect(!answers.autorotates)
        #expect(answers.preferred?.orientation == .landscapeLeft)
        #expect(answers.preferred?.field == "policy.root.preferred")
        #expect(answers.id == "o")
    }

    @Test("after unlocking, the device is obeyed at once; on a flat table nothing turns")
    func unlocks() throws {
        var machine = Machine(configured: Self.three, lock: .portrait, device: .portrait)
        var resolver = try OrientationResolver(machine: machine)
        machine.device = .landscapeLeft
        let turned = resolver.machineChanged(machine, cause: .device)
        machine.lock = nil
        let unlocked = resolver.machineChanged(machine, cause: .lock)
        machine.lock = .landscapeRight
        machine.device = .faceUp
        let locked = resolver.machineChanged(machine, cause: .lock)
        machine.lock = nil
        let flat = resolver.machineChanged(machine, cause: .lock)

        #expect(turned == nil)
        #expect(unlocked?.orientation == .landscapeRight)
        #expect(unlocked?.cause == .lock)
        #expect(locked == nil)
        #expect(flat == nil)
    }

    @Test(
        "a lock that a client cannot follow is a wish: it stays in its own orientation, and says it is supported"
    )
    func lockIsAWish() throws {
        var machine = Machine(configured: Self.three, device: .landscapeRight)
        var resolver = try OrientationResolver(
            policy: Policy(root: Controller(supported: .landscape)), machine: machine)

        machine.lock = .portrait
        let locked = resolver.machineChanged(machine, cause: .lock)
        machine.device = .landscapeLeft
        let turned = resolver.machineChanged(machine, cause: .device)

        #expect(locked == nil)
        #expect(turned == nil)
        #expect(resolver.resolution.orientation == .landscapeLeft)
        #expect(resolver.resolution.supported)
    }

    @Test("posture holds above the user's lock, which counts again afterwards")
    func postureAboveLock() throws {
        var machine = Machine(naturalOrientation: .landscapeRight, lock: .portrait, device: .landscapeRight)
        var resolver = try OrientationResolver(machine: machine)
        machine.postureHold = machine.naturalOrientation
        let folded = resolver.machineChanged(machine, cause: .posture)
        machine.postureHold = nil
        let unfolded = resolver.machineChanged(machine, cause: .posture)

        #expect(folded?.orientation == .landscapeRight)
        #expect(unfolded?.orientation == .portrait)
    }

    @Test("one client's refused policy changes no other client, nor does a policy that is taken")
    func clientsAreApart() throws {
        let machine = Machine(configured: Self.three, device: .landscapeLeft)
        var first = try OrientationResolver(policy: Policy(root: Controller(id: "r")), machine: machine)
        var second = first

        _ = try first.update(
            policy: Policy(root: Controller(id: "r", supported: .portrait)), machine: machine)
        let told = second.machineChanged(machine, cause: .device)

        #expect(first.resolution.orientation == .portrait)
        #expect(told == nil)
        #expect(second.resolution.orientation == .landscapeRight)
    }
}
