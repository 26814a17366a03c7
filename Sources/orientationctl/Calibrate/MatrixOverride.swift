internal import CLinux
internal import Configuration
internal import OrientationCore
internal import SystemCalls

/// The mount matrix of this machine as a file of the daemon's configuration, and what stood there before.
///
/// Earlier versions of the file stand beside it under names that the daemon does not read, the latest with
/// the highest number. Each is the same file as before, with its owner and mode.
struct MatrixOverride {
    /// The daemon's configuration.
    let configuration: String

    /// The file: a drop-in of the configuration. Its name comes late, since the last value counts.
    var path: String { "\(folder)/90-mount-matrix.conf" }
    private var folder: String { configuration + ".d" }

    private static let head = "# Written by orientationctl calibrate --apply; calibrate --undo takes it back."
    private static let folderNote = "# Its folder was made for it."
    private static let mostVersions = 99

    /// Sees whether the file could be written, before somebody takes the trouble to measure.
    ///
    /// - Throws: Why not, or what is wrong with the configuration as it is.
    func check() throws(Failure) {
        _ = try read()
        let place = Files.exist(at: folder) ? folder : Files.parent(of: folder)
        guard Files.exist(at: place) else {
            throw Failure("\(place) is not there; make that folder first", .no)
        }
        guard Files.isAccessible(place, writing: true) else {
            throw Failure("\(path) cannot be written by this user; try sudo", .no)
        }
    }

    /// Writes the file and keeps what it was before.
    ///
    /// - Parameters:
    ///   - matrix: In the hardware database's frame.
    ///   - isZCertain: Whether a posture told the sign of z; then nothing else may negate it.
    ///   - pinned: The sensor that was measured, if the daemon uses another one.
    /// - Returns: What was in force by configuration before, and where it stands; nothing if there was none.
    /// - Throws: What is wrong with the configuration, or cannot be written. Nothing is changed then.
    func apply(_ matrix: MountMatrix, isZCertain: Bool, pinned: String?) throws(Failure) -> String? {
        let before = try read()
        let text = Self.text(
            matrix, before.settings.sensor, isZCertain: isZCertain, pinned: pinned,
            makesFolder: !Files.exist(at: folder))
        try foresee(text, for: matrix, after: before)
        do throws(SystemCallError) { try write(text) } catch { throw Failure("\(error)", .no) }
        guard let value = before.settings.sensor.mountMatrix,
            let origin = Self.key("MountMatrix").flatMap(before.origin)
        else { return nil }
        return "\(value) (\(origin.file):\(origin.line))"
    }

    /// Puts back what was before the last ``apply(_:isZCertain:pinned:)``.
    ///
    /// - Throws: That there is nothing to put back, or that it cannot be.
    func undo() throws(Failure) {
        let isUndone: Bool
        do throws(SystemCallError) { isUndone = try putBack() } catch { throw Failure("\(error)", .no) }
        if !isUndone {
            let what = Files.exist(at: path) ? "is not from calibrate --apply" : "is not there"
            throw Failure("there is nothing to undo: \(path) \(what)", .no)
        }
    }

    // MARK: Files

    private func versionPath(_ version: Int) -> String { "\(path).before-\(version)" }

    /// The numbers of the earlier versions, in order.
    private func versions() -> [Int] {
        (1...Self.mostVersions).filter { Files.exist(at: versionPath($0)) }
    }

    private func write(_ text: String) throws(SystemCallError) {
        // The daemon is another user, who has to be able to read it.
        umask(0o022)
        try Files.makeFolder(folder)
        let versions = versions()
        if Files.exist(at: path) {
            try Files.link(path, as: versionPath((versions.last ?? 0) + 1))
        } else {
            // Left by somebody who took the file away by hand.
            for version in versions { try Files.remove(versionPath(version)) }
        }
        try Files.replace(path, with: Array(text.utf8), mode: 0o644)
    }

    /// Whether there was something to put back.
    private func putBack() throws(SystemCallError) -> Bool {
        guard Files.exist(at: path) else { return false }
        if let version = versions().last {
            try Files.move(versionPath(version), to: path)
            return true
        }
        let lines = String(decoding: try Files.contents(of: path), as: UTF8.self).split(separator: "\n")
        guard lines.first == Self.head[...] else { return false }
        try Files.remove(path)
        // It stays if somebody has put another file in.
        if lines.contains(Self.folderNote[...]) { try? Files.removeFolder(folder) }
        return true
    }

    // MARK: Configuration

    private func read() throws(Failure) -> Configuration {
        do throws(ConfigurationError) {
            return try Configuration(file: configuration, isRequired: false)
        } catch {
            throw Failure("\(error)", .no)
        }
    }

    private static func key(_ name: String) -> SettingsKey? {
        SettingsKey.all.first { $0.section == "Sensor" && $0.name == name }
    }

    /// Sees what the daemon will make of the file, before it is written.
    private func foresee(
        _ text: String, for matrix: MountMatrix, after before: Configuration
    ) throws(Failure) {
        var after = Configuration()
        let dropIns = before.files.filter { $0 != configuration && $0 != path } + [path]
        do throws(ConfigurationError) {
            if before.files.contains(configuration) { try read(configuration, into: &after) }
            for file in dropIns.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) }) {
                if file == path {
                    try after.read(Array(text.utf8), from: path)
                } else {
                    try read(file, into: &after)
                }
            }
        } catch {
            throw Failure("\(error)", .no)
        }
        // A file whose name comes later has the last word.
        for line in text.split(separator: "\n") {
            guard let name = line.split(separator: "=").first.map(String.init), let key = Self.key(name),
                let origin = after.origin(of: key), origin.file != path
            else { continue }
            throw Failure(
                "\(origin.file):\(origin.line) sets \(name)= after \(path); take that line out first", .no)
        }
    }

    private func read(_ file: String, into configuration: inout Configuration) throws(ConfigurationError) {
        let bytes: [UInt8]
        do throws(SystemCallError) { bytes = try Files.contents(of: file) } catch { throw .unreadable(error) }
        try configuration.read(bytes, from: file)
    }

    /// The file. Settings that would change what was measured are set to what it was measured for.
    private static func text(
        _ matrix: MountMatrix, _ settings: SensorSettings, isZCertain: Bool, pinned: String?,
        makesFolder: Bool
    ) -> String {
        var lines = [head]
        if makesFolder { lines.append(folderNote) }
        lines.append("[Sensor]")
        if let pinned { lines.append("Sensor=\(pinned)") }
        lines.append("MountMatrix=\(matrix.text)")
        // Else what was said of z before goes on to count.
        if isZCertain { lines.append("InvertZ=no") }
        if settings.matrixSources.first != .configuration {
            let others = settings.matrixSources.filter { $0 != .configuration }.map(\.rawValue)
            lines.append("MatrixSources=" + (["configuration"] + others).joined(separator: " "))
        }
        return lines.map { $0 + "\n" }.joined()
    }
}
