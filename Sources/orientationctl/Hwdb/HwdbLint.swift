internal import BringUp
internal import JSON
internal import SystemCalls

/// `orientationctl hwdb lint`: what is wrong in files of the hardware database.
struct HwdbLint: Command {
    static let name = "hwdb lint"
    static let help = """
        Usage: orientationctl hwdb lint [--json] FILE...

        Finds mistakes in files such as 60-sensor.hwdb, each with its line and the reason:

          syntax        the line is not taken, for example a property without its blank
          property      a property with a name or value that nobody reads
          matrix        a mount matrix of the wrong form, or with rows that are no axes
          singular      a mount matrix that loses an axis
          dead          a pattern that no key of any machine fits
          unterminated  a pattern that should end in :*
          mistyped      a letter where a digit is meant, such as O for 0
          shadowed      a line that never counts, since later ones fit all that it fits
          redundant     the same, where those say the same

        What is said of patterns holds for every key that udev can look up, from any machine.

          --json  one JSON object a line: file, line, kind, reason

        Exit status: 0 nothing is wrong; 1 something is, or a file cannot be read; 2 wrong usage.

        Example: orientationctl hwdb lint /etc/udev/hwdb.d/61-sensor-local.hwdb

        """

    /// The largest file that is read, in bytes; the largest of systemd's own is below 10 MB.
    private static let sizeLimit = 16 << 20

    private var files: [String] = []
    private var printsJSON = false

    init(_ arguments: inout Arguments) throws(Failure) {
        while let argument = try arguments.next() {
            switch argument {
            case .option("--json"): printsJSON = true
            case .value(let file): files.append(file)
            default: throw Arguments.unexpected(argument)
            }
        }
        if files.isEmpty { throw .usage("name a file") }
    }

    func run() throws(Failure) -> ExitStatus {
        var status = ExitStatus.success
        for file in files {
            let bytes: [UInt8]
            do throws(SystemCallError) {
                bytes = try Files.contents(
                    of: file == "-" ? "/dev/stdin" : file, limit: Self.sizeLimit,
                    mayWait: true)
            } catch {
                throw Failure("\(error)", .no)
            }
            let findings = HardwareDatabaseLint(HardwareDatabaseFile(parsing: bytes)).findings
            if !findings.isEmpty { status = .no }
            for finding in findings {
                if printsJSON {
                    Output.json(
                        [
                            "file": .string(file), "line": .integer(Int64(finding.line)),
                            "kind": .string(finding.kind.rawValue), "reason": .string(finding.reason),
                        ] as JSONValue)
                } else {
                    Output.line("\(file):\(finding.line): \(finding.kind.rawValue): \(finding.reason)")
                }
            }
        }
        return status
    }
}
