internal import CLinux

/// The descriptors that every program is given: 0 for its input, 1 for its output, 2 for its errors.
public enum StandardStreams {
    /// Opens what the program was started without, as if it were an empty file: reading ends at once, and
    /// writing fails. Else the next socket or file would take that number, and be read, or written to, as if
    /// it were the stream. To be called before anything else is opened.
    /// The corresponding system calls are `fcntl(2)` and `open(2)`.
    public static func openClosed() {
        // open(2) answers the lowest number that is free.
        for descriptor in STDIN_FILENO...STDERR_FILENO where get_status_flags(descriptor) < 0 {
            _ = open_file("/dev/null", O_RDONLY, 0)
        }
    }
}

/// The stream for what was asked for.
public enum StandardOutput {
    /// Writes all of a text. That nobody reads any more is no failure.
    /// The corresponding system call is `write(2)`.
    public static func write(_ text: String) throws(SystemCallError) {
        do throws(SystemCallError) {
            try Files.write(Array(text.utf8), to: STDOUT_FILENO, named: "standard output")
        } catch {
            if error.code != EPIPE { throw error }
        }
    }
}
