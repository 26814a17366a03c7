internal import CLinux

/// Unix stream sockets with a path. All are non-blocking and closed on exec.
public enum UnixSocket {
    /// Connects to a listening socket.
    ///
    /// - Throws: `ENOENT` or `ECONNREFUSED` where nobody listens; `EAGAIN` where the backlog is full.
    /// The corresponding system calls are `socket(2)` and `connect(2)`.
    public static func connect(to path: String) throws(SystemCallError) -> FileDescriptor {
        let socket = try make(path)
        _ = try withAddress(path) { address, length in
            retryingInterrupted { CLinux.connect(socket.number, address, length) }
        } orThrow: {
            SystemCallError.last("connect", path)
        }
        return socket
    }

    /// Makes a listening socket, which every user of the machine can reach as far as `mode` lets them.
    ///
    /// A socket that an earlier process left behind is replaced: one that refuses a connection.
    ///
    /// - Parameter mode: The permissions of the socket's file, for example 0o666.
    /// - Throws: `EADDRINUSE` while somebody else listens there, or the path is no socket.
    /// The corresponding system calls are `bind(2)` and `listen(2)`.
    public static func listen(at path: String, mode: UInt32) throws(SystemCallError) -> FileDescriptor {
        if isStale(path) { unlink(path) }
        let socket = try make(path)
        // Linux gives the socket's file the mode of the socket: closed to others until its own is set.
        // The process's mask would do the same, and to the files that other threads make meanwhile too.
        _ = try retrying("fchmod", path) { fchmod(socket.number, 0o600) }
        _ = try withAddress(path) { address, length in
            bind(socket.number, address, length)
        } orThrow: {
            SystemCallError.last("bind", path)
        }
        guard chmod(path, mode) == 0 else { throw .last("chmod", path) }
        guard CLinux.listen(socket.number, SOMAXCONN) == 0 else { throw .last("listen", path) }
        return socket
    }

    /// Takes the next connection that waits.
    ///
    /// - Returns: The connection, or nothing if none waits.
    /// - Throws: `EMFILE` and the like where the process has no room for it.
    /// The corresponding system call is `accept4(2)`.
    public static func accept(from listener: Int32) throws(SystemCallError) -> FileDescriptor? {
        let number = retryingInterrupted { accept_connection(listener) }
        if number >= 0 { return FileDescriptor(owning: number) }
        switch last_errno() {
        case EAGAIN, ECONNABORTED: return nil
        default: throw .last("accept4")
        }
    }

    /// Makes a socket that somebody else opened non-blocking, as all of this type are. Whoever shares the
    /// open socket shares the change.
    ///
    /// The corresponding system call is `fcntl(2)`.
    public static func makeNonBlocking(_ descriptor: Int32) throws(SystemCallError) {
        let flags = try retrying("fcntl") { get_status_flags(descriptor) }
        _ = try retrying("fcntl") { set_status_flags(descriptor, flags | O_NONBLOCK) }
    }

    private static func make(_ path: String) throws(SystemCallError) -> FileDescriptor {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        return FileDescriptor(owning: try retrying("socket", path) { socket(AF_UNIX, type, 0) })
    }

    /// Whether a socket is at a path, listened to or not.
    /// The corresponding system call is `lstat(2)`.
    public static func isSocket(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & mode_t(S_IFMT) == mode_t(S_IFSOCK)
    }

    /// Whether there is a socket that nobody listens to.
    private static func isStale(_ path: String) -> Bool {
        guard isSocket(path) else { return false }
        do throws(SystemCallError) {
            _ = try connect(to: path)
            return false
        } catch {
            return error.code == ECONNREFUSED
        }
    }

    /// Calls `body` with the address of a path.
    private static func withAddress(
        _ path: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32,
        orThrow error: () -> SystemCallError
    ) throws(SystemCallError) -> Int32 {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8)
        // An empty path would mean a name that the kernel makes up.
        if bytes.isEmpty { throw SystemCallError(call: "connect", subject: "an empty path", code: ENOENT) }
        guard bytes.count < MemoryLayout.size(ofValue: address.sun_path), !bytes.contains(0)
        else { throw SystemCallError(call: "connect", subject: path, code: ENAMETOOLONG) }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        if result < 0 { throw error() }
        return result
    }
}

/// Calls `body` again while a signal interrupts it.
func retryingInterrupted<Number: SignedInteger>(_ body: () -> Number) -> Number {
    while true {
        let result = body()
        if result >= 0 || last_errno() != EINTR { return result }
    }
}
