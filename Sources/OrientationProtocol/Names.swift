public import JSON
public import OrientationCore
public import Varlink

// Enumerations of the core go over the wire by name, never by number.

extension DeviceOrientation: JSONEncodable, FieldDecodable {
    /// Appends the name.
    public func write(to writer: inout JSONWriter) { name.write(to: &writer) }

    /// Takes a name.
    public init(_ field: Field) throws(FieldError) { self = try field.choice(of: Self.allCases, by: \.name) }
}

extension InterfaceOrientation: JSONEncodable, FieldDecodable {
    /// Appends the name.
    public func write(to writer: inout JSONWriter) { name.write(to: &writer) }

    /// Takes a name.
    public init(_ field: Field) throws(FieldError) { self = try field.choice(of: Self.allCases, by: \.name) }
}

extension InterfaceOrientationMask: JSONEncodable, FieldDecodable {
    /// Appends the names as an array, in canonical order.
    public func write(to writer: inout JSONWriter) { orientations.write(to: &writer) }

    /// Takes an array of names, in any order.
    public init(_ field: Field) throws(FieldError) { self.init(try [InterfaceOrientation](field)) }
}

extension DeviceKind: JSONEncodable, FieldDecodable {
    /// Appends the name.
    public func write(to writer: inout JSONWriter) { name.write(to: &writer) }

    /// Takes a name.
    public init(_ field: Field) throws(FieldError) { self = try field.choice(of: Self.allCases, by: \.name) }
}

extension Cause: JSONEncodable, FieldDecodable {
    /// Appends the name.
    public func write(to writer: inout JSONWriter) { name.write(to: &writer) }

    /// Takes a name.
    public init(_ field: Field) throws(FieldError) { self = try field.choice(of: Self.allCases, by: \.name) }
}

extension Transition: JSONEncodable, FieldDecodable {
    /// Appends the name.
    public func write(to writer: inout JSONWriter) { name.write(to: &writer) }

    /// Takes a name.
    public init(_ field: Field) throws(FieldError) { self = try field.choice(of: Self.allCases, by: \.name) }
}

extension PolicyDialect: JSONEncodable, FieldDecodable {
    /// Appends the name.
    public func write(to writer: inout JSONWriter) { name.write(to: &writer) }

    /// Takes a name.
    public init(_ field: Field) throws(FieldError) { self = try field.choice(of: Self.allCases, by: \.name) }
}

extension Controller.Kind: JSONEncodable, FieldDecodable {
    /// Appends the name.
    public func write(to writer: inout JSONWriter) { name.write(to: &writer) }

    /// Takes a name.
    public init(_ field: Field) throws(FieldError) { self = try field.choice(of: Self.allCases, by: \.name) }
}

/// A name of an enumeration to which later versions of the interface may add.
public protocol OpenName: RawRepresentable<String>, JSONEncodable, FieldDecodable, Hashable, Sendable {
    /// Takes any name.
    init(rawValue: String)
}

extension OpenName {
    /// Appends the name.
    public func write(to writer: inout JSONWriter) { rawValue.write(to: &writer) }

    /// Takes any name, also one that is not known yet.
    public init(_ field: Field) throws(FieldError) { self.init(rawValue: try String(field)) }
}

extension Duration {
    /// The time on the wire: whole microseconds.
    var wireMicroseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
