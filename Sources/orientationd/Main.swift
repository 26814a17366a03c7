import CLinux
import Configuration
import EventLoop
import OrientationService
import SystemCalls
import Systemd

/// Starts the service as its arguments say, and ends with its exit status.
@main
struct Program {
    static func main() {
        StandardStreams.openClosed()
        Signals.ignoreBrokenPipes()
        do throws(any Error) {
            switch try Request(Array(CommandLine.arguments.dropFirst())) {
            case .help: try StandardOutput.write(Request.helpText + "\n")
            case .version: try StandardOutput.write("orientationd \(Service.version)\n")
            case .serve(let arguments): try serve(arguments)
            }
        } catch {
            StandardError.write(line: "orientationd: \(text(of: error))")
            exit(isUsageError(error) ? 2 : 1)
        }
    }

    /// Serves until a signal ends it.
    private static func serve(_ arguments: Arguments) throws {
        // Before anything else is opened, which would take the numbers of sockets that are not there.
        let sockets = try ServiceManager.takeSockets()
        let environment = ServiceEnvironment(
            configurationFile: arguments.configurationFile,
            socketPath: arguments.socketPath,
            sensor: arguments.sensor, remote: arguments.remote,
            stateDirectory: variable("STATE_DIRECTORY") ?? "/var/lib/orientationd")
        let log = Log(isVerbose: arguments.isVerbose, withPriority: !StandardError.isTerminal)
        let service = try Service(
            environment: environment, sockets: sockets, loop: EventLoop(), log: log)
        try service.run()
    }

    private static func variable(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    private static func isUsageError(_ error: any Error) -> Bool {
        error is UsageError || error is ConfigurationError
            || (error as? ServiceStartError)?.isUsageError == true
    }

    private static func text(of error: any Error) -> String {
        (error as? UsageError)?.message ?? "\(error)"
    }
}
