internal import CLinux
internal import SystemCalls

/// Where text goes: all of it, or there is an error.
enum TextOutput {
    /// Writes to the standard output.
    ///
    /// - Throws: `ENOSPC` where the disk is full, `EPIPE` where nobody reads any more.
    static func write(_ text: String) throws(SystemCallError) {
        try Files.write(Array(text.utf8), to: STDOUT_FILENO, named: "standard output")
    }

    /// Writes a new file.
    ///
    /// - Throws: `EEXIST` where there is something of that name, also a link that leads nowhere.
    static func make(_ path: String, _ text: String) throws(SystemCallError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let file = FileDescriptor(owning: try retrying("open", path) { open_file(path, flags, 0o644) })
        do throws(SystemCallError) { try Files.write(Array(text.utf8), to: file.number, named: path) } catch {
            unlink(path)
            throw error
        }
    }
}
