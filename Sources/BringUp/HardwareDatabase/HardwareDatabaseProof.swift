public import SystemCalls

/// Asks the real hardware database, compiled by systemd-hwdb(8) of the system's own files and a new entry,
/// in a folder that is thrown away afterwards.
public enum HardwareDatabaseProof {
    /// Where the system keeps its files; of two with one name that of the first folder counts (hwdb(7)).
    private static let folders = [
        "/etc/udev/hwdb.d", "/run/udev/hwdb.d", "/usr/local/lib/udev/hwdb.d", "/usr/lib/udev/hwdb.d",
        "/lib/udev/hwdb.d",
    ]
    /// The file that an entry for a sensor belongs into.
    private static let sensorFile = "60-sensor.hwdb"
    /// The largest of systemd's files has 10 MB.
    private static let sizeLimit = 64 << 20
    private static let timeout = Duration.seconds(60)

    /// What came of it.
    public struct Result: Equatable, Sendable {
        /// What the system's files alone give for the key.
        public let before: [String: String]
        /// What they give with the entry at the end of `60-sensor.hwdb`.
        public let after: [String: String]
        /// The lines of the system's `60-sensor.hwdb` that fit the key already.
        public let fittingLines: [HardwareDatabaseFile.Match]
    }

    /// Asks.
    ///
    /// - Parameters:
    ///   - key: What udev looks up.
    ///   - entry: The new record.
    /// - Throws: `ENOENT` without systemd-hwdb, or what else cannot be done.
    public static func result(of key: String, adding entry: String) throws(SystemCallError) -> Result {
        let root = try Files.makeTemporaryFolder()
        // Nothing can be done about what cannot be removed.
        defer { try? Files.removeTree(root) }
        let folder = root + "/etc/udev/hwdb.d"
        for path in ["/etc", "/etc/udev", "/etc/udev/hwdb.d"] { try Files.makeFolder(root + path) }

        var sensors: [UInt8] = []
        for (name, path) in systemFiles() {
            let bytes = try Files.contents(of: path, limit: sizeLimit)
            if name == sensorFile { sensors = bytes }
            try Files.replace("\(folder)/\(name)", with: bytes, mode: 0o644)
        }
        let before = try compileAndAsk(key, root)
        let added = sensors + Array(("\n\n" + entry).utf8)
        try Files.replace("\(folder)/\(sensorFile)", with: added, mode: 0o644)
        let after = try compileAndAsk(key, root)

        let bytes = Array(key.utf8)
        let fitting = HardwareDatabaseFile(parsing: sensors).records.flatMap(\.matches)
            .filter { $0.pattern.matches(bytes) }
        return Result(before: before, after: after, fittingLines: fitting)
    }

    /// Name and path of each file that the system's database is made of.
    private static func systemFiles() -> [(name: String, path: String)] {
        var paths: [String: String] = [:]
        for folder in folders.reversed() {
            // A folder that is not there has no files.
            for name in (try? Files.names(in: folder)) ?? [] where name.hasSuffix(".hwdb") {
                paths[name] = "\(folder)/\(name)"
            }
        }
        return paths.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private static func compileAndAsk(_ key: String, _ root: String) throws(SystemCallError) -> [String:
        String]
    {
        _ = try ChildProcess.run(["systemd-hwdb", "update", "--root=\(root)"], timeout: timeout)
        let answer = try ChildProcess.run(["systemd-hwdb", "query", "--root=\(root)", key], timeout: timeout)
        var properties: [String: String] = [:]
        for line in String(decoding: answer.output, as: UTF8.self).split(separator: "\n") {
            guard let equals = line.firstIndex(of: "=") else { continue }
            properties[String(line[..<equals])] = String(line[line.index(after: equals)...])
        }
        return properties
    }
}
