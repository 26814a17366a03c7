import Foundation
import SystemCalls
import Testing

@testable import Configuration

@Suite("Configuration files")
struct ConfigurationFilesTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("orientationd-\(UUID().uuidString)")

    private func write(_ text: String, to name: String) throws -> String {
        let file = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    @Test("drop-ins are read after the main file, in the order of their names, and only *.conf")
    func dropIns() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let main = try write("[Socket]\nMaxConnections=1\n", to: "o.conf")
        let second = try write("[Socket]\nMaxConnections=3\n", to: "o.conf.d/20.conf")
        let first = try write("[Socket]\nMaxConnections=2\n", to: "o.conf.d/10.conf")
        _ = try write("nonsense", to: "o.conf.d/30.conf~")
        _ = try write("nonsense", to: "o.conf.d/.40.conf")

        let configuration = try Configuration(file: main, isRequired: true)

        #expect(configuration.files == [main, first, second])
        #expect(configuration.settings.socket.maxConnections == 3)
    }

    @Test("drop-ins count without a main file; a required main file has to be there")
    func noMainFile() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let drop = try write("[Socket]\nMaxConnections=2\n", to: "o.conf.d/10.conf")
        let main = folder.appendingPathComponent("o.conf").path

        #expect(try Configuration(file: main, isRequired: false).files == [drop])
        let error = SystemCallError(call: "open", subject: main, code: ENOENT)
        #expect(throws: ConfigurationError.unreadable(error)) {
            try Configuration(file: main, isRequired: true)
        }
    }
}
