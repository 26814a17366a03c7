import JSON

@testable import OrientationCore

/// A machine with its clients, to which the events of the kinds `script` and `bus` happen.
struct VectorWorld {
    var machine: Machine
    /// The connections in the order in which they came. A script has one, without a name.
    fileprivate(set) var clients: [(id: String, client: VectorClient)] = []
    /// Users that may lock and set session masks besides root: members of the control group.
    var controlUsers: Set<Int64> = []
    /// The user of the active session, who may do the same.
    var activeUser: Int64?

    private var users: [String: Int64] = [:]
    private var masks = SessionMasks<String>()

    init(_ input: Fields, policy: Fields) throws {
        machine = try policy.machine()
        machine.device = try input.device("device") ?? .unknown
        if let natural = try input.interface("natural") { machine.naturalOrientation = natural }
        // In a script there is one session, which a later event replaces or takes back.
        if let mask = machine.sessionMask { _ = masks.set(mask, for: "") }
    }

    /// Lets one event happen.
    ///
    /// - Parameters:
    ///   - id: The client that does it.
    ///   - current: What "lock the current" means.
    /// - Returns: The errors that clients are told of, by their ids.
    mutating func apply(_ event: Fields, by id: String, current: InterfaceOrientation) throws -> [String:
        String]
    {
        do {
            switch try event.text("ev") {
            case "device":
                guard let device = try event.device("to") ?? event.device("device") else {
                    throw VectorError.format("\(event.place) says no side")
                }
                return change(.device) { $0.device = device }
            case "lock":
                try checkControl(id)
                let isCurrent = event["to"]?.string == "current"
                let target = try isCurrent ? current : event.interface("to") ?? current
                return change(.lock) { $0.lock = target }
            case "unlock":
                try checkControl(id)
                return change(.lock) { $0.lock = nil }
            case "posture":
                let hold = try posture(event)
                return change(.posture) { $0.postureHold = hold }
            case "session":
                try checkControl(id)
                if let mask = try event.mask("mask") {
                    guard masks.set(mask, for: id) else { throw VectorError.emptySessionMask }
                } else {
                    masks.remove(for: id)
                }
                return sessionChanged()
            case "config":
                guard users[id, default: 0] == 0 else { throw VectorError.notPermitted }
                let lists = try event.fields("config").lists()
                let kind = try event.either("idiom", "kind") == nil ? machine.kind : event.kind()
                guard !lists.areEmpty(for: kind) else { throw VectorError.emptyDeviceList }
                return change(.configuration) {
                    $0.kind = kind
                    $0.configured = lists
                }
            case "activeUid", "active", "seat":
                activeUser = event.either("uid", "to")?.integer
                return [:]
            case "connect":
                users[id] = event["uid"]?.integer ?? 0
                return try launch(id, policy: event.policy())
            case "disconnect":
                clients.removeAll { $0.id == id }
                masks.remove(for: id)
                return sessionChanged()
            default:
                guard let place = clients.firstIndex(where: { $0.id == id }) else {
                    throw VectorError.format("\(event.place): no client '\(id)'")
                }
                return try clients[place].client.step(event, machine: machine).map { [id: $0] } ?? [:]
            }
        } catch let error as VectorError {
            guard let name = error.name else { throw error }
            return [id: name]
        }
    }

    /// A client begins.
    mutating func launch(_ id: String, policy: Policy) throws -> [String: String] {
        let client = try VectorClient(policy: policy, machine: machine)
        clients.append((id, client))
        return client.isLeftWithNothing ? [id: "emptyIntersection"] : [:]
    }

    private mutating func sessionChanged() -> [String: String] {
        change(.session) { [newest = masks.newest] in $0.sessionMask = newest }
    }

    private mutating func change(_ cause: Cause, _ change: (inout Machine) -> Void) -> [String: String] {
        change(&machine)
        var told: [String: String] = [:]
        for place in clients.indices {
            told[clients[place].id] = clients[place].client.machineChanged(machine, cause: cause)
        }
        return told
    }

    private func checkControl(_ id: String) throws {
        let user = users[id, default: 0]
        guard user == 0 || user == activeUser || controlUsers.contains(user) else {
            throw VectorError.notPermitted
        }
    }

    private func posture(_ event: Fields) throws -> InterfaceOrientation? {
        switch event.either("to", "posture", "on") {
        case nil, .bool(false)?, .string("tablet")?, .string("open")?: nil
        case .bool(true)?, .string("laptop")?, .string("closed")?: machine.naturalOrientation
        case let orientation?: try InterfaceOrientation(vector: orientation)
        }
    }
}

/// One client: its resolver, and the callbacks of its library.
struct VectorClient {
    private(set) var resolver: OrientationResolver
    /// The callbacks since the last event.
    var callbacks: [String] = []

    private var phases: RotationPhases

    init(policy: Policy, machine: Machine) throws {
        let resolver = try named { try OrientationResolver(policy: policy, machine: machine) }
        self.resolver = resolver
        phases = RotationPhases(vectorStart: resolver.resolution.orientation)
    }

    /// - Returns: The error that the client is told of.
    mutating func machineChanged(_ machine: Machine, cause: Cause) -> String? {
        let wasSupported = resolver.resolution.supported
        if let resolution = resolver.machineChanged(machine, cause: cause) { show(resolution) }
        return wasSupported && isLeftWithNothing ? "emptyIntersection" : nil
    }

    /// A step of the client's own.
    ///
    /// - Returns: The error of a step that is refused, or that leaves the client with nothing.
    mutating func step(_ event: Fields, machine: Machine) throws -> String? {
        let wasSupported = resolver.resolution.supported
        do {
            try named {
                var policy = resolver.policy
                let transition = try policy.apply(event)
                if let next = try resolver.update(policy: policy, transition: transition, machine: machine) {
                    show(next)
                }
            }
            return wasSupported && isLeftWithNothing ? "emptyIntersection" : nil
        } catch let error as VectorError {
            guard let name = error.name else { throw error }
            return name
        }
    }

    /// Whether a level above the client leaves it with nothing, of which it is told once. With
    /// autorotation off that is no error.
    var isLeftWithNothing: Bool {
        !resolver.resolution.supported && ControllerAnswers(policy: resolver.policy).autorotates
    }

    /// Animations are over at once.
    private mutating func show(_ resolution: Resolution) {
        callbacks += phases.turn(
            vectorTarget: resolution.orientation,
            animated: resolution.cause.isAnimated && resolver.policy.root != nil)
        callbacks += phases.complete().map(\.vectorText)
    }
}

extension VectorWorld {
    /// The only client, with its callbacks, which are then forgotten.
    mutating func takeFirst() -> VectorClient? {
        guard let first = clients.first?.client else { return nil }
        clients[0].client.callbacks = []
        return first
    }
}
