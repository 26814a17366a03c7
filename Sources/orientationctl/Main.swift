internal import CLinux

@main
struct Program {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        switch arguments.first {
        case "replay": exit(Replay.run(Array(arguments.dropFirst())))
        default:
            fputs("usage: orientationctl replay --help\n", standard_error())
            exit(2)
        }
    }
}
