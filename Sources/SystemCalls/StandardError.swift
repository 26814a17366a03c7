internal import CLinux

/// The stream for what goes wrong and what is going on.
public enum StandardError {
    /// Writes a line with one call, so that lines of several processes do not mix. Control characters in it are
    /// spelt out.
    /// The corresponding system call is `write(2)`.
    public static func write(line: String) {
        let bytes = Array((line.printable + "\n").utf8)
        _ = bytes.withUnsafeBytes { CLinux.write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Whether a person reads along.
    /// The corresponding function is `isatty(3)`.
    public static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
}
