import Testing

@testable import OrientationCore

/// What follows from the rules and has no vector.
@Suite("The resolver's rules")
struct ResolverRulesTests {
    static let three = OrientationLists(general: [.portrait, .landscapeLeft, .landscapeRight])

    // MARK: Lists and launch

    @Test("without a configured list a landscape machine starts flat as it was built, not turned")
    func landscapeNativeStartsFlat() throws {
        let machine = Machine(kind: .pad, naturalOrientation: .landscapeRight, device: .faceUp)

        let resolution = try OrientationResolver(machine: machine).resolution

        #expect(resolution.orientation == .landscapeRight)
        #expect(resolution.rotation == 0)
        #expect(resolution.allowed == [.landscapeRight, .portrait, .landscapeLeft, .portraitUpsideDown])
    }

    @Test("a phone without a configured list does not show upside down")
    func phoneDefault() {
        #expect(Machine(kind: .phone).configuredList == [.portrait, .landscapeRight, .landscapeLeft])
    }

    @Test("a controller that does not autorotate starts with the first of its list, whatever is shown")
    func fixedSubscriberStartsWithItsList() throws {
        let machine = Machine(kind: .pad, device: .landscapeLeft)
        let policy = Policy(root: Controller(autorotates: false))

        let resolution = try OrientationResolver(policy: policy, machine: machine).resolution

        #expect(machine.shown == .landscapeRight)
        #expect(resolution.orientation == .portrait)
    }

    @Test("flat at launch, the first of the application's own list is shown")
    func applicationListOrders() throws {
        let lists = OrientationLists(general: [.landscapeRight, .portrait])
        let policy = Policy(application: Application(lists: lists))

        let resolution = try OrientationResolver(policy: policy, machine: Machine(device: .faceUp)).resolution

        #expect(resolution.orientation == .landscapeRight)
        #expect(resolution.allowed == [.landscapeRight, .portrait])
    }

    @Test("an application's mask decides the set and its list the order")
    func maskKeepsTheListsOrder() throws {
        let lists = OrientationLists(general: [.landscapeLeft])
        let policy = Policy(application: Application(lists: lists, mask: [.portrait, .landscape]))

        let allowed = try OrientationResolver(policy: policy, machine: Machine()).resolution.allowed

        #expect(allowed == [.landscapeLeft, .portrait, .landscapeRight])
    }

    @Test("an application cannot go beyond what the machine offers, but a session mask can")
    func applicationStaysWithin() throws {
        var machine = Machine(configured: OrientationLists(general: [.portrait, .landscapeLeft]))
        let policy = Policy(application: Application(mask: [.landscapeLeft, .portraitUpsideDown]))
        var resolver = try OrientationResolver(policy: policy, machine: machine)
        #expect(resolver.resolution.allowed == [.landscapeLeft])

        machine.sessionMask = .all
        _ = resolver.machineChanged(machine, cause: .session)

        #expect(resolver.resolution.allowed == [.landscapeLeft, .portraitUpsideDown])
    }

    @Test(
        "an application's empty list for this kind of device leaves nothing, for the other kind it is harmless"
    )
    func emptyApplicationList() throws {
        let lists = OrientationLists(general: [.portrait], pad: [])
        let policy = Policy(application: Application(lists: lists))

        #expect(
            throws: PolicyError.emptyIntersection(
                controller: nil, application: [],
                supported: [.portrait, .landscapeRight, .landscapeLeft, .portraitUpsideDown])
        ) { try OrientationResolver(policy: policy, machine: Machine(kind: .pad)) }
        let phone = try OrientationResolver(policy: policy, machine: Machine(kind: .phone))
        #expect(phone.resolution.allowed == [.portrait])
    }

    @Test("a list that repeats an orientation counts it at its first place")
    func repetition() {
        let lists = OrientationLists(general: [.landscapeLeft, .portrait, .landscapeLeft])

        #expect(lists.inForce(for: .pad) == [.landscapeLeft, .portrait])
    }

    // MARK: What the screen shows

    @Test(
        "a newcomer on a flat table starts from what the screen shows, if a side, a lock or posture led to it"
    )
    func newcomerStartsFromEvidence() throws {
        let lists = OrientationLists(general: [.landscapeRight, .portrait])
        let policy = Policy(application: Application(lists: lists))
        var turned = Machine(device: .portraitUpsideDown)
        turned.device = .portrait
        turned.device = .faceUp
        var locked = Machine(lock: .portrait, device: .faceUp)
        locked.lock = nil
        var folded = Machine(postureHold: .portrait, device: .faceUp)
        folded.postureHold = nil
        let untouched = Machine(device: .faceUp)

        for machine in [turned, locked, folded] {
            #expect(
                try OrientationResolver(policy: policy, machine: machine).resolution.orientation == .portrait)
        }
        #expect(untouched.shown == .portrait)
        #expect(
            try OrientationResolver(policy: policy, machine: untouched).resolution.orientation
                == .landscapeRight)
    }

    @Test("the screen loses its evidence when a session mask forces it to the order of a list")
    func evidenceIsLost() {
        var machine = Machine(device: .portrait)
        machine.device = .faceUp
        #expect(machine.shownRestsOnEvidence)

        machine.sessionMask = .landscape

        #expect(machine.shown == .landscapeRight)
        #expect(!machine.shownRestsOnEvidence)
    }

    // MARK: Session masks

    @Test(
        "subscribing under a session mask that leaves nothing holds what is shown, unsupported, and recovers")
    func subscribingUnderMask() throws {
        var machine = Machine(configured: Self.three, sessionMask: .portrait, device: .landscapeLeft)
        let policy = Policy(root: Controller(supported: .landscape))

        var resolver = try OrientationResolver(policy: policy, machine: machine)
        #expect(resolver.resolution.orientation == .portrait)
        #expect(!resolver.resolution.supported)
        #expect(resolver.resolution.allowed.isEmpty)

        machine.sessionMask = nil
        let recovered = resolver.machineChanged(machine, cause: .session)

        #expect(recovered?.orientation == .landscapeRight)
        #expect(recovered?.supported == true)
        #expect(recovered?.cause == .session)
        #expect(recovered?.turned == 90)
    }

    @Test("a legacy client under a landscape session mask shows landscape only, in the list's order")
    func legacyUnderMask() throws {
        let lists = OrientationLists(general: [.portrait, .landscapeLeft])
        let machine = Machine(configured: lists, sessionMask: .landscape, device: .portrait)
        let root = Controller(legacySupported: .all)

        let resolution = try OrientationResolver(
            policy: Policy(dialect: .legacy, root: root), machine: machine
        ).resolution

        #expect(resolution.allowed == [.landscapeLeft, .landscapeRight])
        #expect(resolution.orientation == .landscapeLeft)
    }

    @Test("a legacy leaf is not limited by the lists, nor by the application's mask")
    func legacyIsNotIntersected() throws {
        let machine = Machine(configured: OrientationLists(general: [.portrait]), device: .landscapeLeft)
        let policy = Policy(
            dialect: .legacy, application: Application(mask: .portrait),
            root: Controller(legacySupported: .all))

        let resolution = try OrientationResolver(policy: policy, machine: machine).resolution

        #expect(resolution.orientation == .landscapeRight)
    }

    @Test("a legacy leaf turns with the device and prefers nothing, whatever its modern answers")
    func legacyHasOneAnswer() throws {
        let machine = Machine(device: .portrait)
        var policy = Policy(dialect: .legacy, root: Controller(id: "r", legacySupported: .all))
        var resolver = try OrientationResolver(policy: policy, machine: machine)

        let transition = try policy.present(
            Controller(id: "m", autorotates: false, preferred: .landscapeLeft, legacySupported: .all))
        _ = try resolver.update(policy: policy, transition: transition, machine: machine)

        #expect(resolver.resolution.orientation == .portrait)
    }

    // MARK: Held without an error

    @Test("with autorotation off an empty set is no error: what is shown is held, unsupported")
    func fixedHoldsNothing() throws {
        let machine = Machine(configured: OrientationLists(general: [.portrait]), device: .portrait)
        var resolver = try OrientationResolver(policy: Policy(root: Controller(id: "r")), machine: machine)

        let policy = Policy(root: Controller(id: "r", supported: .landscape, autorotates: false))
        let next = try resolver.update(policy: policy, machine: machine)

        #expect(next?.orientation == .portrait)
        #expect(next?.supported == false)
        #expect(resolver.policy == policy)
    }

    @Test("a configuration that leaves a client nothing is imposed; the client holds and recovers by itself")
    func configurationIsImposed() throws {
        var machine = Machine(configured: Self.three, device: .landscapeLeft)
        var resolver = try OrientationResolver(
            policy: Policy(root: Controller(supported: .landscape)), machine: machine)

        machine.configured = OrientationLists(general: [.portrait])
        let left = resolver.machineChanged(machine, cause: .configuration)
        machine.device = .landscapeRight
        let meanwhile = resolver.machineChanged(machine, cause: .device)
        machine.configured = Self.three
        let recovered = resolver.machineChanged(machine, cause: .configuration)

        #expect(left?.orientation == .landscapeRight)
        #expect(left?.supported == false)
        #expect(left?.turned == nil)
        #expect(meanwhile == nil)
        #expect(recovered?.orientation == .landscapeLeft)
        #expect(recovered?.turned == 180)
    }

    @Test("a configuration that only mounts the panel otherwise turns the content and not its name")
    func panelOrientationChanges() throws {
        var machine = Machine(device: .portrait)
        var resolver = try OrientationResolver(machine: machine)

        machine.panelOrientation = .rightSideUp
        let next = resolver.machineChanged(machine, cause: .configuration)

        #expect(next?.orientation == .portrait)
        #expect(next?.rotation == 270)
        #expect(next?.turned == 90)
    }
}
