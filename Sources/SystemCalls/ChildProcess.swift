internal import CLinux

/// Programs that this one runs.
public enum ChildProcess {
    /// What a program wrote, and how it ended.
    public struct Result: Equatable, Sendable {
        /// The bytes of its standard output.
        public let output: [UInt8]
        /// The bytes of its standard error, the first ``errorLimit`` of them.
        public let errors: [UInt8]
        /// Its exit status; 128 and the signal if a signal ended it.
        public let status: Int32
    }

    /// How many bytes of errors are kept.
    public static let errorLimit = 4096

    /// Runs a program and waits for its end. It has nothing to read.
    ///
    /// - Parameters:
    ///   - arguments: Its name, looked up in PATH, and what it is told.
    ///   - timeout: After which it is killed.
    /// - Throws: `ENOENT` if there is no such program.
    /// The corresponding functions are `posix_spawnp(3)` and `waitpid(2)`.
    public static func run(_ arguments: [String], timeout: Duration) throws(SystemCallError) -> Result {
        var pointers = arguments.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        var child = pid_t()
        var ends: [Int32] = [-1, -1]
        guard start_program(&pointers, &child, &ends) == 0 else {
            throw .last("posix_spawn", arguments.first ?? "")
        }
        defer { ends.forEach { _ = close($0) } }

        let end = KernelClock.monotonic.now + timeout
        var entries = ends.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        var (output, errors): ([UInt8], [UInt8]) = ([], [])
        // An entry below zero is passed over: there is nothing more to come.
        while entries.contains(where: { $0.fd >= 0 }) {
            let rest = end - KernelClock.monotonic.now
            guard rest > .zero, poll(&entries, 2, Int32(rest / .milliseconds(1)) + 1) > 0 else {
                if rest > .zero, last_errno() == EINTR { continue }
                kill(child, SIGKILL)
                break
            }
            take(&entries[0], to: &output, atMost: .max)
            take(&entries[1], to: &errors, atMost: errorLimit)
        }
        var status: Int32 = 0
        _ = try retrying("waitpid") { waitpid(child, &status, 0) }
        return Result(output: output, errors: errors, status: exitStatus(status))
    }

    /// Reads what is there; what is beyond the limit is thrown away.
    private static func take(_ entry: inout pollfd, to bytes: inout [UInt8], atMost limit: Int) {
        guard entry.fd >= 0, entry.revents != 0 else { return }
        var chunk = [UInt8](repeating: 0, count: 4096)
        let count = read(entry.fd, &chunk, chunk.count)
        if count <= 0 { return entry.fd = -1 }
        bytes += chunk.prefix(min(count, limit - bytes.count))
    }
}
