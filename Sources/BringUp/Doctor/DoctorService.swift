/// A unit of the service manager.
public struct DoctorUnit: Equatable, Sendable {
    /// Its name, for example `orientationd.socket`.
    public var name: String
    /// Whether the service manager knows it.
    public var isFound: Bool
    /// Whether it is masked.
    public var isMasked: Bool
    /// Its state, for example `active`, `inactive` or `failed`.
    public var activeState: String
    /// Whether it starts at boot, for example `enabled`, `disabled` or `static`.
    public var fileState: String

    /// Describes a unit.
    public init(
        name: String, isFound: Bool, isMasked: Bool = false, activeState: String = "inactive",
        fileState: String = ""
    ) {
        self.name = name
        self.isFound = isFound
        self.isMasked = isMasked
        self.activeState = activeState
        self.fileState = fileState
    }
}

/// What came of asking the daemon.
public enum DoctorConnection: Equatable, Sendable {
    /// It answered, and is of this version.
    case answered(version: String)
    /// The socket cannot be used: the name of the error, such as `ENOENT`, and the error for people.
    case unreachable(errnoName: String, message: String)
    /// Somebody listens there, but gives no answer that is understood.
    case silent(String)
}

/// Units, socket and daemon.
public struct DoctorService: Equatable, Sendable {
    /// Whether systemd runs the machine.
    public var hasSystemd = false
    /// `orientationd.socket`, if the service manager could be asked.
    public var socketUnit: DoctorUnit?
    /// `orientationd.service`, likewise.
    public var serviceUnit: DoctorUnit?
    /// `iio-sensor-proxy.service`, likewise.
    public var rivalUnit: DoctorUnit?
    /// Where the daemon should listen.
    public var socketPath = ""
    /// What came of asking it.
    public var connection = DoctorConnection.silent("it was not asked")
    /// The version of the program that asks.
    public var version = ""
    /// The matrix that the daemon uses for the sensor, where it is another than the configuration asks for.
    public var staleMatrix: String?
    /// The sensor that the daemon uses, where it is another than the configuration asks for.
    public var staleSensor: String?

    /// Nothing known.
    public init() {}
}

extension DoctorUnit {
    /// What `systemctl show` has to be asked for.
    public static let properties = ["Id", "LoadState", "ActiveState", "UnitFileState"]

    /// Reads the answer of `systemctl show`: `KEY=VALUE` lines, an empty line between units. A unit that is
    /// not installed has the LoadState `not-found` (`org.freedesktop.systemd1(5)`).
    public static func list(parsing text: String) -> [DoctorUnit] {
        var units: [DoctorUnit] = []
        var values: [Substring: Substring] = [:]
        for line in (text + "\n").split(separator: "\n", omittingEmptySubsequences: false) {
            if let equals = line.firstIndex(of: "=") {
                values[line[..<equals]] = line[line.index(after: equals)...]
            } else if line.isEmpty, let name = values["Id"] {
                let load = values["LoadState"] ?? ""
                units.append(
                    DoctorUnit(
                        name: String(name), isFound: load != "not-found" && !load.isEmpty,
                        isMasked: load == "masked", activeState: String(values["ActiveState"] ?? ""),
                        fileState: String(values["UnitFileState"] ?? "")))
                values = [:]
            }
        }
        return units
    }
}
