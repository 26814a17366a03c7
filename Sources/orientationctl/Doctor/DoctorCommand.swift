internal import BringUp
internal import OrientationClient

/// `orientationctl doctor`: why rotation works on this machine, or does not, and what to do.
struct DoctorCommand: Command {
    static let name = "doctor"
    static let help = """
        Usage: orientationctl doctor [--json] [--config FILE] [--socket PATH]

        Looks into everything that rotation needs, from the kernel's driver to the socket,
        and says of each thing what to do about it. Tries the sensor for two seconds: through
        the daemon, or by itself where no daemon answers. Run by root it sees more: the
        programs of others that hold the sensor, and how the panel is mounted.

          --json         print one JSON object: "works", "verdict" and "findings"
          --config FILE  the daemon's configuration, instead of
                         /etc/orientationd/orientationd.conf
          --socket PATH  where the daemon listens, instead of
                         /run/orientationd/org.orientationd

        Exit status: 0 rotation works; 1 it does not; 2 wrong usage.

        Example: sudo orientationctl doctor

        """

    private var printsJSON = false
    private var gathering = DoctorGathering()

    init(_ arguments: inout Arguments) throws(Failure) {
        while let argument = try arguments.next() {
            switch argument {
            case .option("--json"): printsJSON = true
            case .option("--config"): gathering.configurationFile = try arguments.value(of: "--config")
            case .option("--socket"): gathering.socketPath = try arguments.value(of: "--socket")
            default: throw Arguments.unexpected(argument)
            }
        }
    }

    func run() throws(Failure) -> ExitStatus {
        let report = Doctor.examine(gathering.facts())
        if printsJSON { Output.json(report) } else { Output.text(report.text) }
        return report.works ? .success : .no
    }
}

extension DoctorReport {
    /// The report for people: two lines for each finding, and the verdict.
    var text: String {
        findings.map { finding in
            let head = finding.severity.rawValue.padded(to: 9) + finding.area.rawValue.padded(to: 15)
            return "\(head)\(finding.sentence).\n" + "".padded(to: 24) + "→ \(finding.advice).\n"
        }.joined() + "\n\(verdict).\n"
    }
}
