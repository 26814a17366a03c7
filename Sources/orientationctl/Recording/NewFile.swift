internal import CLinux
internal import SystemCalls

/// A file that is being made, which replaces no other unless that is asked for.
final class NewFile {
    /// Its path.
    let path: String
    private let descriptor: FileDescriptor
    private let isNew: Bool
    private let isRegular: Bool
    private var isUsed = false

    /// Makes the file, empty. One that is there keeps what it holds until ``write(_:)``. A pipe or a device holds
    /// nothing that could be replaced, and is written to.
    ///
    /// - Parameters:
    ///   - replaces: Whether a file that is there is replaced.
    ///   - mode: The permissions of a file that is made.
    init(_ path: String, replaces: Bool, mode: UInt32) throws(Failure) {
        self.path = path
        do throws(SystemCallError) {
            let flags = O_WRONLY | O_CREAT | O_CLOEXEC
            let number = Self.open(path, flags | O_EXCL, mode)
            let problem = last_errno()
            isRegular = number >= 0 || ((try? FileStatus(of: path))?.isRegularFile ?? true)
            if number < 0, problem == EEXIST, replaces || !isRegular {
                isNew = false
                descriptor = FileDescriptor(
                    owning: try retrying("open", path) { Self.open(path, flags, mode) })
            } else {
                isNew = true
                guard number >= 0 else {
                    throw SystemCallError(call: "open", subject: path, code: problem)
                }
                descriptor = FileDescriptor(owning: number)
            }
        } catch {
            if error.code == EEXIST { throw Failure("\(path) is there already; --force replaces it", .no) }
            throw Failure("\(path): \(error.message)", .no)
        }
    }

    /// Writes behind what was written before. What the file held before goes with the first piece.
    func write(_ bytes: [UInt8]) throws(Failure) {
        do throws(SystemCallError) {
            if !isUsed, !isNew, isRegular {
                _ = try retrying("ftruncate", path) { ftruncate(descriptor.number, 0) }
            }
            isUsed = true
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = try retrying("write", path) {
                    rest.withUnsafeBytes { CLinux.write(descriptor.number, $0.baseAddress, $0.count) }
                }
                rest = rest.dropFirst(count)
            }
        } catch {
            throw Failure("\(path): \(error.message)", .no)
        }
    }

    /// Sees to it that all is on the disk.
    func flush() throws(Failure) {
        // Pipes and devices have nothing to flush.
        if fsync(descriptor.number) != 0, last_errno() != EINVAL, last_errno() != EROFS {
            throw Failure("\(path): \(SystemCallError.last("fsync", path).message)", .no)
        }
    }

    /// Takes the file away again if it was made here and nothing was written to it.
    func removeIfUnused() { if isNew, !isUsed { unlink(path) } }

    private static func open(_ path: String, _ flags: Int32, _ mode: UInt32) -> Int32 {
        while true {
            let number = open_file(path, flags, mode)
            if number >= 0 || last_errno() != EINTR { return number }
        }
    }
}
