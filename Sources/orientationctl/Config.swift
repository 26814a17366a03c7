internal import Configuration
internal import IndustrialIO
internal import JSON
internal import SensorSetup

/// `orientationctl config`: the daemon's configuration, without the daemon.
struct Config: Command {
    static let name = "config"
    static let help = """
        Usage: orientationctl config check [FILE]
               orientationctl config show [--json] [FILE]

        'check' reads the configuration as the daemon does at its start and at a reload,
        and tells the first thing that is wrong with it. 'show' prints every value that
        would be in force, and the file and line that it is from.

        FILE is read instead of /etc/orientationd/orientationd.conf, and after it
        FILE.d/*.conf in the order of their names.

          --json  print one JSON object a line: "section", "key", "value" and "default",
                  "file" and "line" where a file sets it; a list that nobody sets has no
                  "value"

        Exit status: 0 the configuration is right; 1 it is wrong, and nothing of it would
        be used; 2 wrong usage.

        Example: orientationctl config check && systemctl reload orientationd

        """

    private enum Action: String {
        case check, show
    }

    private let action: Action
    private var file: String?
    private var printsJSON = false

    init(_ arguments: inout Arguments) throws(Failure) {
        var action: Action?
        while let argument = try arguments.next() {
            switch argument {
            case .option("--json"): printsJSON = true
            case .value(let text) where action == nil:
                action = Action(rawValue: text)
                if action == nil { throw .usage("\(text) is not check or show") }
            case .value(let text) where file == nil: file = text
            default: throw Arguments.unexpected(argument)
            }
        }
        guard let action else { throw .usage("say config check or config show") }
        if printsJSON, action == .check { throw .usage("check has no option --json") }
        self.action = action
    }

    func run() throws(Failure) -> ExitStatus {
        let configuration: Configuration
        do throws(ConfigurationError) {
            configuration = try Configuration(
                file: file ?? Configuration.defaultFile, isRequired: file != nil, mayWait: file != nil)
            try configuration.checkLists(for: MachineFacts().kind)
            try configuration.checkRecording()
        } catch {
            throw Failure("\(error)", .no)
        }
        switch action {
        case .check: Output.text(configuration.filesReport)
        case .show where printsJSON: for key in SettingsKey.all { Output.json(configuration.entry(key)) }
        case .show: Output.text(configuration.valuesReport)
        }
        return .success
    }
}

extension Configuration {
    /// The files that were read, for people.
    fileprivate var filesReport: String {
        if files.isEmpty { return "No file, everything at its default.\n" }
        return files.map { "\($0)\n" }.joined() + "Right.\n"
    }

    /// Every value and where it is from, for people.
    var valuesReport: String {
        SettingsKey.sections.map { section in
            "[\(section)]\n"
                + SettingsKey.all.filter { $0.section == section }.map { key in
                    "\(key.name)=\(key.text(settings))".padded(to: 40) + " \(place(of: key))\n"
                }.joined()
        }.joined(separator: "\n")
    }

    private func place(of key: SettingsKey) -> String {
        if let origin = origin(of: key) { return "\(origin.file):\(origin.line)" }
        return key.isListOfOrientations ? "not set" : "default"
    }

    /// One value as a JSON object.
    func entry(_ key: SettingsKey) -> JSONObject {
        var entry: JSONObject = ["section": .string(key.section), "key": .string(key.name)]
        let origin = origin(of: key)
        if origin != nil || !key.isListOfOrientations { entry["value"] = .string(key.text(settings)) }
        if !key.isListOfOrientations { entry["default"] = .string(key.text(Settings())) }
        if let origin {
            entry["file"] = .string(origin.file)
            entry["line"] = .integer(Int64(origin.line))
        }
        return entry
    }
}
