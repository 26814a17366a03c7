internal import CLinux
internal import CSystemd
public import SystemCalls

/// What the service manager is told, and what it hands over. Each call is harmless without one.
public enum ServiceManager {
    /// Says that the service is up: its socket is served.
    /// The corresponding function is `sd_notify(3)`.
    public static func notifyReady() { sd_notify(0, "READY=1") }

    /// Says that the configuration is being read again, or (by ``notifyReady()``) has been.
    /// The corresponding function is `sd_notify(3)`.
    ///
    /// - Parameter time: Now, on the monotonic clock.
    public static func notifyReloading(at time: Duration) {
        let (seconds, attoseconds) = time.components
        sd_notify(0, "RELOADING=1\nMONOTONIC_USEC=\(seconds * 1_000_000 + attoseconds / 1_000_000_000_000)")
    }

    /// Says that the service is about to end.
    /// The corresponding function is `sd_notify(3)`.
    public static func notifyStopping() { sd_notify(0, "STOPPING=1") }

    /// Gives the line that `systemctl status` shows.
    /// The corresponding function is `sd_notify(3)`.
    public static func notifyStatus(_ line: String) {
        sd_notify(0, "STATUS=" + line.replacingNewlines())
    }

    /// Takes the sockets that the service manager opened, non-blocking, and forgets that there were any. To be
    /// called before anything else is opened: a socket that is promised and not there is known by its free number.
    ///
    /// - Returns: The sockets in order, each with its `FileDescriptorName=`.
    /// The corresponding function is `sd_listen_fds_with_names(3)`.
    public static func takeSockets() throws(SystemCallError) -> [PassedSocket] {
        var names: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
        let count = sd_listen_fds_with_names(1, &names)
        if count == -EBADF {
            throw SystemCallError(
                call: "LISTEN_FDS", code: EBADF,
                reason: "promises sockets of the service manager that are not open")
        }
        if count < 0 { throw SystemCallError(call: "LISTEN_FDS", code: -count) }
        defer {
            for index in 0..<Int(count) { free(names?[index]) }
            free(names)
        }
        var sockets: [PassedSocket] = []
        for index in 0..<count {
            let descriptor = SD_LISTEN_FDS_START + index
            let name = names?[Int(index)].map { String(cString: $0) } ?? ""
            // Who opened it may have left it blocking, and an accept would then hold up the loop.
            try UnixSocket.makeNonBlocking(descriptor)
            sockets.append(PassedSocket(descriptor: descriptor, name: name, kind: kind(of: descriptor)))
        }
        return sockets
    }

    private static func kind(of descriptor: Int32) -> PassedSocket.Kind {
        if sd_is_socket(descriptor, AF_UNIX, Int32(SOCK_STREAM.rawValue), 1) > 0 { return .listening }
        if sd_is_socket(descriptor, AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) > 0 { return .connected }
        return .other
    }
}

/// A descriptor that the service manager opened for the service.
public struct PassedSocket: Equatable, Sendable {
    /// What a descriptor is.
    public enum Kind: Sendable {
        /// A Unix stream socket that accepts connections.
        case listening
        /// A Unix stream socket that is one connection.
        case connected
        /// Anything else.
        case other
    }

    /// The number of the descriptor, which is now the caller's to close.
    public let descriptor: Int32
    /// Its `FileDescriptorName=`.
    public let name: String
    /// What it is.
    public let kind: Kind
}

/// Who sits at the machine.
public enum Seat {
    /// The user whose session is active on the first seat; nothing where nobody is, or no logind.
    /// The corresponding function is `sd_seat_get_active(3)`.
    public static func activeUser() -> UInt32? {
        var user: uid_t = 0
        return sd_seat_get_active("seat0", nil, &user) >= 0 ? user : nil
    }
}

extension String {
    fileprivate func replacingNewlines() -> String {
        String(map { $0.isNewline ? " " : $0 })
    }
}
