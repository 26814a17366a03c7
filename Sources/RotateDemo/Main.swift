internal import CLinux
internal import RotateLayout
internal import SystemCalls

@main
struct Program {
    static func main() {
        StandardStreams.openClosed()
        let options: Options
        do throws(UsageError) { options = try Options(Array(CommandLine.arguments.dropFirst())) } catch {
            StandardError.write(line: "RotateDemo: \(error.message); --help tells more")
            exit(2)
        }
        do throws(SystemCallError) {
            switch options {
            case .help: try TextOutput.write(Options.usage)
            case .svg("-"): try TextOutput.write(RotateLayout.svg)
            case .svg(let path): try TextOutput.make(path, RotateLayout.svg)
            case .follow(let socketPath): try Demonstration(socketPath: socketPath).run()
            }
        } catch {
            StandardError.write(line: "RotateDemo: \(error)")
            exit(1)
        }
    }
}
