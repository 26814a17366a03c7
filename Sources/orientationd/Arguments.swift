internal import IndustrialIO

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
    /// The configuration to read, in place of the installed one.
    var configurationFile: String?
    /// Where to listen, in place of the usual place and of sockets that the service manager passes.
    var socketPath: String?
    /// The sensor to use, in place of the configured one: an id, or `recording:FILE`.
    var sensor: String?
    /// The machine whose sensors are used, in place of this one's.
    var remote: RemoteAddress?
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
            let (name, attached) = Self.split(word)
            func value(_ what: String) throws(UsageError) -> String {
                guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
                    throw UsageError(message: "\(name) needs \(what)")
                }
                return value
            }
            switch name {
            case "--config": arguments.configurationFile = try value("a file")
            case "--socket": arguments.socketPath = try value("a path")
            case "--sensor": arguments.sensor = try value("the id of a sensor, or recording:FILE")
            case "--uri": arguments.remote = try Self.address(value("ip:HOST or ip:HOST:PORT"))
            case "--verbose", "-v": arguments.isVerbose = true
            case "--help", "-h":
                self = .help
                return
            case "--version":
                self = .version
                return
            default:
                let kind = name.hasPrefix("-") ? "unknown option" : "unexpected argument"
                throw UsageError(message: "\(kind) \(word); see orientationd --help")
            }
            if attached != nil, ["--verbose", "-v"].contains(name) {
                throw UsageError(message: "\(name) takes no value")
            }
        }
        if arguments.remote != nil, arguments.sensor?.hasPrefix("recording:") == true {
            throw UsageError(message: "--uri and --sensor recording: exclude each other")
        }
        self = .serve(arguments)
    }

    private static func address(_ text: String) throws(UsageError) -> RemoteAddress {
        do throws(RemoteAddressError) { return try RemoteAddress(parsing: text) } catch {
            throw UsageError(message: "--uri \(text): \(error)")
        }
    }

    /// Takes `--name=value` apart.
    private static func split(_ word: String) -> (name: String, value: String?) {
        guard word.hasPrefix("--"), let equals = word.firstIndex(of: "=") else { return (word, nil) }
        return (String(word[..<equals]), String(word[word.index(after: equals)...]))
    }

    /// What `--help` says.
    static let helpText = """
        Usage: orientationd [OPTION...]

        Reads the accelerometer of a tablet or convertible, decides which way it is held, and tells
        those who subscribe over a Unix socket. Runs in the foreground; SIGTERM ends it, SIGHUP makes
        it read its configuration again. The rotation lock outlives a restart if the folder is there
        that the variable STATE_DIRECTORY names (default /var/lib/orientationd).

          --config FILE    read this configuration, and FILE.d/*.conf after it
                           (default /etc/orientationd/orientationd.conf)
          --socket PATH    listen here (default /run/orientationd/org.orientationd, or what the
                           service manager passes)
          --sensor ID      use this sensor: an id that `orientationctl sensors` shows, its path in
                           /sys/devices, or recording:FILE for a recorded trace
          --uri URI        use the sensors of another machine, on which iiod runs: ip:HOST or
                           ip:HOST:PORT; --sensor then names one of them
          -v, --verbose    log more
          --version        say which version this is
          -h, --help       say this

        Example: play a recording, and follow it from another terminal
          orientationd --socket /tmp/orientation --sensor recording:tablet.csv
          orientationctl monitor --socket /tmp/orientation

        Example: turn with a tablet that is somewhere else
          orientationd --socket /tmp/orientation --uri ip:tablet.local

        Exit status: 0 ended by SIGTERM or SIGINT, 1 cannot go on, 2 wrong usage or configuration.
        """
}
