import Foundation
import SystemCalls
import Testing

@Suite("Unix sockets")
struct UnixSocketTests {
    /// A path that nobody else uses, in a folder short enough for a socket.
    private let path = "/tmp/o-\(UUID().uuidString.prefix(13)).socket"

    @Test("a client reaches a listening socket, and each sees who the other is")
    func connect() throws {
        defer { unlink(path) }
        let listener = try UnixSocket.listen(at: path, mode: 0o666)

        let client = try UnixSocket.connect(to: path)
        let accepted = try UnixSocket.accept(from: listener.number)
        guard let server = accepted else {
            Issue.record("nobody was accepted")
            return
        }
        let peer = try Connection.peer(of: server.number)

        #expect(peer.process == getpid())
        #expect(peer.user == getuid())
        #expect(peer.groups.first == getgid())
        #expect([1, 2, 3].withUnsafeBytes { Connection.send(to: client.number, $0) } == .count(24))
    }

    @Test("an empty path is no socket, rather than one whose name the kernel makes up")
    func emptyPath() {
        #expect(throws: SystemCallError(call: "connect", subject: "an empty path", code: ENOENT)) {
            _ = try UnixSocket.connect(to: "")
        }
    }

    @Test("the socket's file has the mode that was asked for")
    func mode() throws {
        defer { unlink(path) }
        let listener = try UnixSocket.listen(at: path, mode: 0o640)
        var status = stat()

        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o640)
        withExtendedLifetime(listener.number) {}
    }

    @Test("files that other threads make meanwhile keep the mode they were given")
    func otherThreads() throws {
        let folder = "/tmp/o-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let listening = Thread {
            while !Thread.current.isCancelled {
                _ = try? UnixSocket.listen(at: folder + "/socket", mode: 0o666)
            }
        }
        listening.start()
        defer { listening.cancel() }

        for number in 0..<500 {
            try Files.replace("\(folder)/\(number)", with: [], mode: 0o640)
            let mode = try FileStatus(of: "\(folder)/\(number)").mode
            // umask(2): what the mask of this process leaves of 0640.
            #expect(mode & 0o777 == 0o640 & ~Self.mask)
        }
    }

    /// The mask of this process, read without being changed: proc_pid_status(5).
    private static let mask: UInt32 = {
        let text = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = text.split(separator: "\n").first { $0.hasPrefix("Umask:") }
        return line?.split(separator: "\t").last.flatMap { UInt32($0, radix: 8) } ?? 0
    }()

    @Test("nobody waits: accepting answers nothing")
    func nobody() throws {
        defer { unlink(path) }
        let listener = try UnixSocket.listen(at: path, mode: 0o600)

        #expect(try UnixSocket.accept(from: listener.number) == nil)
    }

    @Test("a socket that a dead process left behind is replaced")
    func stale() throws {
        defer { unlink(path) }
        do { _ = try UnixSocket.listen(at: path, mode: 0o600) }
        #expect(throws: SystemCallError(call: "connect", subject: path, code: ECONNREFUSED)) {
            _ = try UnixSocket.connect(to: path)
        }

        let listener = try UnixSocket.listen(at: path, mode: 0o600)

        _ = try UnixSocket.connect(to: path)
        withExtendedLifetime(listener.number) {}
    }

    @Test("a socket that somebody listens to is left alone")
    func inUse() throws {
        defer { unlink(path) }
        let first = try UnixSocket.listen(at: path, mode: 0o600)

        #expect(throws: SystemCallError(call: "bind", subject: path, code: EADDRINUSE)) {
            _ = try UnixSocket.listen(at: path, mode: 0o600)
        }

        _ = try UnixSocket.connect(to: path)
        withExtendedLifetime(first.number) {}
    }

    @Test("a file that is no socket is left alone")
    func notASocket() throws {
        defer { unlink(path) }
        try Data("precious".utf8).write(to: URL(fileURLWithPath: path))

        #expect(throws: SystemCallError(call: "bind", subject: path, code: EADDRINUSE)) {
            _ = try UnixSocket.listen(at: path, mode: 0o600)
        }

        #expect(try Files.contents(of: path) == Array("precious".utf8))
    }

    @Test("a path that does not fit into an address is refused", arguments: [108, 5000])
    func badPath(length: Int) {
        let path = String(repeating: "a", count: length)

        #expect(throws: SystemCallError(call: "connect", subject: path, code: ENAMETOOLONG)) {
            _ = try UnixSocket.connect(to: path)
        }
    }

    @Test("with the smallest send buffer a socket takes one message and then is full for a new one")
    func smallestBuffer() throws {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        defer { for end in ends { close(end) } }
        Connection.minimizeSendBuffer(ends[0])
        let message = [UInt8](repeating: 120, count: 200)

        #expect(Connection.writable([ends[0]]) == [true])
        #expect(message.withUnsafeBytes { Connection.send(to: ends[0], $0) } == .count(200))
        #expect(Connection.writable([ends[0]]) == [false])

        var buffer = [UInt8](repeating: 0, count: 500)
        #expect(buffer.withUnsafeMutableBytes { Connection.receive(from: ends[1], into: $0) } == .count(200))
        #expect(Connection.writable([ends[0]]) == [true])
    }

    @Test("a closed peer is an end, not a signal")
    func closedPeer() throws {
        var ends: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
        close(ends[1])
        defer { close(ends[0]) }

        #expect([1].withUnsafeBytes { Connection.send(to: ends[0], $0) } == .ended)
    }
}
