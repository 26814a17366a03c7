internal import CLinux

/// A program that this one has started and that runs beside it.
public struct RunningProgram: ~Copyable {
    private let process: FileDescriptor
    private let id: pid_t

    /// Starts a program. It has nothing to read, and writes where this one does.
    ///
    /// - Parameters:
    ///   - arguments: Its name, looked up in PATH, and what it is told.
    ///   - variables: What its environment has besides that of this program, as `NAME=value`.
    /// - Throws: `ENOENT` if there is no such program.
    /// The corresponding functions are `posix_spawnp(3)` and `pidfd_open(2)`.
    public init(_ arguments: [String], variables: [String]) throws(SystemCallError) {
        var words = arguments.map { strdup($0) } + [nil]
        var extra = variables.map { strdup($0) } + [nil]
        defer { (words + extra).forEach { free($0) } }
        var child = pid_t()
        let number = start_command(&words, &extra, &child)
        guard number >= 0 else { throw .last("posix_spawn", arguments.first ?? "") }
        process = FileDescriptor(owning: number)
        id = child
    }

    /// Readable when the program has ended. Valid while this value lives.
    public var descriptor: Int32 { process.number }

    /// Waits for its end.
    ///
    /// - Returns: Its exit status; 128 and the signal if a signal ended it.
    /// The corresponding system call is `waitpid(2)`.
    public consuming func wait() throws(SystemCallError) -> Int32 {
        var status: Int32 = 0
        let id = id
        _ = try retrying("waitpid") { waitpid(id, &status, 0) }
        return exitStatus(status)
    }
}

/// What `waitpid(2)` tells, as shells tell it: the exit status, or 128 and the signal.
func exitStatus(_ status: Int32) -> Int32 {
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
}
