import Foundation
import SystemCalls
import Testing

@Suite("What the kernel says about a file")
struct FileStatusTests {
    private let folder = "/tmp/o-\(UUID().uuidString)"

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    private func remove() { try? FileManager.default.removeItem(atPath: folder) }

    @Test("a file is the same by its own name, a hard link and a symbolic one, and not as its copy")
    func sameness() throws {
        defer { remove() }
        try Files.replace(folder + "/file", with: Array("text".utf8), mode: 0o640)
        try Files.replace(folder + "/copy", with: Array("text".utf8), mode: 0o640)
        try FileManager.default.linkItem(atPath: folder + "/file", toPath: folder + "/hard")
        try FileManager.default.createSymbolicLink(
            atPath: folder + "/soft", withDestinationPath: folder + "/file")

        let file = try FileStatus(of: folder + "/file")

        #expect(file.isSameFile(as: try FileStatus(of: folder + "/hard")))
        #expect(file.isSameFile(as: try FileStatus(of: folder + "/soft")))
        #expect(!file.isSameFile(as: try FileStatus(of: folder + "/copy")))
        #expect(!file.isSameFile(as: try FileStatus(of: folder)))
    }

    @Test("kind, permissions and owner are those that the file was made with")
    func facts() throws {
        defer { remove() }
        try Files.replace(folder + "/file", with: [], mode: 0o640)
        // Whatever the mask of the process took away.
        chmod(folder + "/file", 0o640)

        let file = try FileStatus(of: folder + "/file")
        let directory = try FileStatus(of: folder)

        // inode(7): 0100000 is a regular file, 0040000 a directory.
        #expect(file.mode == 0o100640)
        #expect(directory.mode & 0o170000 == 0o040000)
        #expect(file.user == getuid())
        #expect(file.group == getgid())
    }

    @Test("there is no status of what is not there, or points to nothing")
    func missing() throws {
        defer { remove() }
        let link = folder + "/link"
        try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder + "/nothing")

        for path in [folder + "/nothing", link] {
            #expect(throws: SystemCallError(call: "stat", subject: path, code: ENOENT)) {
                try FileStatus(of: path)
            }
            #expect(!Files.exist(at: path))
        }
        #expect(Files.exist(at: folder))
    }
}
