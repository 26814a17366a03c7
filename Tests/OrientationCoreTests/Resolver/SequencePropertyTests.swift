import Testing

@testable import OrientationCore

/// Random events through the resolver and through the reference, side by side, from fixed seeds.
@Suite("Sequences of events, at random")
struct SequencePropertyTests {
    static let sequences = 20_000
    static let eventsPerSequence = 10

    @Test("after every event each client shows what the rules say, and one client's event touches no other")
    func agreesWithReference() {
        var random = Randomness(seed: 20_260_101)
        var refused = 0
        for sequence in 0..<Self.sequences {
            var world = SequenceWorld(&random)
            for _ in 0..<Self.eventsPerSequence {
                let event = WorldEvent.random(&random, policies: world.clients.map(\.resolver.policy))
                let wasRefused: Bool
                do {
                    wasRefused = try world.apply(event)
                } catch {
                    Issue.record("sequence \(sequence), \(event): \(error)")
                    return
                }
                if wasRefused { refused += 1 }
            }
        }
        #expect(refused > Self.sequences / 10, "refusals are among the events")
    }

    @Test("the same events give the same results")
    func isDeterministic() throws {
        func run() throws -> [Resolution] {
            var random = Randomness(seed: 4)
            var world = SequenceWorld(&random)
            var results: [Resolution] = []
            for _ in 0..<500 {
                _ = try world.apply(.random(&random, policies: world.clients.map(\.resolver.policy)))
                results += world.clients.map(\.resolver.resolution)
            }
            return results
        }

        let first = try run()
        let second = try run()

        #expect(first == second)
    }
}

/// The resolvers of a machine beside the reference, and the callbacks of each client.
struct SequenceWorld {
    struct Client {
        var resolver: OrientationResolver
        var phases: RotationPhases
        var isBetweenWillAndDid = false
    }

    struct Difference: Error { let text: String }

    private(set) var machine: Machine
    private(set) var clients: [Client] = []
    private var masks = SessionMasks<Int>()
    private var reference: ReferenceWorld

    init(_ random: inout Randomness) {
        machine = Machine(
            kind: random.pick(DeviceKind.allCases),
            configured: random.lists(),
            naturalOrientation: random.pick([.portrait, .landscapeRight, .landscapeLeft]),
            panelOrientation: random.pick(PanelOrientation.allCases),
            lock: random.chance(20) ? random.pick(InterfaceOrientation.allCases) : nil,
            device: random.pick(DeviceOrientation.allCases))
        reference = ReferenceWorld(machine: machine)
    }

    /// Lets an event happen in both worlds and compares them.
    ///
    /// - Returns: Whether the event was refused.
    mutating func apply(_ event: WorldEvent) throws -> Bool {
        let before = clients.map(\.resolver)
        let expected = reference.apply(event)
        var refusal: PolicyError?
        switch event {
        case .device(let device): try change(.device) { $0.device = device }
        case .lock(let side): try change(.lock) { $0.lock = side }
        case .posture(let side): try change(.posture) { $0.postureHold = side }
        case .configuration(let lists): try change(.configuration) { $0.configured = lists }
        case .session(let owner, let mask):
            if let mask { _ = masks.set(mask, for: owner) } else { masks.remove(for: owner) }
            try change(.session) { [newest = masks.newest] in $0.sessionMask = newest }
        case .connect(let policy):
            do throws(PolicyError) {
                let resolver = try OrientationResolver(policy: policy, machine: machine)
                clients.append(Client(resolver: resolver, phases: Self.phases(resolver.resolution)))
            } catch { refusal = error }
        case .update(let place, let policy, let transition):
            guard clients.indices.contains(place) else { break }
            do throws(PolicyError) {
                let next = try clients[place].resolver.update(
                    policy: policy, transition: transition, machine: machine)
                try? show(next, place)
            } catch { refusal = error }
        }
        try check(
            refusal == expected.map { $0.ignoringField(of: refusal) },
            "refused with \(refusal.map { "\($0)" } ?? "nothing")")
        if refusal != nil {
            try check(before.map(\.policy) == clients.map(\.resolver.policy), "a refused policy stayed")
            try check(before.map(\.resolution) == clients.map(\.resolver.resolution), "a refusal turned")
        }
        if case .device(let device) = event, device.interfaceOrientation == nil {
            let turned = zip(before, clients).contains {
                $0.resolution.orientation != $1.resolver.resolution.orientation
            }
            try check(!turned, "flat turned")
        }
        try compare()
        return refusal != nil
    }

    private mutating func change(_ cause: Cause, _ change: (inout Machine) -> Void) throws {
        change(&machine)
        var told = MachineChange(to: machine, cause: cause)
        for place in clients.indices {
            let old = clients[place].resolver.resolution
            var alone = clients[place].resolver
            let next = alone.machineChanged(machine, cause: cause)
            let isNoticed = clients[place].resolver.machineChanged(by: &told)
            let new = clients[place].resolver.resolution
            try check(isNoticed == (next != nil), "whether it is noticed depends on other clients")
            try check(new == alone.resolution, "what is shown depends on other clients")
            try check((next == nil) == (new == old), "told of nothing, or not told")
            try check(next == nil || next?.cause == cause, "cause")
            try show(next, place)
            try check(
                clients[place].resolver.machineChanged(machine, cause: .device) == nil,
                "resolving again changed something")
        }
    }

    private mutating func show(_ resolution: Resolution?, _ place: Int) throws {
        guard let resolution else { return }
        let from = clients[place].phases.orientation
        let animated = resolution.cause.isAnimated && clients[place].resolver.policy.root != nil
        let phases = clients[place].phases.turn(
            to: resolution.orientation, rotation: resolution.rotation, animated: animated)
        for phase in phases {
            switch phase {
            case .will: clients[place].isBetweenWillAndDid.toggle()
            case .animate(let turn):
                try check(clients[place].isBetweenWillAndDid, "animate without will")
                try check(
                    turn.from == from && turn.to == resolution.orientation && turn.from != turn.to,
                    "not a turn")
                try check(turn.angle == resolution.turned, "angle \(turn.angle)")
            case .did: clients[place].isBetweenWillAndDid.toggle()
            }
        }
        try check(clients[place].isBetweenWillAndDid == clients[place].phases.isTurning, "a did is missing")
    }

    private func compare() throws {
        try check(
            machine.shown == reference.shown, "the screen shows \(machine.shown), not \(reference.shown)")
        try check(machine.shownRestsOnEvidence == reference.evidence, "evidence of the screen")
        try check(machine.lastDeterminate == reference.last, "last side")
        try check(clients.count == reference.clients.count, "number of clients")
        for (client, expected) in zip(clients, reference.clients) {
            let resolution = client.resolver.resolution
            let set = Reference.effective(reference.machine, expected.policy, session: true)
            let ranking = Reference.ranking(reference.machine, expected.policy.application)
            try check(
                resolution.orientation == expected.current,
                "shows \(resolution.orientation), not \(expected.current)")
            try check(resolution.supported == expected.supported, "supported")
            try check(resolution.allowed == ranking.filter { set.contains($0) }, "allowed")
            try check(resolution.supported == set.contains(resolution.orientation), "supported is effective")
            try check(client.resolver.policy == expected.policy, "policy")
        }
    }

    private func check(_ condition: Bool, _ text: @autoclosure () -> String) throws {
        if !condition { throw Difference(text: text()) }
    }

    private static func phases(_ resolution: Resolution) -> RotationPhases {
        RotationPhases(
            orientation: resolution.orientation, rotation: resolution.rotation,
            size: InterfaceSize(width: 3, height: 4))
    }
}

extension PolicyError {
    /// The reference does not know where a preference is written; that has tests of its own.
    fileprivate func ignoringField(of other: PolicyError?) -> PolicyError {
        guard case .preferredNotSupported(let controller, _) = self,
            case .preferredNotSupported(_, let field) = other
        else { return self }
        return .preferredNotSupported(controller: controller, field: field)
    }
}
