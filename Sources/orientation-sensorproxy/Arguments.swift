import DBus
import SensorProxy

/// What the program was asked to do.
enum Request: Equatable {
    /// Serve until a signal ends it.
    case serve(Arguments)
    /// Say how it is used.
    case help
    /// Say which version it is.
    case version
}

/// The options of the program.
struct Arguments: Equatable {
    /// Where the orientation service listens.
    var socketPath = SensorProxyService.defaultSocketPath
    /// The bus to serve.
    var bus = BusAddress.system
    /// Whether to log what only those need who look for a fault.
    var isVerbose = false
}

/// Why the arguments make no sense, in one line for people.
struct UsageError: Error, Equatable {
    let message: String
}

extension Request {
    /// Reads the arguments, without the name of the program.
    init(_ words: [String]) throws(UsageError) {
        var arguments = Arguments()
        var rest = words[...]
        while let word = rest.popFirst() {
            let equals = word.hasPrefix("--") ? word.firstIndex(of: "=") : nil
            let name = equals.map { String(word[..<$0]) } ?? word
            let attached = equals.map { String(word[word.index(after: $0)...]) }
            func value(_ what: String) throws(UsageError) -> String {
                guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
                    throw UsageError(message: "\(name) needs \(what)")
                }
                return value
            }
            switch name {
            case "--socket": arguments.socketPath = try value("a path")
            case "--bus": arguments.bus = try Self.bus(try value("system, session or an address"))
            case "--verbose" where attached == nil, "-v": arguments.isVerbose = true
            case "--help" where attached == nil, "-h":
                self = .help
                return
            case "--version" where attached == nil:
                self = .version
                return
            default:
                let kind = name.hasPrefix("-") ? "unknown option" : "unexpected argument"
                throw UsageError(message: "\(kind) \(word); see orientation-sensorproxy --help")
            }
        }
        self = .serve(arguments)
    }

    private static func bus(_ text: String) throws(UsageError) -> BusAddress {
        switch text {
        case "system": return .system
        case "session": return .session
        default:
            guard text.contains(":") else {
                throw UsageError(
                    message:
                        "--bus \(text): should be system, session or an address such as unix:path=/tmp/bus")
            }
            return .address(text)
        }
    }

    /// What `--help` says.
    static let helpText = """
        Usage: orientation-sensorproxy [OPTION...]

        Serves desktops that ask iio-sensor-proxy how a tablet is held, in its place: the name
        net.hadess.SensorProxy on the system bus, with orientationd's answers. Reads light and
        proximity sensors by itself. No sensor is on while nobody has claimed it.

          --socket PATH    where orientationd listens (default /run/orientationd/org.orientationd)
          --bus BUS        the bus to serve: system (default), session, or an address
          -v, --verbose    log more
          --version        say which version this is
          -h, --help       say this

        Example: serve the session's bus, and follow it with iio-sensor-proxy's own client
          orientation-sensorproxy --bus session --socket /tmp/orientation
          DBUS_SYSTEM_BUS_ADDRESS=$DBUS_SESSION_BUS_ADDRESS monitor-sensor

        Exit status: 0 ended by SIGTERM or SIGINT, 1 cannot go on, 2 wrong usage.
        """
}
