internal import CLinux
internal import Configuration
internal import IndustrialIO
internal import OrientationCore
internal import SystemCalls

/// `orientationctl replay`: recordings through classifier and resolver, without hardware or daemon.
struct Replay: Command {
    static let name = "replay"
    static let help = """
        Usage: orientationctl replay [--csv] [--out DIR] [--config FILE] [--lenient]
                                     [--force] FILE...
               orientationctl replay --manifest FILE --out DIR [--config FILE]

        Shows what the daemon would make of recordings: at each change the time since the
        first sample, how the device is held, and how an interface without a policy of its
        own is drawn. A recording is what orientationctl record made, or CSV with a first
        line t_ns,x,y,z (nanoseconds) or t_s,x,y,z (seconds); x, y and z in m/s², the
        casing held as portrait: x to the right, y to the top, z out of the display, +9.81
        on the axis that points up.

          --csv            print "t_ns,label" for each change, on the recording's own clock
          --out DIR        write that to DIR/<name>.csv for each recording, in place of an
                           earlier one; no other file is replaced
          --manifest FILE  replay every trace of a benchmark's manifest.json, which lie
                           beside it, each until its "t_end"
          --config FILE    with the settings of this file, as the daemon reads it, and of
                           FILE.d; without it those that the recording names, and all
                           else at its default
          --lenient        pass over what is wrong in a recording, and say so
          --force          with --out: replace any file that is there

        Exit status: 0 all replayed; 1 a recording is wrong, also where --lenient passed
        over that, or a result could not be written; 2 wrong usage, or a manifest or
        configuration that is wrong.

        Example: orientationctl replay config/demonstration.csv

        """

    private var files: [String] = []
    private var printsCSV = false
    private var folder: String?
    private var manifest: String?
    private var settings: Settings?
    private var damage: RecordingDamage?
    private var replaces = false

    init(_ arguments: inout Arguments) throws(Failure) {
        while let argument = try arguments.next() {
            switch argument {
            case .option("--csv"): printsCSV = true
            case .option("--out"): folder = try arguments.value(of: "--out")
            case .option("--manifest"): manifest = try arguments.value(of: "--manifest")
            case .option("--config"): settings = try Self.settings(try arguments.value(of: "--config"))
            case .option("--lenient"): damage = RecordingDamage()
            case .option("--force"): replaces = true
            case .value(let file): files.append(file)
            case .option: throw Arguments.unexpected(argument)
            }
        }
        if manifest == nil, files.isEmpty { throw .usage("name a recording, or --manifest FILE") }
        if manifest != nil, !files.isEmpty { throw .usage("--manifest names the recordings; name no others") }
        if manifest != nil, folder == nil { throw .usage("--manifest needs --out DIR") }
        if replaces, folder == nil { throw .usage("--force is for --out DIR") }
        if printsCSV, folder == nil, files.count > 1 {
            throw .usage("--csv prints one recording; for several name --out DIR")
        }
    }

    func run() throws(Failure) -> ExitStatus {
        let traces: [ReplayTrace] =
            if let manifest { try ReplayTrace.list(manifest: manifest) } else { files.map(ReplayTrace.init) }
        var damage = damage
        if let folder {
            try writeResults(of: traces, in: folder, damage: &damage)
        } else {
            for trace in traces {
                let changes = try trace.changes(with: settings, damage: &damage)
                Output.text(printsCSV ? Self.csv(of: changes) : text(of: changes, path: trace.path))
            }
        }
        guard let damage, !damage.isNone else { return .success }
        damage.tell(Self.name)
        return .no
    }

    static func settings(_ file: String) throws(Failure) -> Settings {
        do throws(ConfigurationError) {
            return try Configuration(file: file, isRequired: true, mayWait: true).settings
        } catch {
            throw Failure("\(error)", .usage)
        }
    }

    private func writeResults(
        of traces: [ReplayTrace], in folder: String, damage: inout RecordingDamage?
    ) throws(Failure) {
        if mkdir(folder, 0o777) != 0, last_errno() != EEXIST {
            throw Failure("\(SystemCallError.last("mkdir", folder))", .no)
        }
        let paths = traces.map { "\(folder)/\($0.name).csv" }
        try checkMayWrite(paths)
        for (trace, path) in zip(traces, paths) {
            let result = Self.csv(of: try trace.changes(with: settings, damage: &damage))
            do throws(SystemCallError) {
                try Files.replace(path, with: Array(result.utf8), mode: 0o666)
            } catch {
                throw Failure("\(error)", .no)
            }
        }
    }

    /// Sees to it that no result takes the place of what is none, such as a recording.
    private func checkMayWrite(_ paths: [String]) throws(Failure) {
        var names: Set<String> = []
        for path in paths {
            guard names.insert(path).inserted else {
                throw Failure("two recordings would be written to \(path)", .no)
            }
            guard !replaces, (try? FileStatus(of: path)) != nil else { continue }
            guard let found = try? Files.contents(of: path), found.starts(with: Self.csvHead.utf8) else {
                throw Failure("\(path) is there already and is no result; --force replaces it", .no)
            }
        }
    }

    private static let csvHead = "t_ns,label\n"

    private static func csv(of changes: [ReplayTrace.Change]) -> String {
        changes.reduce(into: csvHead) { text, change in
            text += "\(change.time.nanoseconds),\(change.device.name)\n"
        }
    }

    private func text(of changes: [ReplayTrace.Change], path: String) -> String {
        var text = files.count > 1 ? "\(path)\n" : ""
        text += "   time  " + "device".padded(to: 20) + "interface\n"
        for change in changes {
            text += change.sinceStart.paddedSeconds + "  " + change.device.name.padded(to: 20)
            text += change.interface.name + "\n"
        }
        return text
    }
}

extension Duration {
    /// Whole nanoseconds.
    fileprivate var nanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }

    /// Seconds with two decimals, seven characters wide.
    fileprivate var paddedSeconds: String {
        let hundredths = (nanoseconds + 5_000_000) / 10_000_000
        let text = "\(hundredths / 100).\(String(hundredths % 100 + 100).dropFirst())"
        return String(repeating: " ", count: max(0, 7 - text.utf8.count)) + text
    }
}
