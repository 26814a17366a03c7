internal import CLinux

/// What signals do to the process.
public enum Signals {
    /// Makes writing to a pipe or socket that nobody reads an error instead of the end.
    /// The corresponding function is `signal(3)`.
    public static func ignoreBrokenPipes() { ignore_signal(SIGPIPE) }
}
