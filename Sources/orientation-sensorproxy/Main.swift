import CLinux
import EventLoop
import SensorProxy
import SystemCalls
import Systemd

/// Serves desktops as its arguments say, and ends with its exit status.
@main
struct Program {
    static func main() {
        StandardStreams.openClosed()
        Signals.ignoreBrokenPipes()
        do throws(any Error) {
            switch try Request(Array(CommandLine.arguments.dropFirst())) {
            case .help: try StandardOutput.write(Request.helpText + "\n")
            case .version: try StandardOutput.write("orientation-sensorproxy \(SensorProxyService.version)\n")
            case .serve(let arguments): try serve(arguments)
            }
        } catch let error as UsageError {
            fail(error.message, status: 2)
        } catch {
            fail("\(error)", status: 1)
        }
    }

    /// Serves until a signal ends it.
    private static func serve(_ arguments: Arguments) throws {
        let log = Log(isVerbose: arguments.isVerbose, withPriority: !StandardError.isTerminal)
        // The service manager's directory for what need not outlast the machine.
        let directory = getenv("RUNTIME_DIRECTORY").map { String(cString: $0) }
        let service = try SensorProxyService(
            address: arguments.bus, socketPath: arguments.socketPath,
            settingsFile: directory.map { $0 + "/sensor-settings" }, loop: EventLoop(), log: log)
        do throws(SystemCallError) { try service.run() } catch {
            switch error.name {
            case "EEXIST":
                throw StartError(
                    message: "\(SensorProxyService.name) is another program's, such as iio-sensor-proxy: "
                        + "stop and mask that first")
            case "EACCES", "EPERM":
                throw StartError(
                    message: "the bus does not let this user own \(SensorProxyService.name): "
                        + "its policy is in orientation-sensorproxy.conf")
            default: throw error
            }
        }
    }

    private static func fail(_ text: String, status: Int32) -> Never {
        StandardError.write(line: "orientation-sensorproxy: \(text)")
        exit(status)
    }
}

/// Why the program cannot serve, in one line for people.
struct StartError: Error, CustomStringConvertible {
    let message: String
    var description: String { message }
}
