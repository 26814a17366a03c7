public import JSON
public import OrientationCore
public import Varlink

/// What a call is refused with.
public enum OrientationError: VarlinkError, Equatable {
    /// An error that every service has.
    case service(ServiceError)
    /// No orientation is left that the configuration and the policy both allow.
    case emptyIntersection(
        controller: String?, application: [InterfaceOrientation], supported: [InterfaceOrientation])
    /// The legacy controller that is visible shows no orientation at all.
    case legacyPredicateRejectsAll(controller: String?)
    /// The preferred orientation is not among the supported ones.
    case preferredNotSupported(controller: String?, field: String)
    /// There is no such subscription, or it belongs to another user.
    case noSuchSubscription(String)
    /// There is no sensor of that name, or none at all if no name was given.
    case noSuchSensor(String?)
    /// The sensor exists but cannot be read.
    case sensorUnavailable(sensor: String, errnoName: String, message: String)
    /// Too many sample streams are open.
    case tooManyStreams(limit: Int)

    /// Why a policy is refused.
    public init(_ error: PolicyError) {
        switch error {
        case .emptyIntersection(let controller, let application, let supported):
            self = .emptyIntersection(
                controller: controller, application: application, supported: supported)
        case .legacyPredicateRejectsAll(let controller):
            self = .legacyPredicateRejectsAll(controller: controller)
        case .preferredNotSupported(let controller, let field):
            self = .preferredNotSupported(controller: controller, field: field)
        case .malformed(let field, _): self = .service(.invalidParameter(field))
        }
    }

    /// Its full name.
    public var name: String {
        switch self {
        case .service(let error): error.name
        case .emptyIntersection: "org.orientationd.EmptyIntersection"
        case .legacyPredicateRejectsAll: "org.orientationd.LegacyPredicateRejectsAll"
        case .preferredNotSupported: "org.orientationd.PreferredNotSupported"
        case .noSuchSubscription: "org.orientationd.NoSuchSubscription"
        case .noSuchSensor: "org.orientationd.NoSuchSensor"
        case .sensorUnavailable: "org.orientationd.SensorUnavailable"
        case .tooManyStreams: "org.orientationd.TooManyStreams"
        }
    }

    /// Writes what the error is about.
    public func writeParameters(to writer: inout JSONWriter) {
        switch self {
        case .service(let error): error.writeParameters(to: &writer)
        case .emptyIntersection(let controller, let application, let supported):
            writer.member("controller", controller?.excerpt)
            writer.member("application", application)
            writer.member("supported", supported)
        case .legacyPredicateRejectsAll(let controller): writer.member("controller", controller?.excerpt)
        case .preferredNotSupported(let controller, let field):
            writer.member("controller", controller?.excerpt)
            writer.member("field", field)
        case .noSuchSubscription(let subscription):
            writer.member("subscription", subscription.excerpt)
        case .noSuchSensor(let sensor): writer.member("sensor", sensor?.excerpt)
        case .sensorUnavailable(let sensor, let errnoName, let message):
            writer.member("sensor", sensor)
            writer.member("errnoName", errnoName)
            writer.member("message", message)
        case .tooManyStreams(let limit): writer.member("limit", limit)
        }
    }

    /// Recognises the error of a reply. Nothing for one that is not of this interface, or lacks what it
    /// must say.
    public init?(name: String, parameters: JSONObject) {
        if let error = ServiceError(name: name, parameters: parameters) {
            self = .service(error)
            return
        }
        var members = Members(of: parameters, isStrict: false)
        do throws(FieldError) {
            switch name {
            case "org.orientationd.EmptyIntersection":
                self = .emptyIntersection(
                    controller: try members.optional("controller"),
                    application: try members.required("application"),
                    supported: try members.required("supported"))
            case "org.orientationd.LegacyPredicateRejectsAll":
                self = .legacyPredicateRejectsAll(controller: try members.optional("controller"))
            case "org.orientationd.PreferredNotSupported":
                self = .preferredNotSupported(
                    controller: try members.optional("controller"), field: try members.required("field"))
            case "org.orientationd.NoSuchSubscription":
                self = .noSuchSubscription(try members.required("subscription"))
            case "org.orientationd.NoSuchSensor": self = .noSuchSensor(try members.optional("sensor"))
            case "org.orientationd.SensorUnavailable":
                self = .sensorUnavailable(
                    sensor: try members.required("sensor"), errnoName: try members.required("errnoName"),
                    message: try members.required("message"))
            case "org.orientationd.TooManyStreams":
                self = .tooManyStreams(limit: try members.required("limit"))
            default: return nil
            }
        } catch {
            return nil
        }
    }
}
