internal import OrientationClient
internal import RotateLayout

/// What the program was asked to do.
enum Options: Equatable {
    /// Follow the orientation of the service at that socket.
    case follow(socketPath: String)
    /// Write a picture of both layouts to that new file; "-" is the standard output.
    case svg(path: String)
    /// Say how it is used.
    case help

    /// Reads the arguments, without the name of the program.
    ///
    /// - Throws: ``UsageError`` for the first argument that makes no sense.
    init(_ words: [String]) throws(UsageError) {
        var socketPath = OrientationSubscription.defaultSocketPath
        var picture: String?
        var rest = words[...]
        while let word = rest.popFirst() {
            func value(_ what: String) throws(UsageError) -> String {
                guard let value = rest.popFirst(), !value.isEmpty else {
                    throw UsageError(message: "\(word) needs \(what)")
                }
                return value
            }
            switch word {
            case "--socket": socketPath = try value("the path of the service's socket")
            case "--svg": picture = try value("the new file to write, or - for the standard output")
            case "--help", "-h":
                self = .help
                return
            default: throw UsageError(message: "unknown argument '\(word)'")
            }
        }
        self = picture.map { .svg(path: $0) } ?? .follow(socketPath: socketPath)
    }

    /// How the program is used.
    static let usage = """
        Usage: RotateDemo [--socket PATH]
               RotateDemo --svg FILE

        Four objects on a 768×1024 screen, laid out by the interface orientation that
        orientationd decides for this program. The picture is the tablet seen by somebody
        who does not turn with it. Keys change what the program shows, and with it which
        orientations it allows:

        \(keys)
          q  quit

        Where the standard output is no terminal, each state, turn and layout is a line of
        text. Keys are read from the standard input then as well, of a file the first 4096.

          --socket PATH  the service's socket (\(OrientationSubscription.defaultSocketPath))
          --svg FILE     write a picture of both layouts to a new file, and end; - is the
                         standard output
          --help         print this text

        Exit status: 0 quit, 1 the terminal or a file cannot be used, 2 wrong usage.

        Example: RotateDemo --svg layouts.svg

        """

    private static var keys: String {
        DemoStep.allCases.map { "  \($0.key)  \($0.title)" }.joined(separator: "\n")
    }
}

/// Why the arguments make no sense, in one line for people.
struct UsageError: Error, Equatable {
    let message: String
}
