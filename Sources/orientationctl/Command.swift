internal import OrientationClient
internal import OrientationProtocol
internal import SystemCalls

/// What a command ends with.
enum ExitStatus: Int32 {
    /// The orientation is known, the answer is yes, what was asked for is done.
    case success = 0
    /// The answer is no, or what was asked for could not be done.
    case no = 1
    /// The arguments, or a file that they name, are wrong.
    case usage = 2
    /// The daemon cannot be reached, or does not answer.
    case noDaemon = 3
    /// No accelerometer delivers measurements.
    case noSensor = 4
}

/// Why a command ends early: one line for people, and the status.
struct Failure: Error {
    let message: String
    let status: ExitStatus
    /// Whether the help of the command would help.
    private(set) var isAboutArguments = false

    init(_ message: String, _ status: ExitStatus) {
        self.message = message
        self.status = status
    }

    /// Wrong arguments.
    static func usage(_ message: String) -> Failure {
        var failure = Failure(message, .usage)
        failure.isAboutArguments = true
        return failure
    }

    /// A call that came to nothing.
    init(_ error: ClientError) {
        switch error {
        case .unreachable(let error):
            self.init("no daemon: \(error); orientationctl doctor says more", .noDaemon)
        // Somebody listens there.
        case .ended, .timedOut, .notVarlink, .malformedReply: self.init("\(error)", .noDaemon)
        case .refused, .refusedOtherwise: self.init("\(error)", .no)
        }
    }
}

/// A subcommand.
protocol Command {
    /// Its name, as it is typed.
    static var name: String { get }
    /// What `--help` prints.
    static var help: String { get }

    /// Takes the arguments behind the name.
    init(_ arguments: inout Arguments) throws(Failure)

    /// Does it.
    func run() throws(Failure) -> ExitStatus
}

extension Command {
    /// Runs the command.
    ///
    /// - Returns: The exit status of the program.
    static func main(_ list: [String]) -> Int32 {
        // What stands behind -- is not for this program.
        let own = list.prefix { $0 != "--" }
        if own.contains("--help") || own.contains("-h") {
            Output.text(help)
            return ExitStatus.success.rawValue
        }
        do throws(Failure) {
            var arguments = Arguments(list)
            return try Self(&arguments).run().rawValue
        } catch {
            let hint = error.isAboutArguments ? "; see orientationctl \(name) --help" : ""
            Output.error("orientationctl \(name): \(error.message)\(hint)")
            return error.status.rawValue
        }
    }
}
