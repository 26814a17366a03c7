/// A JSON text as a value.
///
/// Integers and reals are told apart by how they are written, as Varlink does: `1` is an integer,
/// `1.0` and `1e0` are reals.
public enum JSONValue: Equatable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction and exponent.
    case integer(Int64)
    /// Any other number. Never NaN or infinite when it was parsed.
    case real(Double)
    /// A text, which may hold U+0000.
    case string(String)
    /// A list.
    case array([JSONValue])
    /// A set of members with distinct keys.
    case object(JSONObject)
}

extension JSONValue {
    /// The value of a boolean.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The value of an integer; a real is none, even without a fraction.
    public var integer: Int64? {
        if case .integer(let value) = self { value } else { nil }
    }

    /// The value of a number, whether it was written as an integer or as a real.
    public var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }

    /// The value of a string.
    public var string: String? {
        if case .string(let value) = self { value } else { nil }
    }

    /// The elements of an array.
    public var array: [JSONValue]? {
        if case .array(let value) = self { value } else { nil }
    }

    /// The members of an object.
    public var object: JSONObject? {
        if case .object(let value) = self { value } else { nil }
    }

    /// Whether this is `null`.
    public var isNull: Bool { self == .null }
}

extension JSONValue: JSONEncodable {
    /// Appends the value as it would be parsed again.
    public func write(to writer: inout JSONWriter) {
        switch self {
        case .null: writer.writeNull()
        case .bool(let value): value.write(to: &writer)
        case .integer(let value): value.write(to: &writer)
        case .real(let value): value.write(to: &writer)
        case .string(let value): value.write(to: &writer)
        case .array(let elements): elements.write(to: &writer)
        case .object(let members): members.write(to: &writer)
        }
    }
}

extension JSONValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
    ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Makes `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Makes an integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Makes a real.
    public init(floatLiteral value: Double) { self = .real(value) }

    /// Makes a string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Makes an array.
    public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

    /// Makes an object. Of several members with one key the last counts.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        var object = JSONObject()
        for (key, value) in members { object[key] = value }
        self = .object(object)
    }
}
