internal import BringUp
internal import Configuration
internal import IndustrialIO
internal import OrientationCore
internal import SystemCalls

/// `orientationctl plot`: a recording as a picture.
struct Plot: Command {
    static let name = "plot"
    static let help = """
        Usage: orientationctl plot FILE [--output PICTURE] [--from S] [--to S]
                                   [--config FILE] [--lenient] [--force]

        Draws what was measured in a recording, where it stood to the thresholds, and what
        was decided: the accelerations, roll and tilt with the range within which the
        orientation in force is kept, and how the device was held as it was recorded, as it
        is decided now, and as each sample looks like by itself. Samples that are evidence
        for nothing are marked. A recording is what orientationctl record made, or CSV as
        orientationctl replay reads it.

          -o, --output PICTURE  write to this file: .svg, or .png, which needs librsvg;
                                - is standard output, as SVG. Without it FILE with .svg in
                                place of its own ending
          --from S              from so many seconds after the first sample
          --to S                to so many seconds after the first sample
          --config FILE         decide by the settings of this file, as the daemon reads
                                it, and of FILE.d; without it by those that the recording
                                names
          --lenient             pass over what is wrong in the recording, and say so
          --force               replace PICTURE if it is there

        Exit status: 0 drawn; 1 the recording is wrong, also where --lenient passed over
        that, or the picture could not be written; 2 wrong usage, or a configuration that
        is wrong.

        Example: orientationctl plot wrong-turn.csv -o wrong-turn.png --from 10 --to 15

        """

    /// What is written.
    private enum Form {
        case svg, png
    }

    private let file: String
    private let output: String
    private let form: Form
    private var start = Duration.zero
    private var end = Duration.seconds(1e10)
    private var settings: ClassifierSettings?
    private var isLenient = false
    private var replaces = false

    init(_ arguments: inout Arguments) throws(Failure) {
        var file: String?
        var output: String?
        while let argument = try arguments.next() {
            switch argument {
            case .option("--output"), .option("-o"): output = try arguments.value(of: "--output")
            case .option("--from"): start = try arguments.seconds(of: "--from")
            case .option("--to"): end = try arguments.seconds(of: "--to")
            case .option("--config"):
                settings = try Replay.settings(try arguments.value(of: "--config")).classifier
            case .option("--lenient"): isLenient = true
            case .option("--force"): replaces = true
            case .value(let path) where file == nil: file = path
            default: throw Arguments.unexpected(argument)
            }
        }
        guard let file else { throw .usage("name a recording") }
        guard start < end else { throw .usage("--to must be after --from") }
        self.file = file
        self.output = output ?? Self.withEnding(file)
        if self.output == "-" || self.output.hasSuffix(".svg") {
            form = .svg
        } else if self.output.hasSuffix(".png") {
            form = .png
        } else {
            throw .usage("a picture is called .svg or .png, not \(self.output)")
        }
    }

    func run() throws(Failure) -> ExitStatus {
        let writesText = output == "-"
        // What cannot be written, or must not, is known before a long recording is read.
        if !writesText, let input = try? FileStatus(of: file), let old = try? FileStatus(of: output),
            input.isSameFile(as: old)
        {
            throw Failure("\(output) is the recording itself; -o names another file", .usage)
        }
        let picture = writesText ? nil : try NewFile(output, replaces: replaces, mode: 0o666)
        defer { picture?.removeIfUnfinished() }
        let renderer = form == .png ? try PictureRenderer() : nil

        let reader: RecordingReader
        let data: PlotData
        do throws(RecordingError) {
            reader = try RecordingReader(path: file, isLenient: isLenient, mayWait: true)
        } catch {
            throw Failure("\(error)", .no)
        }
        do throws(PlotError) {
            data = try PlotData(
                reader, settings: settings, range: start...end, columns: PlotFigure.columns)
        } catch {
            RecordingDamage(reader).tell(Self.name)
            throw Failure("\(error)", .no)
        }
        let figure = PlotFigure(data, title: file.lastPathComponent)
        let svg = figure.svg
        if let picture {
            try picture.write(try renderer?.png(of: svg, size: figure.size) ?? Array(svg.utf8))
            try picture.finish()
            Output.error("\(output): \(data.summary)")
        } else {
            Output.text(svg)
        }

        let damage = RecordingDamage(reader)
        guard !damage.isNone else { return .success }
        damage.tell(Self.name)
        return .no
    }

    /// The path of the picture of a recording.
    private static func withEnding(_ path: String) -> String {
        let name = path.lastPathComponent
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return path + ".svg" }
        return path.dropLast(name.distance(from: dot, to: name.endIndex)) + ".svg"
    }
}

extension PlotData {
    /// What was drawn, for people.
    fileprivate var summary: String {
        let seconds = (times.upperBound - times.lowerBound) / .seconds(1)
        let rejected = rejectedCount > 0 ? ", \(rejectedCount) rejected" : ""
        let changes = "\(changeCount) change\(changeCount == 1 ? "" : "s")"
        return "\(sampleCount.samplesText) in \(seconds.text(decimals: 1)) s\(rejected), \(changes)"
    }
}

extension String {
    /// The name without its folder.
    var lastPathComponent: String { split(separator: "/").last.map(String.init) ?? self }
}
