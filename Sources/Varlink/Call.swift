public import JSON

/// A call of a method, as it is sent.
public struct Call: Equatable, Sendable {
    /// The full name of the method: interface, dot, name.
    public var method: String
    /// The parameters by name.
    public var parameters: JSONObject
    /// Whether the caller takes more than one reply.
    public var wantsMore: Bool
    /// Whether the caller takes no reply.
    public var isOneway: Bool

    /// Describes a call.
    public init(
        method: String, parameters: JSONObject = [:], wantsMore: Bool = false, isOneway: Bool = false
    ) {
        self.method = method
        self.parameters = parameters
        self.wantsMore = wantsMore
        self.isOneway = isOneway
    }

    /// The name of the interface: what is before the last dot, or everything where there is none.
    public var interface: String {
        guard let dot = method.lastIndex(of: ".") else { return method }
        return String(method[..<dot])
    }

    /// The name of the method in its interface; empty where there is no dot.
    public var member: String {
        guard let dot = method.lastIndex(of: ".") else { return "" }
        return String(method[method.index(after: dot)...])
    }

    /// The bytes that make a call, its NUL byte included.
    ///
    /// - Parameter parameters: Written as an object.
    public static func bytes(
        method: String, parameters: some JSONEncodable, wantsMore: Bool = false, isOneway: Bool = false
    ) -> [UInt8] {
        var writer = JSONWriter(capacity: 128)
        writer.beginObject()
        writer.member("method", method)
        writer.member("parameters", parameters)
        if wantsMore { writer.member("more", true) }
        if isOneway { writer.member("oneway", true) }
        writer.endObject()
        writer.terminate(0)
        return writer.bytes
    }
}

extension Call {
    /// Takes a message apart. Top-level keys that are not known are ignored; `null` counts as absent.
    ///
    /// - Parameter message: Without its NUL byte.
    /// - Throws: Why the peer that sent it cannot be understood.
    init(parsing message: [UInt8]) throws(CloseReason) {
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(parsing: message) } catch { throw .notJSON(error) }
        guard let object = value.object else { throw .notAnObject }
        guard let method = object["method"]?.string else { throw .noMethod }

        func flag(_ key: String) throws(CloseReason) -> Bool {
            switch object[key] {
            case nil, .null: return false
            case .bool(let value): return value
            default: throw .malformed(key: key)
            }
        }
        let (wantsMore, isOneway) = (try flag("more"), try flag("oneway"))
        if try flag("upgrade") { throw .upgrade }
        if wantsMore, isOneway { throw .moreWithOneway }

        let parameters: JSONObject
        switch object["parameters"] {
        case nil, .null: parameters = [:]
        case .object(let members): parameters = members
        default: throw .malformed(key: "parameters")
        }
        self.init(method: method, parameters: parameters, wantsMore: wantsMore, isOneway: isOneway)
    }
}
