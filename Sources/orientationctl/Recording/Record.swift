internal import BringUp
internal import CLinux
internal import Configuration
internal import EventLoop
internal import IndustrialIO
internal import OrientationCore
internal import OrientationProtocol
internal import SystemCalls

/// `orientationctl record`: what a sensor measures, as a file.
struct Record: Command {
    static let name = "record"
    static let help = """
        Usage: orientationctl record FILE [--seconds S] [--force]
                                     [--sensor ID] [--direct [--config FILE]]
                                     [--socket PATH]

        Writes what the sensor measures to a file until ctrl-C: its own numbers as they
        come, and above them all that is needed to understand them elsewhere: the kernel,
        the sensor and its channels, scale, offset, every mount matrix that was found, and
        the strings by which the hardware database knows the machine. It holds no serial
        number, and no name of a host, a user or a folder. orientationctl replay and plot
        read it, and orientationd --sensor recording:FILE plays it in place of the sensor.

          --seconds S      end after so many seconds
          --force          replace FILE if it is there
        \(SampleOptions.help)

        Raw samples are for root and members of the group 'orientation'.

        Exit status: 0 recorded; 1 not permitted, a recording that is recorded from is
        wrong, or the file cannot be written; 2 wrong usage; 3 no daemon; 4 no sensor, or it
        went. What was recorded by then is kept.

        Example: orientationctl record wrong-turn.csv

        """

    private var path: String?
    private var seconds: Duration?
    private var replaces = false
    private var options = SampleOptions()

    init(_ arguments: inout Arguments) throws(Failure) {
        while let argument = try arguments.next() {
            switch argument {
            case .option("--seconds"):
                let time = try arguments.seconds(of: "--seconds")
                guard time > .zero else { throw .usage("--seconds must be above 0") }
                seconds = time
            case .option("--force"): replaces = true
            case .value(let file) where path == nil: path = file
            default:
                if try !options.take(argument, &arguments) { throw Arguments.unexpected(argument) }
            }
        }
        if path == nil { throw .usage("name the file to record to") }
    }

    func run() throws(Failure) -> ExitStatus {
        let file = try NewFile(path ?? "", replaces: replaces, mode: 0o600)
        defer {
            file.removeIfUnused()
            if let part = file.partPath {
                Output.error("\(file.path) is as it was; what was recorded by then is in \(part)")
            }
        }
        let session = try SampleSession(options)
        let recorder = Recorder(file: file, header: try header(), session: session)
        let progress = StandardError.isTerminal ? try ProgressLine(session.loop, recorder) : nil
        let timer = try seconds.map { (time) throws(Failure) in try session.timer(after: time) }
        recorder.onFirstSample = { timer?() }

        let result = Result { () throws(Failure) in try session.run { recorder.take($0) } }
        progress?.clear()
        try recorder.finish()
        if recorder.hasBegun { Output.error("\(file.path): \(recorder.summary)") }
        return try result.get()
    }

    /// What is known before the sensor is.
    private func header() throws(Failure) -> RecordingHeader {
        var header = RecordingHeader()
        header.program = "orientationctl \(OrientationInterface.productVersion)"
        header.describeMachine()
        header.classifier = try Settings(options: options).classifier
        return header
    }
}
