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
        Signals.ignoreBrokenPipes()
        do throws(any Error) {
            switch try Request(Array(CommandLine.arguments.dropFirst())) {
            case .help: print(Request.helpText)
            case .version: print("orientationd \(Service.version)")
            case .serve(let arguments): try serve(arguments)
            }
        } catch {
            StandardError.write(line: "orientationd: \(text(of: error))")
            exit(isUsageError(error) ? 2 : 1)
        }
    }

    /// Serves until a signal ends it.
    private static func serve(_ arguments: Arguments) throws {
        let environment = ServiceEnvironment(
            configurationFile: arguments.configurationFile,
            socketPath: arguments.socketPath,
            sensor: arguments.sensor, remote: arguments.remote,
            stateDirectory: variable("STATE_DIRECTORY") ?? "/var/lib/orientationd")
        let log = Log(isVerbose: arguments.isVerbose, withPriority: !StandardError.isTerminal)
        let service = try Service(environment: environment, loop: EventLoop(), log: log)
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
