public import JSON
public import OrientationCore
public import Varlink

// What a client can show. Decoding takes the form alone; ``Policy/checkStructure()`` and the resolver
// judge what it says.

extension Policy: JSONEncodable, FieldDecodable {
    /// Appends the policy as an object; defaults are left out.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        if dialect != .modern { writer.member("dialect", dialect) }
        writer.member("application", application)
        writer.member("root", root)
        if !modals.isEmpty { writer.member("modals", modals) }
        writer.endObject()
    }

    /// Takes an object.
    public init(_ field: Field) throws(FieldError) {
        var members = try field.members()
        self.init(
            dialect: try members.optional("dialect") ?? .modern,
            application: try members.optional("application"),
            root: try members.optional("root"),
            modals: try members.optional("modals") ?? [])
        try members.end()
    }
}

extension Application: JSONEncodable, FieldDecodable {
    /// Appends the limits as an object. An empty list is not left out: it is not the same as none.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("supported", lists.general)
        writer.member("supportedPad", lists.pad)
        writer.member("supportedPhone", lists.phone)
        writer.member("mask", mask)
        writer.endObject()
    }

    /// Takes an object.
    public init(_ field: Field) throws(FieldError) {
        var members = try field.members()
        self.init(
            lists: OrientationLists(
                general: try members.optional("supported"),
                pad: try members.optional("supportedPad"),
                phone: try members.optional("supportedPhone")),
            mask: try members.optional("mask"))
        try members.end()
    }
}

extension Controller: JSONEncodable, FieldDecodable {
    /// Appends the controller as an object; defaults are left out.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        if kind != .view { writer.member("kind", kind) }
        writer.member("supported", supported)
        writer.member("autorotates", autorotates)
        writer.member("preferred", preferred)
        writer.member("legacySupported", legacySupported)
        if !children.isEmpty { writer.member("children", children) }
        writer.member("selected", selected)
        if forwards { writer.member("forwards", forwards) }
        writer.endObject()
    }

    /// Takes an object.
    public init(_ field: Field) throws(FieldError) {
        var members = try field.members()
        self.init(
            id: try members.optional("id"),
            kind: try members.optional("kind") ?? .view,
            supported: try members.optional("supported"),
            autorotates: try members.optional("autorotates"),
            preferred: try members.optional("preferred"),
            legacySupported: try members.optional("legacySupported"),
            children: try members.optional("children") ?? [],
            selected: try members.optional("selected"),
            forwards: try members.optional("forwards") ?? false)
        try members.end()
    }
}

extension Modal: JSONEncodable, FieldDecodable {
    /// Appends the modal as an object; defaults are left out.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("controller", controller)
        if !fullScreen { writer.member("fullScreen", fullScreen) }
        writer.endObject()
    }

    /// Takes an object.
    public init(_ field: Field) throws(FieldError) {
        var members = try field.members()
        self.init(
            controller: try members.required("controller"),
            fullScreen: try members.optional("fullScreen") ?? true)
        try members.end()
    }
}

extension Policy {
    /// Takes the text of a policy, as a file holds it: one object.
    ///
    /// - Throws: ``PolicyTextError``.
    public init(parsing text: [UInt8]) throws(PolicyTextError) {
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(parsing: text, limit: 65536) } catch {
            throw .notJSON(error)
        }
        do throws(FieldError) { self = try Policy(Field(value, path: "policy", isStrict: true)) } catch {
            throw .wrongField(error)
        }
        do throws(PolicyError) { try checkStructure() } catch { throw .refused(error) }
    }
}

/// Why a text is not a policy.
public enum PolicyTextError: Error, Equatable, Sendable {
    /// It is not JSON, or too long for a message.
    case notJSON(JSONError)
    /// A field is not known, missing, or has a wrong type or value.
    case wrongField(FieldError)
    /// The controllers are not a tree that can be shown.
    case refused(PolicyError)
}
