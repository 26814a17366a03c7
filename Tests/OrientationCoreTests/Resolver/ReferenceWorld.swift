import OrientationCore

/// Something that happens to a machine or to one of its clients.
enum WorldEvent: Sendable {
    case device(DeviceOrientation)
    case lock(InterfaceOrientation?)
    case posture(InterfaceOrientation?)
    case session(owner: Int, InterfaceOrientationMask?)
    case configuration(OrientationLists)
    case connect(Policy)
    case update(client: Int, Policy, Transition)

    /// - Parameter policies: Those of the clients.
    static func random(_ random: inout Randomness, policies: [Policy]) -> Self {
        switch random.below(100) {
        case 0..<40: return .device(random.pick(DeviceOrientation.allCases))
        case 40..<50: return .lock(random.chance(50) ? random.pick(InterfaceOrientation.allCases) : nil)
        case 50..<56: return .posture(random.chance(50) ? .landscapeRight : nil)
        case 56..<66: return .session(owner: random.below(3), random.chance(60) ? random.mask() : nil)
        case 66..<70: return .configuration(random.lists())
        case 70..<74: return .connect(random.policy())
        default:
            let client = random.below(max(policies.count, 1))
            guard policies.indices.contains(client), random.chance(60) else {
                return .update(client: client, random.policy(), random.pick(Transition.allCases))
            }
            var policy = policies[client]
            let transition = policy.step(&random)
            return .update(client: client, policy, transition)
        }
    }
}

extension Policy {
    /// A small step from this policy, as an application makes one.
    fileprivate mutating func step(_ random: inout Randomness) -> Transition {
        switch random.below(5) {
        case 0:
            root?.supported = random.mask()
            return .navigates
        case 1 where !modals.isEmpty: return modals.removeLast().fullScreen ? .dismisses : .navigates
        case 2 where !modals.isEmpty:
            modals[modals.count - 1].controller.supported = random.mask()
            return .navigates
        case 3:
            application = random.chance(50) ? Application(lists: random.lists()) : nil
            return .navigates
        default:
            guard root != nil, modals.count < 4 else { return .navigates }
            let isSheet = random.chance(20)
            var names: [String] = ["m1", "m2", "m3", "m4", "m5"].filter { name in
                !modals.contains { $0.controller.id == name }
            }
            modals.append(
                Modal(controller: random.controller(depth: 0, names: &names), fullScreen: !isSheet))
            return isSheet ? .navigates : .presents
        }
    }
}

/// A machine and its clients by the reference: every rule that speaks of time, as the events happen.
struct ReferenceWorld {
    typealias Side = InterfaceOrientation

    /// What the machine is; only its stored inputs are used.
    var machine: Machine
    var last: DeviceOrientation?
    var shown: Side
    var evidence = false
    var clients: [Client] = []
    var masks: [(owner: Int, mask: InterfaceOrientationMask)] = []

    struct Client {
        var policy: Policy
        var current: Side
        var supported: Bool
        var pin: Side?
    }

    init(machine: Machine) {
        self.machine = machine
        last = Reference.mapped(machine.device) == nil ? nil : machine.device
        shown = Reference.configuredList(machine)[0]
        settle(isLaunch: true)
    }

    /// - Returns: What is refused of the event, if anything is.
    mutating func apply(_ event: WorldEvent) -> PolicyError? {
        switch event {
        case .device(let device):
            let isTurn = Reference.mapped(device) != nil && device != last
            if Reference.mapped(device) != nil { last = device }
            machine.device = device
            if isTurn { dropPins() }
        case .lock(let side):
            if side != machine.lock { dropPins() }
            machine.lock = side
        case .posture(let side):
            if side != machine.postureHold { dropPins() }
            machine.postureHold = side
        case .session(let owner, let mask):
            masks.removeAll { $0.owner == owner }
            if let mask { masks.append((owner, mask)) }
            machine.sessionMask = masks.last?.mask
        case .configuration(let lists):
            machine.configured = lists
        case .connect(let policy):
            if let error = refusal(of: policy) { return error }
            clients.append(launched(policy))
            return nil
        case .update(let place, let policy, let transition):
            guard clients.indices.contains(place) else { return nil }
            return update(place, policy, transition)
        }
        settle(isLaunch: false)
        for place in clients.indices { decide(place) }
        return nil
    }

    private mutating func dropPins() {
        for place in clients.indices { clients[place].pin = nil }
    }

    private func situation(pin: Side? = nil, current: Side?) -> Reference.Situation {
        Reference.Situation(
            pin: pin, posture: machine.postureHold, lock: machine.lock, device: machine.device,
            current: current, last: last)
    }

    /// The machine's own screen, and whether it rests on evidence: on anything but a list.
    private mutating func settle(isLaunch: Bool) {
        let set = Reference.effective(machine, Policy(), session: true)
        let ranking = Reference.ranking(machine, nil)
        var situation = situation(current: isLaunch ? nil : shown)
        situation.isLaunch = isLaunch
        let next = Reference.decide(situation, set, autorotates: true, ranking: ranking) ?? shown
        // It rests on evidence if it is held and did, or if a side or a lock, rather than a list, chose it.
        let isHeld = !isLaunch && set.contains(shown)
        situation.current = nil
        if isHeld { situation.last = nil }
        let said = Reference.decide(situation, set, autorotates: true, ranking: [])
        evidence = said != nil || isHeld && evidence
        shown = next
    }

    private func launched(_ policy: Policy) -> Client {
        let answer = Reference.answer(policy, machine.kind)
        let set = Reference.effective(machine, policy, session: true)
        let ranking = Reference.ranking(machine, policy.application)
        var situation = situation(current: answer.autorotates && evidence ? shown : nil)
        situation.isLaunch = true
        if let side = Reference.decide(situation, set, autorotates: answer.autorotates, ranking: ranking) {
            return Client(policy: policy, current: side, supported: true)
        }
        let application = Reference.applicationSet(machine, policy.application, session: true)
        let first = ranking.first { application.contains($0) } ?? ranking[0]
        return Client(policy: policy, current: answer.autorotates ? shown : first, supported: false)
    }

    private mutating func decide(_ place: Int) {
        var client = clients[place]
        let answer = Reference.answer(client.policy, machine.kind)
        let set = Reference.effective(machine, client.policy, session: true)
        if let pin = client.pin, !set.contains(pin) { client.pin = nil }
        let side = Reference.decide(
            situation(pin: client.pin, current: client.current), set, autorotates: answer.autorotates,
            ranking: Reference.ranking(machine, client.policy.application))
        client.supported = side != nil
        client.current = side ?? client.current
        clients[place] = client
    }

    private func refusal(of policy: Policy) -> PolicyError? {
        let answer = Reference.answer(policy, machine.kind)
        guard answer.autorotates, Reference.effective(machine, policy, session: false).isEmpty else {
            return nil
        }
        var asked = Reference.asked(policy)?.controller
        if policy.dialect == .legacy, policy.root != nil {
            while let child = asked.flatMap(Reference.visibleChild) { asked = child }
            return .legacyPredicateRejectsAll(controller: asked?.id)
        }
        let application = Reference.applicationSet(machine, policy.application, session: false)
        return .emptyIntersection(
            controller: asked?.id,
            application: Reference.ranking(machine, policy.application).filter { application.contains($0) },
            supported: Reference.canonical.filter { answer.supported.contains($0) })
    }

    private mutating func update(_ place: Int, _ policy: Policy, _ transition: Transition) -> PolicyError? {
        if let error = refusal(of: policy) { return error }
        let asksAnother = Reference.asked(policy)?.name != Reference.asked(clients[place].policy)?.name
        if !asksAnother, transition != .navigates {
            return .malformed(field: "transition", problem: .asksTheSame)
        }
        let answer = Reference.answer(policy, machine.kind)
        var pin = asksAnother ? nil : clients[place].pin
        if transition == .presents, let preferred = answer.preferred {
            guard Reference.effective(machine, policy, session: false).contains(preferred) else {
                return .preferredNotSupported(controller: Reference.asked(policy)?.controller.id, field: "")
            }
            pin = preferred
        }
        clients[place].pin = pin
        clients[place].policy = policy
        decide(place)
        return nil
    }
}
