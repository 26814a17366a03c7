public import JSON

/// An answer to a call, as it was received.
public struct Reply: Equatable, Sendable {
    /// The results by name, or what an error says.
    public var parameters: JSONObject
    /// Whether another answer to the same call will come.
    public var continues: Bool
    /// The full name of the error; none if the call succeeded.
    public var error: String?

    /// Describes an answer.
    public init(parameters: JSONObject = [:], continues: Bool = false, error: String? = nil) {
        self.parameters = parameters
        self.continues = continues
        self.error = error
    }

    /// The bytes that answer a call, their NUL byte included.
    ///
    /// - Parameters:
    ///   - parameters: Written as an object.
    ///   - continues: Whether another answer to the same call will come.
    public static func bytes(_ parameters: some JSONEncodable, continues: Bool = false) -> [UInt8] {
        var writer = JSONWriter(capacity: 768)
        writer.beginObject()
        writer.member("parameters", parameters)
        if continues { writer.member("continues", true) }
        writer.endObject()
        writer.terminate(0)
        return writer.bytes
    }

    /// The bytes that refuse a call, their NUL byte included.
    public static func bytes(_ error: some VarlinkError) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        writer.beginObject()
        writer.member("error", error.name)
        writer.key("parameters")
        writer.beginObject()
        error.writeParameters(to: &writer)
        writer.endObject()
        writer.endObject()
        writer.terminate(0)
        return writer.bytes
    }
}

/// What came from a server does not follow the protocol.
public enum ReplyFault: Error, Equatable, Sendable {
    /// A message is longer than 65536 bytes.
    case tooLong
    /// A message is not JSON.
    case notJSON(JSONError)
    /// A message is not an object with members of the right types.
    case malformed
}

extension Reply {
    /// Takes a message apart. Top-level keys that are not known are ignored; `null` counts as absent.
    ///
    /// - Parameter message: Without its NUL byte.
    init(parsing message: [UInt8]) throws(ReplyFault) {
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(parsing: message) } catch { throw .notJSON(error) }
        guard let object = value.object else { throw .malformed }
        self.init()
        switch object["parameters"] {
        case nil, .null: break
        case .object(let members): parameters = members
        default: throw .malformed
        }
        switch object["continues"] {
        case nil, .null: break
        case .bool(let value): continues = value
        default: throw .malformed
        }
        switch object["error"] {
        case nil, .null: break
        case .string(let name): error = name
        default: throw .malformed
        }
    }
}
