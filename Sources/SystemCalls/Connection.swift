internal import CLinux

/// What came of a read or a write that does not wait.
public enum Transfer: Equatable, Sendable {
    /// So many bytes went over, at least one.
    case count(Int)
    /// Nothing can be moved now.
    case wouldBlock
    /// The peer has closed its side, or the connection is broken.
    case ended
}

/// Calls on a connected stream socket, by its descriptor.
public enum Connection {
    /// Reads what there is, up to the size of the buffer.
    /// The corresponding system call is `recv(2)`.
    public static func receive(
        from descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer
    ) -> Transfer {
        outcome(retryingInterrupted { recv(descriptor, buffer.baseAddress, buffer.count, 0) })
    }

    /// Writes as much as goes now. A closed peer raises no signal.
    /// The corresponding system call is `send(2)`.
    public static func send(to descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Transfer {
        let flags = Int32(MSG_NOSIGNAL)
        return outcome(retryingInterrupted { CLinux.send(descriptor, bytes.baseAddress, bytes.count, flags) })
    }

    private static func outcome(_ result: Int) -> Transfer {
        if result > 0 { return .count(result) }
        if result < 0, last_errno() == EAGAIN { return .wouldBlock }
        return .ended
    }

    /// Makes the kernel hold as little as it can for a reader that sleeps: 4608 bytes on Linux.
    /// The corresponding system call is `setsockopt(2)` with `SO_SNDBUF`.
    public static func minimizeSendBuffer(_ descriptor: Int32) {
        var size: Int32 = 0
        setsockopt(descriptor, SOL_SOCKET, SO_SNDBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Says which of some descriptors have a peer that is gone, without waiting.
    /// The corresponding system call is `poll(2)`.
    public static func hungUp(_ descriptors: [Int32]) -> [Bool] {
        polled(descriptors, for: 0).map { $0 & Int16(POLLHUP | POLLERR) != 0 }
    }

    /// Says which of some descriptors have room for a new message, without waiting.
    ///
    /// A Unix socket counts as writable only while less than a quarter of its send buffer is used.
    /// The corresponding system call is `poll(2)`.
    public static func writable(_ descriptors: [Int32]) -> [Bool] {
        polled(descriptors, for: Int16(POLLOUT)).map { $0 & Int16(POLLOUT) != 0 }
    }

    private static func polled(_ descriptors: [Int32], for events: Int16) -> [Int16] {
        var entries = descriptors.map { pollfd(fd: $0, events: events, revents: 0) }
        guard poll(&entries, nfds_t(entries.count), 0) > 0 else {
            return Array(repeating: 0, count: descriptors.count)
        }
        return entries.map(\.revents)
    }

    /// Who connected, as the kernel noted it at that moment.
    /// The corresponding system call is `getsockopt(2)` with `SO_PEERCRED` and `SO_PEERGROUPS`.
    public static func peer(of descriptor: Int32) throws(SystemCallError) -> Peer {
        var credentials = peer_credentials()
        guard get_peer_credentials(descriptor, &credentials) == 0 else { throw .last("getsockopt") }
        var groups = [gid_t](repeating: 0, count: 64)
        var count = Int32(groups.count)
        while get_peer_groups(descriptor, &groups, &count) != 0 {
            guard last_errno() == ERANGE, Int(count) > groups.count else { throw .last("getsockopt") }
            groups = [gid_t](repeating: 0, count: Int(count))
        }
        return Peer(
            process: credentials.process, user: credentials.user,
            groups: [credentials.group] + groups.prefix(Int(count)))
    }
}

/// The process at the other end of a connection.
public struct Peer: Equatable, Sendable {
    /// Its process id when it connected.
    public let process: Int32
    /// Its user.
    public let user: UInt32
    /// Its groups, the primary one first.
    public let groups: [UInt32]

    /// Describes a process.
    public init(process: Int32, user: UInt32, groups: [UInt32]) {
        self.process = process
        self.user = user
        self.groups = groups
    }
}
