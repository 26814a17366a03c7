public import JSON

/// What is wrong with a field of a message or a file.
public struct FieldError: Error, Equatable, Sendable {
    /// The field, as `policy.root.children[2].selected`.
    public let field: String
    /// What is wrong, for people.
    public let problem: String

    /// Describes a wrong field.
    public init(field: String, problem: String) {
        self.field = field
        self.problem = problem
    }
}

extension FieldError: CustomStringConvertible {
    /// One line for people.
    public var description: String { field.isEmpty ? problem : "\(field): \(problem)" }
}

/// A value that is made of a field of a message.
public protocol FieldDecodable {
    /// Takes the value of a field.
    init(_ field: Field) throws(FieldError)
}

/// A value within a message, with the way to it, so that errors can name it.
public struct Field: Sendable {
    /// The value, which may be `null`.
    public let value: JSONValue
    /// The way to it: `policy.modals[0]`. Empty for the whole.
    public let path: String
    /// Whether fields that are not known are refused. They are in what a service takes, so that a
    /// misspelt field is noticed; in what it answers they may have come with a later version.
    public let isStrict: Bool

    /// Names a value.
    public init(_ value: JSONValue, path: String = "", isStrict: Bool) {
        self.value = value
        self.path = path
        self.isStrict = isStrict
    }

    /// The error that this field has that problem.
    public func error(_ problem: String) -> FieldError { FieldError(field: path, problem: problem) }

    /// The members of an object, to be taken one after the other.
    public func members() throws(FieldError) -> Members {
        guard let object = value.object else { throw error("must be an object") }
        return Members(of: object, path: path, isStrict: isStrict)
    }

    /// The elements of an array.
    public func elements() throws(FieldError) -> [Field] {
        guard let array = value.array else { throw error("must be an array") }
        return array.enumerated().map { index, element in
            Field(element, path: "\(path)[\(index)]", isStrict: isStrict)
        }
    }

    /// One of several values that are known by name.
    public func choice<Value>(of values: some Sequence<Value>, by name: (Value) -> String) throws(FieldError)
        -> Value
    {
        guard let text = value.string else { throw error("must be a string") }
        for value in values where name(value) == text { return value }
        throw error("must be one of " + values.map(name).joined(separator: ", "))
    }
}

/// The members of an object, taken one after the other.
public struct Members: Sendable {
    private var remaining: JSONObject
    /// What was asked for, to be able to say what is known.
    private var known: [String] = []
    private let path: String
    private let isStrict: Bool

    /// Names the members of an object: `path` is the way to it, empty for the whole.
    public init(of object: JSONObject, path: String = "", isStrict: Bool) {
        self.remaining = object
        self.path = path
        self.isStrict = isStrict
    }

    /// The way to a member.
    public func path(to key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    /// Takes a member, if there is one that is not `null`.
    public mutating func field(_ key: String) -> Field? {
        if isStrict { known.append(key) }
        guard let value = remaining[key] else { return nil }
        remaining[key] = nil
        return value.isNull ? nil : Field(value, path: path(to: key), isStrict: isStrict)
    }

    /// Takes the value of a member, if there is one that is not `null`.
    public mutating func optional<Value: FieldDecodable>(
        _ key: String, as type: Value.Type = Value.self
    ) throws(FieldError) -> Value? {
        guard let field = field(key) else { return nil }
        return try Value(field)
    }

    /// Takes the value of a member that must be there.
    public mutating func required<Value: FieldDecodable>(
        _ key: String, as type: Value.Type = Value.self
    ) throws(FieldError) -> Value {
        guard let field = field(key) else { throw FieldError(field: path(to: key), problem: "is missing") }
        return try Value(field)
    }

    /// Refuses what was not taken, in strict decoding. Called after the last member.
    public func end() throws(FieldError) {
        guard isStrict, let first = remaining.members.first else { return }
        let choice = known.isEmpty ? "" : "; known here: " + known.joined(separator: ", ")
        throw FieldError(field: path(to: first.key), problem: "is not known" + choice)
    }
}

extension Bool: FieldDecodable {
    /// Takes `true` or `false`.
    public init(_ field: Field) throws(FieldError) {
        guard let value = field.value.bool else { throw field.error("must be true or false") }
        self = value
    }
}

extension Int: FieldDecodable {
    /// Takes an integer; a real is none, even without a fraction.
    public init(_ field: Field) throws(FieldError) {
        guard let value = field.value.integer.flatMap(Int.init(exactly:)) else {
            throw field.error("must be an integer")
        }
        self = value
    }
}

extension Double: FieldDecodable {
    /// Takes any number.
    public init(_ field: Field) throws(FieldError) {
        guard let value = field.value.number else { throw field.error("must be a number") }
        self = value
    }
}

extension String: FieldDecodable {
    /// Takes a string.
    public init(_ field: Field) throws(FieldError) {
        guard let value = field.value.string else { throw field.error("must be a string") }
        self = value
    }
}

extension Array: FieldDecodable where Element: FieldDecodable {
    /// Takes an array, each of whose elements is taken.
    public init(_ field: Field) throws(FieldError) {
        self = []
        for element in try field.elements() { append(try Element(element)) }
    }
}
