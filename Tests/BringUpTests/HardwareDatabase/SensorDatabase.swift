import Foundation
import JSON
import Testing

@testable import BringUp

/// A version of `60-sensor.hwdb`: the one that is installed here, and each that the environment variable
/// `HWDB_FILES` names, separated by colons.
///
///     HWDB_FILES=/path/60-sensor.hwdb:/path/other.hwdb swift test --filter SensorDatabase
final class SensorDatabase: Sendable, CustomTestStringConvertible {
    let path: String
    let bytes: [UInt8]
    let file: HardwareDatabaseFile
    /// What was found, and keys for which lines decide; made once, since it takes a second.
    let findings: [HardwareDatabaseFinding]
    let decisiveKeys: [Int: String]

    var testDescription: String { path }

    init(path: String) throws {
        self.path = path
        bytes = try [UInt8](Data(contentsOf: URL(filePath: path)))
        file = HardwareDatabaseFile(parsing: bytes)
        let lint = HardwareDatabaseLint(file)
        findings = lint.findings
        decisiveKeys = lint.decisiveKeys
    }

    static let paths: [String] = {
        let installed = ["/usr/lib/udev/hwdb.d/60-sensor.hwdb", "/lib/udev/hwdb.d/60-sensor.hwdb"]
            .first(where: FileManager.default.fileExists(atPath:))
        let named = ProcessInfo.processInfo.environment["HWDB_FILES"] ?? ""
        return [installed].compactMap { $0 } + named.split(separator: ":").map(String.init)
    }()

    /// The files; none that cannot be read, which has a test of its own.
    static let all: [SensorDatabase] = paths.compactMap { try? SensorDatabase(path: $0) }

    /// The number of lines with matches, counted by hand: what tells the versions apart that answers are
    /// known of.
    var matchLines: Int {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").count { $0.hasPrefix("sensor:") }
    }

    /// The pattern on a line.
    func pattern(on line: Int) -> String? {
        file.records.flatMap(\.matches).first { $0.line == line }?.text
    }

    /// The patterns of the record that a line is in.
    func patterns(of line: Int) -> [String] {
        file.records.first { record in
            record.matches.contains { $0.line == line } || record.properties.contains { $0.line == line }
        }?.matches.map(\.text) ?? []
    }

    /// Keys with what the real program answered for the two versions that it was asked about.
    static func knownAnswers() throws -> [(key: String, answers: [Int: [String: String]])] {
        let path = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fixtures/hwdb-answers.json")
        let value = try JSONValue(parsing: [UInt8](Data(contentsOf: path)))
        return (value.object?["answers"]?.array ?? []).compactMap { entry in
            guard let members = entry.object, let key = members["key"]?.string else { return nil }
            func answer(_ name: String) -> [String: String] {
                (members[name]?.object?.members ?? []).reduce(into: [:]) { $0[$1.key] = $1.value.string }
            }
            return (key, [290: answer("of290"), 299: answer("of299")])
        }
    }
}
