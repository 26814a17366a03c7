internal import CLinux

/// The code and constants of the program and its libraries, as far as they are in memory.
public enum ProgramText {
    /// Gives them back to the kernel. What is used again comes back by itself, mostly from the kernel's cache
    /// of files, in less than a microsecond for 64 KiB.
    ///
    /// Most of what a program has in memory it needed only to start. It counts as the program's, and is the
    /// last that the kernel takes when memory gets short.
    ///
    /// Only mappings of files are given back that cannot be written, and of which no page was changed: not by
    /// the loader, which writes addresses, nor by a debugger, which writes breakpoints.
    ///
    /// The corresponding system call is `madvise(2)` with `MADV_DONTNEED`.
    public static func giveBack() { give_back_text() }
}
