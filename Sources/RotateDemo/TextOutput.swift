internal import CLinux
internal import SystemCalls

/// Where text goes: all of it, or there is an error.
enum TextOutput {
    /// Writes to the standard output.
    ///
    /// - Throws: `ENOSPC` where the disk is full, `EPIPE` where nobody reads any more.
    static func write(_ text: String) throws(SystemCallError) {
        try write(text, to: STDOUT_FILENO, "standard output")
    }

    /// Writes a new file.
    ///
    /// - Throws: `EEXIST` where there is something of that name, also a link that leads nowhere.
    static func make(_ path: String, _ text: String) throws(SystemCallError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC
        let file = FileDescriptor(owning: try retrying("open", path) { open_file(path, flags, 0o644) })
        do throws(SystemCallError) { try write(text, to: file.number, path) } catch {
            unlink(path)
            throw error
        }
    }

    private static func write(_ text: String, to descriptor: Int32, _ name: String) throws(SystemCallError) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = try retrying("write", name) {
                rest.withUnsafeBytes { CLinux.write(descriptor, $0.baseAddress, $0.count) }
            }
            rest = rest.dropFirst(count)
        }
    }
}
