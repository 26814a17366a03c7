import JSON
import OrientationCore

extension ResolverVector {
    /// Events through one client. A step says what is shown afterwards, the callbacks, and the error.
    func runScript() throws -> Fields {
        let policy = try input.fields("policy")
        var world = try VectorWorld(input, policy: policy)
        var steps: [JSONValue] = []
        for (index, value) in try input.list("events").enumerated() {
            let event = try Fields(value, at: "\(id).events[\(index)]")
            let shown = world.clients.first?.client.resolver.resolution.orientation
            let errors: [String: String]
            if try event.text("ev") == "launch" {
                errors = try world.launch("", policy: policy.policy())
            } else {
                errors = try world.apply(event, by: "", current: shown ?? world.machine.shown)
            }
            let client = world.takeFirst()
            steps.append([
                "interface": JSONValue(client?.resolver.resolution.orientation),
                "supported": client.map { .bool($0.resolver.resolution.supported) } ?? .null,
                "callbacks": .array(client?.callbacks.map { .string($0) } ?? []),
                "error": errors[""].map { .string($0) } ?? .null,
            ])
        }
        return Fields(["steps": .array(steps)], at: id)
    }

    /// Events of several clients of one machine, whose own screen is called "system". The client
    /// "kernel" is the machine itself.
    func runBus() throws -> Fields {
        var world = try VectorWorld(input, policy: input)
        world.controlUsers = Set((input["control"]?.array ?? []).compactMap(\.integer))
        world.activeUser = input["activeUid"]?.integer
        var steps: [JSONValue] = []
        for (index, value) in try input.list("events").enumerated() {
            let event = try Fields(value, at: "\(id).events[\(index)]")
            let errors = try world.apply(
                event, by: event["id"]?.string ?? "kernel", current: world.machine.shown)
            var interfaces: JSONObject = ["system": JSONValue(world.machine.shown)]
            for client in world.clients {
                interfaces[client.id] = JSONValue(client.client.resolver.resolution.orientation)
            }
            var told = JSONObject()
            for (client, error) in errors { told[client] = .string(error) }
            steps.append(["errors": .object(told), "interfaces": .object(interfaces)])
        }
        return Fields(["steps": .array(steps)], at: id)
    }
}

extension Policy {
    /// A step of the client's own, in the vectors' words.
    mutating func apply(_ event: Fields) throws -> Transition {
        func name(_ key: String) throws -> String {
            guard let name = event[key]?.string ?? root?.id else {
                throw VectorError.format("\(event.place).\(key)")
            }
            return name
        }
        func node() throws -> Controller {
            guard let node = try event.firstController("node", "controller") else {
                throw VectorError.format("\(event.place) has no node")
            }
            return node
        }
        switch try event.text("ev") {
        case "push": return try push(node(), in: name("in"))
        case "pop": return try pop(in: name("in"))
        case "select":
            guard let index = event.either("index", "selected", "to")?.integer else {
                throw VectorError.format("\(event.place) has no index")
            }
            return try select(Int(index), in: name("in"))
        case "present": return try present(node(), fullScreen: event["fullScreen"]?.bool ?? true)
        case "dismiss": return try dismiss()
        case "setRoot":
            root = try event.firstController("node", "root")
            if root == nil { modals = [] }
        case "setDialect": dialect = try event.dialect() ?? .modern
        case "setApplication": application = try event.application()
        case "policy":
            var next = try event.policy()
            next.dialect = try event.dialect() ?? dialect
            self = next
            return event["transition"]?.string.flatMap(Transition.init(name:)) ?? .navigates
        case let other:
            let answers = try event.answers(of: other)
            guard !answers.isEmpty else {
                throw VectorError.format("\(event.place): unknown event '\(other)'")
            }
            return try update(name("id")) { controller in answers.forEach { $0(&controller) } }
        }
        return .navigates
    }
}

extension Fields {
    /// The answers of a controller that an event such as `setMask` changes: by their own names, or as the
    /// value of the event's. Null takes an answer back.
    fileprivate func answers(of event: String) throws -> [(inout Controller) -> Void] {
        var changes: [(inout Controller) -> Void] = []
        func change(_ names: String..., by change: (String) throws -> (inout Controller) -> Void) rethrows {
            let isNamed = names.contains { "set\($0)".lowercased() == event.lowercased() }
            let keys = names + (isNamed ? ["value", "to"] : [])
            for key in keys where object[key] != nil { changes.append(try change(key)) }
        }
        try change("mask", "supported") { key in
            let mask = try self.mask(key)
            return { $0.supported = mask }
        }
        try change("legacy", "legacySupported") { key in
            let mask = try self.mask(key)
            return { $0.legacySupported = mask }
        }
        try change("preferred") { key in
            let orientation = try self.interface(key)
            return { $0.preferred = orientation }
        }
        change("autorotate", "autorotates") { key in
            let answer = self[key]?.bool
            return { $0.autorotates = answer }
        }
        change("forward", "forwards") { key in
            let forwards = self[key]?.bool ?? false
            return { $0.forwards = forwards }
        }
        return changes
    }
}
