internal import CLinux
public import SystemCalls

/// Two connected stream sockets, neither of which waits.
public struct SocketPair: ~Copyable {
    /// One end.
    public let server: FileDescriptor
    /// The other end.
    public let client: FileDescriptor

    /// Connects two sockets of this process.
    /// The corresponding system call is `socketpair(2)`.
    public init() throws(SystemCallError) {
        var ends: [Int32] = [-1, -1]
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw .last("socketpair") }
        server = FileDescriptor(owning: ends[0])
        client = FileDescriptor(owning: ends[1])
    }
}
