internal import CLinux

/// Programs that this one runs.
public enum ChildProcess {
    /// What a program wrote, and how it ended.
    public struct Result: Equatable, Sendable {
        /// The bytes of its standard output.
        public let output: [UInt8]
        /// Its exit status; 128 and the signal if a signal ended it.
        public let status: Int32
    }

    /// Runs a program and waits for its end. It has nothing to read, and its errors are thrown away.
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
        let number = start_program(&pointers, &child)
        guard number >= 0 else { throw .last("posix_spawn", arguments.first ?? "") }
        let pipe = FileDescriptor(owning: number)

        let end = KernelClock.monotonic.now + timeout
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let rest = end - KernelClock.monotonic.now
            var entry = pollfd(fd: pipe.number, events: Int16(POLLIN), revents: 0)
            guard rest > .zero, poll(&entry, 1, Int32(rest / .milliseconds(1)) + 1) > 0 else {
                if rest > .zero, last_errno() == EINTR { continue }
                kill(child, SIGKILL)
                break
            }
            let count = read(pipe.number, &chunk, chunk.count)
            if count <= 0 { break }
            output += chunk.prefix(count)
        }
        var status: Int32 = 0
        _ = try retrying("waitpid") { waitpid(child, &status, 0) }
        return Result(output: output, status: exitStatus(status))
    }
}
