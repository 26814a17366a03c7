public import JSON
public import OrientationCore
public import Varlink

/// A call of the service, taken apart.
public enum Request: Equatable, Sendable {
    /// A call of `org.varlink.service`, see ``ServiceInformation/answer(_:)``.
    case service(Call)
    /// The current state, at once, as that policy would have it.
    case getState(policy: Policy?)
    /// The state and all that follow.
    case subscribe(policy: Policy?)
    /// Another policy for a subscription.
    case updatePolicy(subscription: String, policy: Policy, transition: Transition)
    /// A limit for every client while this connection lasts; nothing takes it back. Never empty.
    case setSessionMask(InterfaceOrientationMask?)
    /// The rotation lock. Without an orientation it locks what is shown.
    case setRotationLock(locked: Bool, orientation: InterfaceOrientation?)
    /// All accelerometers.
    case listSensors
    /// Measurements of one sensor, the selected one by default; at most so many each second.
    case streamSamples(sensor: String?, maximumRate: Double?)
}

extension Request {
    /// Takes a call apart, strictly.
    ///
    /// - Throws: What to answer instead: `InterfaceNotFound`, `MethodNotFound`, `ExpectedMore`, or
    ///   `InvalidParameter` with the dotted name of what is not known, missing, or has a wrong type or
    ///   value.
    public init(_ call: Call) throws(ServiceError) {
        switch call.interface {
        case ServiceInformation.interface: self = .service(call)
        case OrientationInterface.name:
            guard let method = Method(rawValue: call.member) else { throw .methodNotFound(call.method) }
            if method.isStream, !call.wantsMore { throw .expectedMore }
            do throws(FieldError) {
                var parameters = Members(of: call.parameters, isStrict: true)
                self = try method.request(&parameters)
                try parameters.end()
            } catch {
                throw .invalidParameter(error.field)
            }
        default: throw .interfaceNotFound(call.interface)
        }
    }

    /// The methods of the interface.
    private enum Method: String {
        case getState = "GetState"
        case subscribe = "Subscribe"
        case updatePolicy = "UpdatePolicy"
        case setSessionMask = "SetSessionMask"
        case setRotationLock = "SetRotationLock"
        case listSensors = "ListSensors"
        case streamSamples = "StreamSamples"

        var isStream: Bool { self == .subscribe || self == .streamSamples }

        func request(_ parameters: inout Members) throws(FieldError) -> Request {
            switch self {
            case .getState: return .getState(policy: try policy(&parameters))
            case .subscribe: return .subscribe(policy: try policy(&parameters))
            case .updatePolicy:
                let subscription: String = try parameters.required("subscription")
                guard let policy = try policy(&parameters) else {
                    throw FieldError(field: "policy", problem: "is missing")
                }
                return .updatePolicy(
                    subscription: subscription, policy: policy,
                    transition: try parameters.optional("transition") ?? .navigates)
            case .setSessionMask:
                let mask: InterfaceOrientationMask? = try parameters.optional("supported")
                if mask == [] { throw FieldError(field: "supported", problem: "must not be empty") }
                return .setSessionMask(mask)
            case .setRotationLock:
                let locked: Bool = try parameters.required("locked")
                let orientation: InterfaceOrientation? = try parameters.optional("orientation")
                if !locked, orientation != nil {
                    throw FieldError(field: "orientation", problem: "does not go with unlocking")
                }
                return .setRotationLock(locked: locked, orientation: orientation)
            case .listSensors: return .listSensors
            case .streamSamples:
                let sensor: String? = try parameters.optional("sensor")
                let rate: Double? = try parameters.optional("maximumRate")
                if let rate, rate <= 0 {
                    throw FieldError(field: "maximumRate", problem: "must be above 0")
                }
                return .streamSamples(sensor: sensor, maximumRate: rate)
            }
        }

        /// Takes a policy whose controllers are a tree that can be shown.
        private func policy(_ parameters: inout Members) throws(FieldError) -> Policy? {
            guard let policy = try parameters.optional("policy", as: Policy.self) else { return nil }
            do throws(PolicyError) { try policy.checkStructure() } catch {
                guard case .malformed(let field, let problem) = error else { return policy }
                throw FieldError(field: field, problem: problem.description)
            }
            return policy
        }
    }
}

extension Request: JSONEncodable {
    /// The full name of the method.
    public var method: String {
        switch self {
        case .service(let call): call.method
        case .getState: "org.orientationd.GetState"
        case .subscribe: "org.orientationd.Subscribe"
        case .updatePolicy: "org.orientationd.UpdatePolicy"
        case .setSessionMask: "org.orientationd.SetSessionMask"
        case .setRotationLock: "org.orientationd.SetRotationLock"
        case .listSensors: "org.orientationd.ListSensors"
        case .streamSamples: "org.orientationd.StreamSamples"
        }
    }

    /// Whether it is answered by a stream.
    public var isStream: Bool {
        switch self {
        case .subscribe, .streamSamples: true
        default: false
        }
    }

    /// The bytes of the call, with its NUL byte.
    public var bytes: [UInt8] { Call.bytes(method: method, parameters: self, wantsMore: isStream) }

    /// Appends the parameters as an object; defaults are left out.
    public func write(to writer: inout JSONWriter) {
        if case .service(let call) = self { return call.parameters.write(to: &writer) }
        writer.beginObject()
        switch self {
        case .service, .listSensors: break
        case .getState(let policy), .subscribe(let policy): writer.member("policy", policy)
        case .updatePolicy(let subscription, let policy, let transition):
            writer.member("subscription", subscription)
            writer.member("policy", policy)
            if transition != .navigates { writer.member("transition", transition) }
        case .setSessionMask(let mask): writer.member("supported", mask)
        case .setRotationLock(let locked, let orientation):
            writer.member("locked", locked)
            writer.member("orientation", orientation)
        case .streamSamples(let sensor, let rate):
            writer.member("sensor", sensor)
            writer.member("maximumRate", rate)
        }
        writer.endObject()
    }
}
