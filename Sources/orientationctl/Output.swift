internal import CLinux
internal import JSON
internal import SystemCalls

/// What is written for the user, each piece at once, so that a reader of a pipe has it at once.
enum Output {
    /// Writes a line. When nobody reads any more the program ends quietly.
    static func line(_ line: String) { text(line + "\n") }

    /// Writes a value of the protocol as one line of JSON.
    static func json(_ value: some JSONEncodable) {
        var bytes = JSONWriter.bytes(of: value)
        bytes.append(UInt8(ascii: "\n"))
        write(bytes)
    }

    /// Writes lines. Control characters in them, which come from other people's files and devices, are spelt out.
    static func text(_ text: String) { write(Array(text.printableLines.utf8)) }

    /// Writes a line to standard error. If nobody can read it, the program goes on and ends as it would have.
    static func error(_ line: String) {
        _ = attempt(Array((line.printable + "\n").utf8), to: STDERR_FILENO)
    }

    /// Writes text as it is, for those who have something to put in order before they end.
    ///
    /// - Returns: Whether it could be written: somebody reads, and the disk is not full.
    static func attempt(_ text: String) -> Bool { attempt(Array(text.utf8), to: STDOUT_FILENO) }

    private static func write(_ bytes: [UInt8]) {
        guard !attempt(bytes, to: STDOUT_FILENO) else { return }
        // Nobody reads any more (EPIPE) is a good reason to end; a full disk is not.
        guard let failure else { exit(ExitStatus.success.rawValue) }
        error("orientationctl: \(failure.message)")
        exit(failure.status.rawValue)
    }

    /// Why the last ``attempt(_:)`` failed; nothing if nobody reads any more, which is no failure.
    static var failure: Failure? {
        if last_errno() == EPIPE { return nil }
        return Failure("standard output: \(SystemCallError.last("write").message)", .no)
    }

    private static func attempt(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
        // A reader that is gone is an error of write(2) then, and no signal.
        ignore_signal(SIGPIPE)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { CLinux.write(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if last_errno() == EAGAIN {
                waitUntilWritable(descriptor)
            } else if last_errno() != EINTR {
                return false
            }
        }
        return true
    }

    private static func waitUntilWritable(_ descriptor: Int32) {
        var entry = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&entry, 1, -1)
    }

    /// Waits until a descriptor is readable or nobody reads the output any more.
    ///
    /// - Parameter timeout: How long to wait at most; without one for ever.
    /// - Returns: Whether somebody still reads.
    static func wait(for descriptor: Int32, timeout: Duration?) -> Bool {
        var entries = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            // Hang-up and error are always reported.
            pollfd(fd: STDOUT_FILENO, events: 0, revents: 0),
        ]
        let milliseconds = timeout.map { timeout in
            let (seconds, attoseconds) = max(timeout, .zero).components
            return Int32(
                clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
        }
        guard poll(&entries, 2, milliseconds ?? -1) > 0 else { return true }
        return entries[1].revents & Int16(POLLERR) == 0
    }
}
