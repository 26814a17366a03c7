internal import CLinux

/// Whole files, read and written at once.
public enum Files {
    /// Opens a file to be read.
    ///
    /// - Parameter mayWait: Whether it may also be a pipe, a terminal or the like, which somebody else
    ///   writes to: opening and reading then wait for them. Without that, only a regular file is opened,
    ///   or a folder, which cannot be read; and `/dev/null` as the file in which nothing is.
    /// - Throws: `EINVAL`, with a reason, where the file is of another kind.
    /// The corresponding system calls are `open(2)` and `fstat(2)`.
    public static func open(_ path: String, mayWait: Bool = false) throws(SystemCallError) -> FileDescriptor {
        let flags = O_RDONLY | O_CLOEXEC | O_NOCTTY | (mayWait ? 0 : O_NONBLOCK)
        let file = FileDescriptor(owning: try retrying("open", path) { open_file(path, flags, 0) })
        if mayWait { return file }
        var status = stat()
        _ = try retrying("fstat", path) { fstat(file.number, &status) }
        let kind = status.st_mode & mode_t(S_IFMT)
        let isNull = kind == mode_t(S_IFCHR) && status.st_rdev == nullDevice
        guard isNull || kind == mode_t(S_IFREG) || kind == mode_t(S_IFDIR) else {
            throw SystemCallError(
                call: "open", subject: path, code: EINVAL,
                reason: "is a pipe or a device; expected a regular file")
        }
        return file
    }

    /// The number of `/dev/null`: major 1, minor 3 (the kernel's admin-guide/devices.txt).
    private static let nullDevice = dev_t(1 << 8 | 3)

    /// The bytes of a file.
    ///
    /// - Parameters:
    ///   - limit: The largest size that is accepted; a larger file fails with `EFBIG`.
    ///   - mayWait: Whether it may also be a pipe or the like, see ``open(_:mayWait:)``.
    /// The corresponding system calls are `open(2)` and `read(2)`.
    public static func contents(
        of path: String, limit: Int = 1 << 20, mayWait: Bool = false
    ) throws(SystemCallError) -> [UInt8] {
        let file = try open(path, mayWait: mayWait)
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16384)
        while true {
            let count = try retrying("read", path) { read(file.number, &chunk, chunk.count) }
            if count == 0 { return bytes }
            bytes += chunk.prefix(count)
            if bytes.count > limit { throw SystemCallError(call: "read", subject: path, code: EFBIG) }
        }
    }

    /// Writes all of some bytes to what is open.
    ///
    /// - Parameter subject: What it is called in an error.
    /// - Throws: `ENOSPC` where the disk is full, `EPIPE` where nobody reads any more.
    /// The corresponding system call is `write(2)`.
    public static func write(
        _ bytes: [UInt8], to descriptor: Int32, named subject: String
    ) throws(SystemCallError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = try retrying("write", subject) {
                rest.withUnsafeBytes { CLinux.write(descriptor, $0.baseAddress, $0.count) }
            }
            rest = rest.dropFirst(count)
        }
    }

    /// Puts bytes in the place of a file, so that after a crash it holds either the old or the new
    /// ones: written beside it, flushed to the disk, renamed over it, and the folder flushed.
    ///
    /// - Parameter mode: The permissions of the file, for example 0o644.
    /// The corresponding system calls are `fsync(2)` and `rename(2)`.
    public static func replace(
        _ path: String, with bytes: [UInt8], mode: UInt32
    ) throws(SystemCallError) {
        let beside = path + ".new"
        // A pipe in its place fails, and is not waited for.
        let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
        let file = FileDescriptor(owning: try retrying("open", beside) { open_file(beside, flags, mode) })
        do throws(SystemCallError) {
            try write(bytes, to: file.number, named: beside)
            _ = try retrying("fsync", beside) { fsync(file.number) }
            _ = try retrying("rename", path) { rename(beside, path) }
        } catch {
            unlink(beside)
            throw error
        }
        let folder = parent(of: path)
        let descriptor = FileDescriptor(
            owning: try retrying("open", folder) { open_file(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0) })
        _ = try retrying("fsync", folder) { fsync(descriptor.number) }
    }

    /// Gives a file another name.
    /// The corresponding system call is `rename(2)`.
    public static func move(_ path: String, to other: String) throws(SystemCallError) {
        _ = try retrying("rename", path) { rename(path, other) }
    }

    /// Gives a file a second name, which must be free.
    /// The corresponding system call is `link(2)`.
    public static func link(_ path: String, as other: String) throws(SystemCallError) {
        _ = try retrying("link", other) { CLinux.link(path, other) }
    }

    /// Takes a file away; one that is not there is no error.
    /// The corresponding system call is `unlink(2)`.
    public static func remove(_ path: String) throws(SystemCallError) {
        if unlink(path) != 0, last_errno() != ENOENT { throw .last("unlink", path) }
    }

    /// The path of the program that runs, without links on the way; nothing where /proc is not mounted.
    /// The corresponding system call is `readlink(2)`.
    public static var runningProgram: String? {
        var bytes = [CChar](repeating: 0, count: 4096)
        let count = readlink("/proc/self/exe", &bytes, bytes.count)
        return count > 0
            ? String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }

    /// The names in a folder, sorted by their bytes, without `.` and `..`.
    /// The corresponding functions are `opendir(3)` and `readdir(3)`.
    public static func names(in folder: String) throws(SystemCallError) -> [String] {
        guard let stream = opendir(folder) else { throw .last("opendir", folder) }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }

    /// The folder that a path is in; `.` for a bare name.
    public static func parent(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
