import JSON
import OrientationCore

/// The members of an object of a vector, with the errors that say what is wrong with the file.
struct Fields: Sendable {
    var object: JSONObject
    let place: String

    init(_ members: [String: JSONValue], at place: String) {
        object = JSONObject()
        for (key, value) in members { object[key] = value }
        self.place = place
    }

    init(_ value: JSONValue, at place: String) throws {
        guard let object = value.object else { throw VectorError.format("\(place) is no object") }
        self.object = object
        self.place = place
    }

    /// What is written there; null is the same as left out.
    subscript(_ key: String) -> JSONValue? {
        guard let value = object[key], !value.isNull else { return nil }
        return value
    }

    func text(_ key: String) throws -> String {
        guard let text = self[key]?.string else { throw VectorError.format("\(place).\(key) is no text") }
        return text
    }

    func list(_ key: String) throws -> [JSONValue] {
        guard let list = self[key]?.array else { throw VectorError.format("\(place).\(key) is no list") }
        return list
    }

    func fields(_ key: String) throws -> Fields { try Fields(self[key] ?? .null, at: "\(place).\(key)") }

    /// The first of several names under which something may be written.
    func either(_ keys: String...) -> JSONValue? { keys.lazy.compactMap { self[$0] }.first }

    // MARK: Words of the resolver

    func device(_ key: String) throws -> DeviceOrientation? {
        try self[key].map { value in
            guard let device = value.string.flatMap(DeviceOrientation.init(name:)) else {
                throw VectorError.invalidName
            }
            return device
        }
    }

    func interface(_ key: String) throws -> InterfaceOrientation? {
        try self[key].map(InterfaceOrientation.init(vector:))
    }

    func interfaces(_ key: String) throws -> [InterfaceOrientation]? {
        try self[key].map { value in
            guard let list = value.array else { throw VectorError.format("\(place).\(key) is no list") }
            return try list.map(InterfaceOrientation.init(vector:))
        }
    }

    func mask(_ key: String) throws -> InterfaceOrientationMask? {
        try interfaces(key).map { InterfaceOrientationMask($0) }
    }
}

extension InterfaceOrientation {
    init(vector value: JSONValue) throws {
        guard let match = value.string.flatMap(Self.init(name:)) else { throw VectorError.invalidName }
        self = match
    }
}

extension JSONValue {
    /// The name of an orientation, or null.
    init(_ orientation: InterfaceOrientation?) { self = orientation.map { .string($0.name) } ?? .null }

    init(_ mask: InterfaceOrientationMask) { self = .array(mask.orientations.map { .string($0.name) }) }

    init(_ list: [InterfaceOrientation]) { self = .array(list.map { .string($0.name) }) }
}

/// What comes out of a vector in place of a result, and what can be wrong with a file of vectors.
enum VectorError: Error {
    /// The file does not have the form of a file of vectors. Always a failure.
    case format(String)
    /// A name that is none.
    case invalidName
    /// An empty list would be in force.
    case emptyDeviceList
    /// An empty session mask.
    case emptySessionMask
    /// A client may not do this.
    case notPermitted
    /// A policy was refused.
    case policy(PolicyError)
    /// A step of navigation is not possible.
    case navigation(NavigationError)
    /// Something else that is refused, in the words of this runner.
    case refused(String)

    /// Its name in the vectors. Names that begin with '?' stand for refusals that the vectors may call
    /// as they like.
    var name: String? {
        switch self {
        case .format: nil
        case .invalidName: "invalidName"
        case .emptyDeviceList: "emptyDeviceList"
        case .emptySessionMask: "?emptySessionMask"
        case .notPermitted: "notPermitted"
        case .policy(.emptyIntersection): "emptyIntersection"
        case .policy(.legacyPredicateRejectsAll): "legacyPredicateRejectsAll"
        case .policy(.preferredNotSupported): "preferredNotSupported"
        case .policy(.malformed(_, .noSuchTab)), .navigation(.noSuchTab): "noSuchTab"
        case .policy(.malformed(let field, let problem)): "?\(field): \(problem)"
        case .navigation(let error): "?\(error)"
        case .refused(let reason): "?\(reason)"
        }
    }

    /// Errors that `resolver.md` gives a name.
    private static let named: Set = [
        "invalidName", "emptyDeviceList", "notPermitted", "emptyIntersection", "legacyPredicateRejectsAll",
        "preferredNotSupported", "noSuchTab",
    ]

    /// Whether an expected error is the one that came out. Malformed trees and impossible steps have no
    /// agreed name: any name that is not another error's will do.
    static func isSameError(_ expected: String, _ actual: String) -> Bool {
        expected == actual || actual.hasPrefix("?") && !named.contains(expected)
    }
}

/// Runs something that throws one of the project's errors, and names it as the vectors do.
func named<Result>(_ body: () throws -> Result) throws -> Result {
    do {
        return try body()
    } catch let error as PolicyError {
        throw VectorError.policy(error)
    } catch let error as NavigationError {
        throw VectorError.navigation(error)
    }
}
