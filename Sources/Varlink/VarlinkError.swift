public import JSON

/// An error that a method answers with.
public protocol VarlinkError: Error, Sendable {
    /// Its full name: interface, dot, name.
    var name: String { get }

    /// Writes its parameters as members of an object that is begun already.
    func writeParameters(to writer: inout JSONWriter)
}

/// The errors that every service may answer with, those of the interface `org.varlink.service`.
public enum ServiceError: VarlinkError, Equatable {
    /// The service has no such interface.
    case interfaceNotFound(String)
    /// The interface has no such method.
    case methodNotFound(String)
    /// The interface has the method, the service does not.
    case methodNotImplemented(String)
    /// A parameter is unknown, missing, or has a wrong type or value: its dotted name.
    case invalidParameter(String)
    /// The caller may not do this.
    case permissionDenied
    /// The method answers more than once, and the caller did not say that it takes this.
    case expectedMore

    /// Its full name.
    public var name: String {
        switch self {
        case .interfaceNotFound: "org.varlink.service.InterfaceNotFound"
        case .methodNotFound: "org.varlink.service.MethodNotFound"
        case .methodNotImplemented: "org.varlink.service.MethodNotImplemented"
        case .invalidParameter: "org.varlink.service.InvalidParameter"
        case .permissionDenied: "org.varlink.service.PermissionDenied"
        case .expectedMore: "org.varlink.service.ExpectedMore"
        }
    }

    /// Writes what is not found or not valid.
    public func writeParameters(to writer: inout JSONWriter) {
        switch self {
        case .interfaceNotFound(let interface): writer.member("interface", interface.excerpt)
        case .methodNotFound(let method): writer.member("method", method.excerpt)
        case .methodNotImplemented(let method): writer.member("method", method.excerpt)
        case .invalidParameter(let parameter): writer.member("parameter", parameter.excerpt)
        case .permissionDenied, .expectedMore: break
        }
    }

    /// Recognises an error in a reply. Nothing for errors of other interfaces.
    public init?(name: String, parameters: JSONObject) {
        func text(_ key: String) -> String { parameters[key]?.string ?? "" }
        switch name {
        case "org.varlink.service.InterfaceNotFound": self = .interfaceNotFound(text("interface"))
        case "org.varlink.service.MethodNotFound": self = .methodNotFound(text("method"))
        case "org.varlink.service.MethodNotImplemented": self = .methodNotImplemented(text("method"))
        case "org.varlink.service.InvalidParameter": self = .invalidParameter(text("parameter"))
        case "org.varlink.service.PermissionDenied": self = .permissionDenied
        case "org.varlink.service.ExpectedMore": self = .expectedMore
        default: return nil
        }
    }
}

extension String {
    /// The text, or the beginning of a long one. What a caller wrote is given back to it in errors, and
    /// escaping must not make a reply longer than a message may be.
    public var excerpt: String {
        utf8.count <= 256 ? self : String(decoding: utf8.prefix(256), as: UTF8.self) + "…"
    }
}
