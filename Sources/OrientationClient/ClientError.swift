public import OrientationProtocol
public import SystemCalls
public import Varlink

/// Why a call, or a subscription, came to nothing.
public enum ClientError: Error, Equatable, Sendable {
    /// Nobody listens there, or the socket may not be used.
    case unreachable(SystemCallError)
    /// The service closed the connection, or stopped.
    case ended
    /// The service did not answer in time.
    case timedOut
    /// The service does not speak Varlink.
    case notVarlink(ReplyFault)
    /// An answer lacks a field or has a wrong one.
    case malformedReply(FieldError)
    /// The service refused the call.
    case refused(OrientationError)
    /// The service refused the call with an error that is not known here.
    case refusedOtherwise(name: String)
}

extension ClientError: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch self {
        case .unreachable(let error): error.description
        case .ended:
            "the service closed the connection: it ended, or has as many clients as it may; its log tells"
        case .timedOut: "the service did not answer in time"
        case .notVarlink: "what answers there does not speak Varlink"
        case .malformedReply(let error): "the answer of the service is not understood: \(error)"
        case .refused(let error): error.explanation
        case .refusedOtherwise(let name): "the service refused: \(name)"
        }
    }
}

extension OrientationError {
    /// One line for people.
    public var explanation: String {
        func list(_ orientations: [InterfaceOrientation]) -> String {
            orientations.isEmpty ? "nothing" : orientations.map(\.name).joined(separator: ", ")
        }
        func named(_ controller: String?) -> String {
            controller.map { "controller '\($0)'" } ?? "the controller"
        }
        switch self {
        case .service(.permissionDenied):
            return
                "permission denied; root, members of the group 'orientation' and the user at seat0 may do this"
        case .service(.invalidParameter(let parameter)): return "the service does not accept \(parameter)"
        case .service(.interfaceNotFound(let interface)): return "the service has no interface \(interface)"
        case .service(.methodNotFound(let method)), .service(.methodNotImplemented(let method)):
            return "the service has no method \(method)"
        case .service(.expectedMore): return "the method answers more than once"
        case .emptyIntersection(let controller, let application, let supported):
            return "no orientation is left: \(named(controller)) supports \(list(supported)), "
                + "the configuration and the application allow \(list(application))"
        case .legacyPredicateRejectsAll(let controller):
            return "no orientation is left: \(named(controller)) shows none at all"
        case .preferredNotSupported(let controller, let field):
            return "\(field): \(named(controller)) does not support the orientation that it prefers"
        case .noSuchSubscription: return "there is no such subscription"
        case .noSuchSensor(let sensor):
            return sensor.map { "there is no sensor \($0)" } ?? "there is no sensor"
        case .sensorUnavailable(let sensor, let errnoName, let message):
            return "\(sensor) cannot be read: \(message) (\(errnoName))"
        case .tooManyStreams(let limit): return "\(limit) streams of samples are open already"
        }
    }
}

extension Reply {
    /// What a successful reply says.
    ///
    /// - Throws: What the reply was refused with, or which field is wrong.
    func decoded<Value: FieldDecodable>(as type: Value.Type = Value.self) throws(ClientError) -> Value {
        if let error {
            guard let known = OrientationError(name: error, parameters: parameters) else {
                throw .refusedOtherwise(name: error)
            }
            throw .refused(known)
        }
        do throws(FieldError) { return try Value(Field(.object(parameters), isStrict: false)) } catch {
            throw .malformedReply(error)
        }
    }
}
