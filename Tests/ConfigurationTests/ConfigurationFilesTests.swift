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

    @Test(
        "a pipe in the place of a file is refused, and nobody is waited for",
        arguments: ["o.conf", "o.conf.d/10.conf", "quirks.conf"])
    func pipe(name: String) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let main = folder.appendingPathComponent("o.conf").path
        let path = try write("", to: name)
        unlink(path)
        try #require(mkfifo(path, 0o600) == 0)

        let reason = "is a pipe or a device; expected a regular file"
        let error = SystemCallError(call: "open", subject: path, code: EINVAL, reason: reason)
        #expect(throws: ConfigurationError.unreadable(error)) {
            try Configuration(file: main, isRequired: false)
        }
    }

    @Test("a link to /dev/null takes the place of a drop-in, and nothing is in it")
    func masked() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let main = try write("[Socket]\nMaxConnections=1\n", to: "o.conf")
        let path = try write("", to: "o.conf.d/10.conf")
        unlink(path)
        try #require(symlink("/dev/null", path) == 0)

        let configuration = try Configuration(file: main, isRequired: true)

        #expect(configuration.files == [main, path])
        #expect(configuration.settings.socket.maxConnections == 1)
    }
}
