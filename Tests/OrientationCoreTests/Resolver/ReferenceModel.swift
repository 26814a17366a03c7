import OrientationCore

/// The rules of `docs/resolver.md`, transcribed one after the other with sets and lists: slow, literal,
/// and without a line of the resolver. The property tests compare the two.
enum Reference {
    typealias Side = InterfaceOrientation

    static let canonical: [Side] = [.portrait, .landscapeRight, .landscapeLeft, .portraitUpsideDown]

    static func set(_ mask: InterfaceOrientationMask) -> Set<Side> {
        Set(canonical.filter { mask.rawValue & (1 << $0.rawValue) != 0 })
    }

    static func mapped(_ device: DeviceOrientation?) -> Side? {
        switch device {
        case .portrait: .portrait
        case .portraitUpsideDown: .portraitUpsideDown
        case .landscapeLeft: .landscapeRight
        case .landscapeRight: .landscapeLeft
        default: nil
        }
    }

    static func defaultSet(_ kind: DeviceKind) -> [Side] {
        kind == .pad ? canonical : [.portrait, .landscapeRight, .landscapeLeft]
    }

    // MARK: The machine and the application

    static func list(_ lists: OrientationLists?, _ kind: DeviceKind) -> [Side]? {
        switch kind {
        case .pad: lists?.pad ?? lists?.general
        case .phone: lists?.phone ?? lists?.general
        }
    }

    static func configuredList(_ machine: Machine) -> [Side] {
        if let list = list(machine.configured, machine.kind) { return list }
        let all = defaultSet(machine.kind)
        guard all.contains(machine.naturalOrientation) else { return all }
        return [machine.naturalOrientation] + all.filter { $0 != machine.naturalOrientation }
    }

    static func ranking(_ machine: Machine, _ application: Application?) -> [Side] {
        var ranking: [Side] = []
        let all = (list(application?.lists, machine.kind) ?? []) + configuredList(machine) + canonical
        for side in all where !ranking.contains(side) { ranking.append(side) }
        return ranking
    }

    static func applicationSet(_ machine: Machine, _ application: Application?, session: Bool) -> Set<Side> {
        var offered = Set(configuredList(machine))
        if session, let mask = machine.sessionMask { offered = set(mask) }
        if let mask = application?.mask { return offered.intersection(set(mask)) }
        if let list = list(application?.lists, machine.kind) { return offered.intersection(list) }
        return offered
    }

    // MARK: The controller

    /// What the asked controller says: its set on this kind of device, whether it autorotates, what it
    /// prefers.
    struct Answer {
        var supported: Set<Side>
        var autorotates: Bool
        var preferred: Side?
    }

    static func asked(_ policy: Policy) -> (controller: Controller, name: String)? {
        guard let root = policy.root else { return nil }
        let full = policy.modals.filter(\.fullScreen).map(\.controller)
        let top = full.last ?? root
        return (top, top.id.map { "id \($0)" } ?? "place \(full.count)")
    }

    static func visibleChild(_ controller: Controller) -> Controller? {
        switch controller.kind {
        case .view: nil
        case .navigation: controller.children.last
        case .tab: controller.children.isEmpty ? nil : controller.children[controller.selected ?? 0]
        }
    }

    static func answer(_ policy: Policy, _ kind: DeviceKind) -> Answer {
        guard let top = asked(policy)?.controller else {
            return Answer(supported: Set(canonical), autorotates: true, preferred: nil)
        }
        // From the asked controller downwards to the one that is visible, as far as questions go.
        var path = [top]
        while let last = path.last, policy.dialect == .legacy || last.forwards, let child = visibleChild(last)
        {
            path.append(child)
        }
        if policy.dialect == .legacy {
            let mask = path.last?.legacySupported
            return Answer(supported: mask.map(set) ?? [.portrait], autorotates: true, preferred: nil)
        }
        let upwards = path.reversed()
        return Answer(
            supported: upwards.compactMap(\.supported).first.map(set) ?? Set(defaultSet(kind)),
            autorotates: upwards.compactMap(\.autorotates).first ?? true,
            preferred: upwards.compactMap(\.preferred).first)
    }

    static func effective(_ machine: Machine, _ policy: Policy, session: Bool) -> Set<Side> {
        let answer = answer(policy, machine.kind)
        if policy.dialect == .legacy, policy.root != nil {
            guard session, let mask = machine.sessionMask else { return answer.supported }
            return answer.supported.intersection(set(mask))
        }
        return answer.supported.intersection(applicationSet(machine, policy.application, session: session))
    }

    // MARK: The decision

    /// What is known when a decision is taken. Nothing current is a launch.
    struct Situation {
        var pin: Side?
        var posture: Side?
        var lock: Side?
        var device: DeviceOrientation
        var current: Side?
        var last: DeviceOrientation?
        var isLaunch = false
    }

    static func decide(_ situation: Situation, _ effective: Set<Side>, autorotates: Bool, ranking: [Side])
        -> Side?
    {
        var order: [Side?] = []
        let locked = situation.posture != nil || situation.lock != nil
        if !situation.isLaunch { order.append(situation.pin) }
        if autorotates, locked { order += [situation.posture, situation.lock] }
        if autorotates, !locked { order.append(mapped(situation.device)) }
        order.append(situation.current)
        if autorotates, !locked, !situation.isLaunch { order.append(mapped(situation.last)) }
        order += ranking
        return order.compactMap { $0 }.first { effective.contains($0) }
    }
}
