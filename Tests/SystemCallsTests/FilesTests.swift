import Foundation
import SystemCalls
import Testing

@Suite("Files")
struct FilesTests {
    private let folder = "/tmp/o-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    @Test("a replaced file holds the new bytes, has the mode, and leaves nothing beside it")
    func replace() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/file"

        try Files.replace(path, with: Array("one".utf8), mode: 0o644)
        try Files.replace(path, with: Array("two".utf8), mode: 0o644)

        #expect(try Files.contents(of: path) == Array("two".utf8))
        #expect(try Files.names(in: folder) == ["file"])
    }

    @Test("a file that cannot be replaced keeps what it held")
    func replaceFails() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/file"
        try Files.replace(path, with: Array("one".utf8), mode: 0o644)
        try FileManager.default.createDirectory(atPath: path + ".new", withIntermediateDirectories: false)

        #expect(throws: SystemCallError(call: "open", subject: path + ".new", code: EISDIR)) {
            try Files.replace(path, with: Array("two".utf8), mode: 0o644)
        }

        #expect(try Files.contents(of: path) == Array("one".utf8))
    }

    @Test("a folder is not replaced by a file, and nothing is left beside it")
    func replaceFolder() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/folder"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)

        #expect(throws: SystemCallError(call: "rename", subject: path, code: EISDIR)) {
            try Files.replace(path, with: Array("one".utf8), mode: 0o644)
        }

        #expect(try Files.names(in: folder) == ["folder"])
    }

    @Test("a file that is larger than the limit is refused")
    func limit() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/file"
        try Files.replace(path, with: [1, 2, 3], mode: 0o644)

        #expect(try Files.contents(of: path, limit: 3) == [1, 2, 3])
        #expect(throws: SystemCallError(call: "read", subject: path, code: EFBIG)) {
            try Files.contents(of: path, limit: 2)
        }
    }

    @Test("names are sorted by their bytes")
    func names() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        for name in ["b", "a", "Z", "10", "9"] {
            try Files.replace("\(folder)/\(name)", with: [], mode: 0o644)
        }

        #expect(try Files.names(in: folder) == ["10", "9", "Z", "a", "b"])
    }

    @Test("removing what is not there is no error")
    func remove() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }

        try Files.remove(folder + "/missing")
    }

    @Test("an error tells path, call and reason, and knows its name")
    func errors() {
        let error = SystemCallError(call: "open", subject: "/nowhere", code: ENOENT)

        #expect(error.description == "/nowhere: open: No such file or directory")
        #expect(error.name == "ENOENT")
    }
}
