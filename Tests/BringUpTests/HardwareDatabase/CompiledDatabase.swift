import Foundation

/// A database that the real systemd-hwdb compiled of one file, in a folder of its own.
final class CompiledDatabase {
    private let root: URL
    /// Whether systemd-hwdb took every line without a warning. Its exit status does not tell.
    let isAccepted: Bool

    /// - Parameter text: The bytes of the file.
    init(_ text: [UInt8]) throws {
        root = FileManager.default.temporaryDirectory.appending(path: "hwdb-\(UUID().uuidString)")
        // The one folder that every version looks into, wherever it was built to look for its own files.
        let folder = root.appending(path: "etc/udev/hwdb.d")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text).write(to: folder.appending(path: "60-sensor.hwdb"))
        isAccepted = try Self.run(["update", "--root=\(root.path())"]).errors.isEmpty
    }

    deinit { try? FileManager.default.removeItem(at: root) }

    /// The properties of a key.
    func properties(of key: String) throws -> [String: String] {
        let output = try Self.run(["query", "--root=\(root.path())", key]).output
        var properties: [String: String] = [:]
        for line in output.split(separator: "\n") {
            let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            properties[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
        }
        return properties
    }

    private static func run(_ arguments: [String]) throws -> (output: String, errors: String) {
        let process = Process()
        process.executableURL = URL(filePath: "/usr/bin/systemd-hwdb")
        process.arguments = arguments
        let pipe = Pipe()
        process.standardOutput = pipe
        let errorPipe = Pipe()
        process.standardError = errorPipe
        try process.run()
        // Neither is so long that it would fill its pipe.
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        let errors = try errorPipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return (String(decoding: output, as: UTF8.self), String(decoding: errors, as: UTF8.self))
    }
}
