internal import CLinux
internal import RotateLayout
internal import SystemCalls

@main
struct Program {
    static func main() {
        let options: Options
        do throws(UsageError) { options = try Options(Array(CommandLine.arguments.dropFirst())) } catch {
            StandardError.write(line: "RotateDemo: \(error.message); --help tells more")
            exit(2)
        }
        do throws(SystemCallError) {
            switch options {
            case .help: print(Options.usage, terminator: "")
            case .svg("-"): print(RotateLayout.svg, terminator: "")
            case .svg(let path): try Files.replace(path, with: Array(RotateLayout.svg.utf8), mode: 0o644)
            case .follow(let socketPath): try Demonstration(socketPath: socketPath).run()
            }
        } catch {
            StandardError.write(line: "RotateDemo: \(error)")
            exit(1)
        }
    }
}
