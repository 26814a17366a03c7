public import OrientationCore
internal import SystemCalls

/// The settings that some files make, and where each was written.
public struct Configuration: Equatable, Sendable {
    /// What is in force.
    public private(set) var settings = Settings()
    /// The files that were read, in order.
    public private(set) var files: [String] = []
    private var origins: [String: Origin] = [:]

    /// The file that is read when no other is named.
    public static let defaultFile = "/etc/orientationd/orientationd.conf"

    /// Everything at its default.
    public init() {}

    /// Reads a file, then the files `*.conf` of the folder of its name and `.d`, in the order of
    /// their names. The last value of a key wins. Then the quirks: those of `quirks.conf` beside the main
    /// file, and after them those that come with the program. The first that fits counts.
    ///
    /// - Parameters:
    ///   - file: The main file.
    ///   - isRequired: Whether the main file has to be there. Nothing else has to.
    ///   - mayWait: Whether the main file may also be a pipe, which is waited for.
    /// - Throws: ``ConfigurationError`` with the first thing that is wrong.
    public init(file: String, isRequired: Bool, mayWait: Bool = false) throws(ConfigurationError) {
        try self.init(file: file, isRequired: isRequired, mayWait: mayWait, program: Files.runningProgram)
    }

    /// - Parameter program: The path of the program, by which the quirks that come with it are found.
    init(
        file: String, isRequired: Bool, mayWait: Bool = false, program: String?
    ) throws(ConfigurationError) {
        if let text = try Self.found(
            file, isRequired: isRequired,
            { (path) throws(SystemCallError) in
                try Files.contents(of: path, mayWait: mayWait)
            })
        {
            try read(text, from: file)
        }
        let folder = file + ".d"
        let names = try Self.found(folder, isRequired: false) { (path) throws(SystemCallError) in
            try Files.names(in: path)
        }
        for name in names ?? [] where name.hasSuffix(".conf") && !name.hasPrefix(".") {
            let path = "\(folder)/\(name)"
            let text = try Self.found(path, isRequired: false) { (path) throws(SystemCallError) in
                try Files.contents(of: path)
            }
            if let text { try read(text, from: path) }
        }
        let own =
            file.split(separator: "/", omittingEmptySubsequences: false).dropLast() + [
                QuirksFile.name[...]
            ]
        if try readQuirks(own.joined(separator: "/")) { files.append(own.joined(separator: "/")) }
        if let shipped = program.flatMap(QuirksFile.shipped) { _ = try readQuirks(shipped) }
    }

    /// Adds the quirks of a file behind those that are there.
    ///
    /// - Returns: Whether there is such a file.
    private mutating func readQuirks(_ path: String) throws(ConfigurationError) -> Bool {
        let text = try Self.found(path, isRequired: false) { (path) throws(SystemCallError) in
            try Files.contents(of: path)
        }
        guard let text else { return false }
        try readQuirks(text, from: path)
        return true
    }

    /// Adds the quirks of a file's text behind those that are there.
    ///
    /// - Parameters:
    ///   - text: The bytes of the file.
    ///   - file: Its path, for errors and ``Quirk/origin``.
    /// - Throws: ``ConfigurationError`` with the first thing that is wrong; nothing is changed then.
    public mutating func readQuirks(_ text: [UInt8], from file: String) throws(ConfigurationError) {
        settings.sensor.quirks += try QuirksFile.quirks(text, from: file)
    }

    /// Reads one more file's text over what is there.
    ///
    /// - Parameters:
    ///   - text: The bytes of the file.
    ///   - file: Its path, for errors and ``origin(of:)``.
    /// - Throws: ``ConfigurationError`` with the first thing that is wrong; nothing is changed then.
    public mutating func read(_ text: [UInt8], from file: String) throws(ConfigurationError) {
        var settings = self.settings
        var origins = self.origins
        try IniFile(file: file).read(text) { (section, line) throws(ConfigurationError) in
            guard SettingsKey.named(section).isEmpty else { return }
            throw .invalid(
                Origin(file: file, line: line), .unknownSection(section, known: SettingsKey.sections))
        } visit: { (assignment) throws(ConfigurationError) in
            let origin = Origin(file: file, line: assignment.line)
            let key = try Self.key(for: assignment, at: origin)
            do throws(ValueError) {
                try key.apply(&settings, assignment.value)
            } catch {
                throw .invalid(
                    origin,
                    .badValue(assignment.value, key: key.name, expected: error.expected ?? key.expected))
            }
            origins[key.id] = origin
        }
        self.settings = settings
        self.origins = origins
        files.append(file)
    }

    /// Where a key got its value; nothing while it is at its default.
    public func origin(of key: SettingsKey) -> Origin? { origins[key.id] }

    /// Judges what single lines cannot show: the list of orientations that is in force must not be empty.
    ///
    /// - Parameter kind: The kind of this machine, if the configuration does not say.
    /// - Throws: ``ConfigurationError`` with the line of the list.
    public func checkLists(for kind: DeviceKind) throws(ConfigurationError) {
        let kind = settings.interface.kind ?? kind
        guard settings.interface.lists.areEmpty(for: kind),
            let name = settings.interface.lists.nameInForce(for: kind),
            let key = SettingsKey.list(name), let origin = origin(of: key)
        else { return }
        throw .invalid(
            origin,
            .badValue(
                "", key: key.name,
                expected: "at least one orientation, since this list is in force on a \(kind.name)"))
    }

    private static func key(
        for assignment: Assignment, at origin: Origin
    ) throws(ConfigurationError) -> SettingsKey {
        let keys = SettingsKey.named(assignment.section)
        guard !keys.isEmpty else {
            throw .invalid(origin, .unknownSection(assignment.section, known: SettingsKey.sections))
        }
        guard let key = keys.first(where: { $0.name == assignment.key }) else {
            throw .invalid(
                origin,
                .unknownKey(assignment.key, section: assignment.section, known: keys.map(\.name)))
        }
        return key
    }

    /// What `read` makes of a path; nothing where there is no such file and it need not be there.
    private static func found<Value>(
        _ path: String, isRequired: Bool, _ read: (String) throws(SystemCallError) -> Value
    ) throws(ConfigurationError) -> Value? {
        do throws(SystemCallError) {
            return try read(path)
        } catch {
            if !isRequired, error.name == "ENOENT" { return nil }
            throw .unreadable(error)
        }
    }
}
