import JSON
import OrientationCore

/// The vectors' words for what the interface calls otherwise: idiom is the kind, mask supported,
/// autorotate autorotates, legacy legacySupported, forward forwards, stack and tabs are children, node
/// is a controller, index selected. Both are read.
extension Fields {
    /// The controller that is written here.
    func controller() throws -> Controller {
        let kindName = self["kind"]?.string ?? "view"
        guard let kind = Controller.Kind(name: kindName) else {
            throw VectorError.format("\(place).kind: '\(kindName)'")
        }
        let children = try (either("stack", "tabs", "children")?.array ?? []).enumerated().map {
            index, child in
            try Fields(child, at: "\(place).children[\(index)]").controller()
        }
        return Controller(
            id: self["id"]?.string,
            kind: kind,
            supported: try mask("mask") ?? mask("supported"),
            autorotates: either("autorotate", "autorotates")?.bool,
            preferred: try interface("preferred"),
            legacySupported: try mask("legacy") ?? mask("legacySupported"),
            children: children,
            selected: either("selected", "index")?.integer.map { Int($0) },
            forwards: either("forward", "forwards")?.bool ?? false)
    }

    func firstController(_ keys: String...) throws -> Controller? {
        for key in keys where self[key] != nil { return try fields(key).controller() }
        return nil
    }

    /// Lists under the names `supported`, `supported~ipad` and `supported~iphone`.
    func lists() throws -> OrientationLists {
        OrientationLists(
            general: try interfaces("supported"),
            pad: try interfaces("supported~ipad") ?? interfaces("supportedPad"),
            phone: try interfaces("supported~iphone") ?? interfaces("supportedPhone"))
    }

    func application() throws -> Application? {
        guard self["application"] != nil else { return nil }
        let application = try fields("application")
        return Application(lists: try application.lists(), mask: try application.mask("mask"))
    }

    func kind() throws -> DeviceKind {
        let name = either("idiom", "kind")?.string ?? "phone"
        guard let kind = DeviceKind(name: name) else { throw VectorError.format("\(place).idiom: '\(name)'") }
        return kind
    }

    /// The client's part of a vector's policy.
    func policy() throws -> Policy {
        let modals = try (self["modals"]?.array ?? []).enumerated().map { index, value in
            let modal = try Fields(value, at: "\(place).modals[\(index)]")
            guard let controller = try modal.firstController("node", "controller") else {
                throw VectorError.format("\(modal.place) has no node")
            }
            return Modal(controller: controller, fullScreen: modal["fullScreen"]?.bool ?? true)
        }
        return Policy(
            dialect: try dialect() ?? .modern,
            application: try application(),
            root: try firstController("root"),
            modals: modals)
    }

    func dialect() throws -> PolicyDialect? {
        try self["dialect"]?.string.map { name in
            guard let dialect = PolicyDialect(name: name) else {
                throw VectorError.format("\(place).dialect: '\(name)'")
            }
            return dialect
        }
    }

    /// The machine's part of a vector's policy, or of a whole vector. A list in force must not be
    /// empty, unless a session mask takes its place.
    func machine() throws -> Machine {
        let lists = try self["config"] == nil ? OrientationLists() : fields("config").lists()
        let session = try mask("session")
        let kind = try kind()
        if session == nil, lists.areEmpty(for: kind) { throw VectorError.emptyDeviceList }
        if session?.isEmpty == true { throw VectorError.emptySessionMask }
        return Machine(
            kind: kind,
            configured: lists,
            naturalOrientation: try interface("natural") ?? .portrait,
            sessionMask: session)
    }
}
