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
    /// Why a message is not a call that can be executed.
    enum Fault: Error, Equatable {
        /// The peer does not follow the protocol: nothing it sends can be believed.
        case broken(CloseReason)
        /// The call can be answered, with an error.
        case refused(ServiceError, isOneway: Bool)
    }

    /// Takes a message apart. Top-level keys that are not known are ignored; `null` counts as absent.
    ///
    /// - Parameter message: Without its NUL byte.
    init(parsing message: [UInt8]) throws(Fault) {
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(parsing: message) } catch {
            throw .broken(.notJSON(error))
        }
        guard let object = value.object else { throw .broken(.notAnObject) }
        guard let method = object["method"]?.string else { throw .broken(.noMethod) }

        func flag(_ key: String, isOneway: Bool) throws(Fault) -> Bool {
            switch object[key] {
            case nil, .null: return false
            case .bool(let value): return value
            default: throw .refused(.invalidParameter(key), isOneway: isOneway)
            }
        }
        let isOneway = try flag("oneway", isOneway: false)
        let wantsMore = try flag("more", isOneway: isOneway)
        if try flag("upgrade", isOneway: isOneway) { throw .broken(.upgrade) }
        if wantsMore, isOneway { throw .broken(.moreWithOneway) }

        let parameters: JSONObject
        switch object["parameters"] {
        case nil, .null: parameters = [:]
        case .object(let members): parameters = members
        default: throw .refused(.invalidParameter("parameters"), isOneway: isOneway)
        }
        self.init(method: method, parameters: parameters, wantsMore: wantsMore, isOneway: isOneway)
    }
}
