public import SystemCalls

/// Why a sensor, or one reading of it, is of no use.
public enum SensorFailure: Error, Equatable, Sendable {
    /// There is no sensor of that name.
    case noSuchSensor(String)
    /// The device is gone: unplugged, or its driver unbound.
    case gone(SystemCallError)
    /// Another program holds the sensor.
    case busy(SystemCallError)
    /// This program may not read or write what is named.
    case denied(SystemCallError)
    /// The kernel or the sensor refused for another reason.
    case refused(SystemCallError)
    /// An attribute does not have the form that the kernel documents.
    case malformed(path: String, text: String)
    /// The sensor lacks something that is needed, said for people.
    case unusable(String)

    /// Sorts a failed call by what can be done about it.
    public init(_ error: SystemCallError) {
        switch error.name {
        case "ENODEV", "ENXIO": self = .gone(error)
        case "EBUSY": self = .busy(error)
        case "EACCES", "EPERM": self = .denied(error)
        default: self = .refused(error)
        }
    }

    /// Whether somebody holds the sensor.
    var isBusy: Bool { if case .busy = self { true } else { false } }

    /// The name of the `errno(3)` behind it, such as `EBUSY`.
    public var errnoName: String {
        switch self {
        case .noSuchSensor: "ENODEV"
        case .gone(let error), .busy(let error), .denied(let error), .refused(let error): error.name
        case .malformed: "EBADMSG"
        case .unusable: "EOPNOTSUPP"
        }
    }
}

extension SensorFailure: CustomStringConvertible {
    /// One line for people: what was tried, on what, and why it failed.
    public var description: String {
        switch self {
        case .noSuchSensor(let id): "there is no sensor \(id)"
        case .gone(let error), .busy(let error), .denied(let error), .refused(let error): error.description
        case .malformed(let path, let text): "\(path): \(quoted(text)) is not what the kernel documents"
        case .unusable(let problem): problem
        }
    }
}
