internal import CLinux

/// What the kernel says about a file without opening it.
public struct FileStatus: Equatable, Sendable {
    /// The file system that holds it.
    public let device: UInt64
    /// Its number there. With ``device`` it says which file it is, by whatever name.
    public let inode: UInt64
    /// The owner.
    public let user: UInt32
    /// The group.
    public let group: UInt32
    /// What kind of file it is and who may do what with it, as in `st_mode`.
    public let mode: UInt32

    /// Looks at a file; links are followed.
    ///
    /// - Throws: `ENOENT` if there is none.
    /// The corresponding system call is `stat(2)`.
    public init(of path: String) throws(SystemCallError) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw .last("stat", path) }
        device = UInt64(status.st_dev)
        inode = UInt64(status.st_ino)
        user = status.st_uid
        group = status.st_gid
        mode = status.st_mode
    }

    /// Whether it holds bytes of its own, unlike folders, pipes and devices.
    public var isRegularFile: Bool { mode & UInt32(S_IFMT) == UInt32(S_IFREG) }

    /// Whether both are the same file.
    public func isSameFile(as other: FileStatus) -> Bool {
        device == other.device && inode == other.inode
    }
}

extension Files {
    /// Whether this process may use a file so, for the user who started it.
    /// The corresponding system call is `access(2)`.
    public static func isAccessible(_ path: String, reading: Bool = false, writing: Bool = false) -> Bool {
        access(path, (reading ? R_OK : 0) | (writing ? W_OK : 0)) == 0
    }

    /// Whether there is something at that path.
    public static func exist(at path: String) -> Bool { access(path, F_OK) == 0 }

    /// Whether a text fits a pattern of `*`, `?` and `[…]`.
    /// The corresponding function is `fnmatch(3)`.
    public static func pattern(_ pattern: String, fits text: String) -> Bool {
        fnmatch(pattern, text, 0) == 0
    }
}
