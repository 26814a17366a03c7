internal import CLinux

extension Files {
    /// Makes a folder; one that is there already is no error.
    ///
    /// - Parameter mode: The permissions of the folder.
    /// The corresponding system call is `mkdir(2)`.
    public static func makeFolder(_ path: String, mode: UInt32 = 0o755) throws(SystemCallError) {
        if mkdir(path, mode) != 0, last_errno() != EEXIST { throw .last("mkdir", path) }
    }

    /// Makes a folder of a new name in `/tmp` that nobody else may enter.
    /// The corresponding function is `mkdtemp(3)`.
    public static func makeTemporaryFolder() throws(SystemCallError) -> String {
        var template = Array("/tmp/orientationd-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw .last("mkdtemp", "/tmp") }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Takes an empty folder away.
    /// The corresponding system call is `rmdir(2)`.
    public static func removeFolder(_ path: String) throws(SystemCallError) {
        if rmdir(path) != 0 { throw .last("rmdir", path) }
    }

    /// Takes a folder away with all that is in it. Links are taken away, and not followed.
    /// The corresponding system calls are `unlink(2)` and `rmdir(2)`.
    public static func removeTree(_ path: String) throws(SystemCallError) {
        for name in try names(in: path) {
            let inside = "\(path)/\(name)"
            if unlink(inside) == 0 { continue }
            guard last_errno() == EISDIR else { throw .last("unlink", inside) }
            try removeTree(inside)
        }
        try removeFolder(path)
    }
}
