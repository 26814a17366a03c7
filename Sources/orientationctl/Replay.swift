internal import CLinux
internal import IndustrialIO
internal import OrientationCore
internal import SystemCalls

/// `orientationctl replay`: recordings through classifier and resolver, without hardware or daemon.
struct Replay {
    static let help = """
        Usage: orientationctl replay [--csv] [--out DIR] FILE...
               orientationctl replay --manifest FILE --out DIR

        Shows what the daemon would make of recordings: at each change the time since the
        first sample, how the device is held, and how an interface without a policy of its
        own is drawn. A recording is CSV with a first line "t_ns,x,y,z" (nanoseconds) or
        "t_s,x,y,z" (seconds); x, y and z in m/s², the casing held as portrait: x to the
        right, y to the top, z out of the display, +9.81 on the axis that points up.

          --csv            print "t_ns,label" for each change, on the recording's own clock
          --out DIR        write that to DIR/<name>.csv for each recording, with --csv implied
          --manifest FILE  replay every trace of a benchmark's manifest.json, which lie
                           beside it, each until its "t_end"
          --help           print this text

        Exit status: 0 all replayed, 1 a file cannot be read or written, 2 wrong usage.

        Example: orientationctl replay config/demonstration.csv

        """

    private var files: [String] = []
    private var printsCSV = false
    private var folder: String?
    private var manifest: String?

    /// Runs the command with the arguments after its name.
    /// - Returns: The exit status.
    static func run(_ arguments: [String]) -> Int32 {
        if arguments.contains("--help") {
            print(help, terminator: "")
            return 0
        }
        do throws(ReplayError) {
            try Replay(arguments).run()
            return 0
        } catch {
            fputs("orientationctl replay: \(error)\n", standard_error())
            return error.status
        }
    }

    private init(_ arguments: [String]) throws(ReplayError) {
        var rest = arguments[...]
        func value(of option: String) throws(ReplayError) -> String {
            guard let value = rest.popFirst() else { throw .usage("\(option) needs a value") }
            return value
        }
        while let argument = rest.popFirst() {
            switch argument {
            case "--csv": printsCSV = true
            case "--out": folder = try value(of: argument)
            case "--manifest": manifest = try value(of: argument)
            case "--":
                files += rest
                rest = []
            case _ where argument.hasPrefix("-") && argument != "-":
                throw .usage("there is no option \(argument)")
            default: files.append(argument)
            }
        }
        if manifest == nil, files.isEmpty { throw .usage("name a recording, or --manifest FILE") }
        if manifest != nil, !files.isEmpty { throw .usage("--manifest names the recordings; name no others") }
        if manifest != nil, folder == nil { throw .usage("--manifest needs --out DIR") }
        if printsCSV, folder == nil, files.count > 1 {
            throw .usage("--csv prints one recording; for several name --out DIR")
        }
    }

    private func run() throws(ReplayError) {
        if let folder {
            try Self.make(folder: folder)
            let traces: [ReplayTrace] =
                if let manifest { try ReplayTrace.list(manifest: manifest) } else {
                    files.map(ReplayTrace.init)
                }
            for trace in traces {
                try Self.write(csv(of: try trace.changes()), to: "\(folder)/\(trace.name).csv")
            }
        } else {
            for file in files {
                let trace = ReplayTrace(path: file)
                let changes = try trace.changes()
                print(printsCSV ? csv(of: changes) : text(of: changes, path: file), terminator: "")
            }
        }
    }

    private static func make(folder: String) throws(ReplayError) {
        guard mkdir(folder, 0o777) != 0, last_errno() != EEXIST else { return }
        throw .output(.last("mkdir", folder))
    }

    private static func write(_ text: String, to path: String) throws(ReplayError) {
        do throws(SystemCallError) {
            try Files.replace(path, with: Array(text.utf8), mode: 0o666)
        } catch {
            throw .output(error)
        }
    }

    private func csv(of changes: [ReplayTrace.Change]) -> String {
        changes.reduce(into: "t_ns,label\n") { text, change in
            text += "\(change.time.nanoseconds),\(change.device.name)\n"
        }
    }

    private func text(of changes: [ReplayTrace.Change], path: String) -> String {
        var text = files.count > 1 ? "\(path)\n" : ""
        text += "   time  device               interface\n"
        for change in changes {
            let device = change.device.name
            let padding = String(repeating: " ", count: 20 - device.utf8.count)
            text += "\(change.sinceStart.paddedSeconds)  \(device)\(padding) \(change.interface.name)\n"
        }
        return text
    }
}

/// Why recordings could not be replayed.
enum ReplayError: Error, CustomStringConvertible {
    /// The arguments are wrong.
    case usage(String)
    /// A recording cannot be read.
    case recording(RecordingError)
    /// A manifest cannot be read: its path, and why.
    case manifest(String, String)
    /// A result cannot be written.
    case output(SystemCallError)

    var description: String {
        switch self {
        case .usage(let problem): "\(problem); see orientationctl replay --help"
        case .recording(let error): "\(error)"
        case .manifest(let path, let problem): "\(path): \(problem)"
        case .output(let error): "\(error)"
        }
    }

    /// The exit status of the program.
    var status: Int32 {
        if case .usage = self { return 2 }
        return 1
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
