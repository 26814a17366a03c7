import Foundation
import OrientationTestSupport
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

    @Test("a pipe, a device and a socket are refused at once, and nobody is waited for")
    func otherKinds() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let (pipe, socket) = (folder + "/pipe", folder + "/socket")
        try #require(mkfifo(pipe, 0o600) == 0)
        let listener = try UnixSocket.listen(at: socket, mode: 0o600)

        for path in [pipe, "/dev/zero"] {
            let error = failure(SystemCallError.self) { try Files.contents(of: path) }
            #expect(error?.description == "\(path): open: is a pipe or a device; expected a regular file")
        }
        #expect(throws: SystemCallError(call: "open", subject: socket, code: ENXIO)) {
            try Files.contents(of: socket)
        }
        #expect(listener.number >= 0)
    }

    @Test("/dev/null is a file in which nothing is")
    func null() throws {
        #expect(try Files.contents(of: "/dev/null") == [])
    }

    @Test("a pipe is read to its end where it may be waited for")
    func pipe() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/pipe"
        try #require(mkfifo(path, 0o600) == 0)
        let writer = Thread {
            let end = FileHandle(forWritingAtPath: path)
            end?.write(Data("text".utf8))
            try? end?.close()
        }
        writer.start()

        #expect(try Files.contents(of: path, mayWait: true) == Array("text".utf8))
    }

    @Test("a pipe in the place where a file is prepared is not waited for")
    func replacePipe() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/file"
        try #require(mkfifo(path + ".new", 0o600) == 0)

        #expect(throws: SystemCallError(call: "open", subject: path + ".new", code: ENXIO)) {
            try Files.replace(path, with: [1], mode: 0o644)
        }
    }
}
