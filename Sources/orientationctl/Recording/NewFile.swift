internal import CLinux
internal import SystemCalls

/// A file that is being made, which replaces no other unless that is asked for, and then not before it is whole.
final class NewFile {
    /// Its path.
    let path: String
    private let descriptor: FileDescriptor
    /// Where it grows while another file has its path.
    private let beside: String?
    private let isNew: Bool
    private var isUsed = false
    private var isFinished = false

    /// Makes the file, empty. One that is there keeps its path until ``finish()``; the new one grows beside it,
    /// with `.new` behind its name. A pipe or a device holds nothing that could be replaced, and is written to.
    ///
    /// - Parameters:
    ///   - replaces: Whether a file that is there is replaced.
    ///   - mode: The permissions of the file.
    init(_ path: String, replaces: Bool, mode: UInt32) throws(Failure) {
        self.path = path
        do throws(SystemCallError) {
            let flags = O_WRONLY | O_CREAT | O_CLOEXEC
            let number = Self.open(path, flags | O_EXCL, mode)
            let problem = last_errno()
            let isRegular = number >= 0 || ((try? FileStatus(of: path))?.isRegularFile ?? true)
            isNew = number >= 0
            if number >= 0 {
                beside = nil
                descriptor = FileDescriptor(owning: number)
            } else if problem == EEXIST, !isRegular {
                beside = nil
                descriptor = FileDescriptor(
                    owning: try retrying("open", path) { Self.open(path, flags, mode) })
            } else if problem == EEXIST, replaces {
                let beside = path + ".new"
                self.beside = beside
                descriptor = FileDescriptor(
                    owning: try retrying("open", beside) {
                        Self.open(beside, flags | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, mode)
                    })
            } else {
                throw SystemCallError(call: "open", subject: path, code: problem)
            }
        } catch {
            if error.code == EEXIST { throw Failure("\(path) is there already; --force replaces it", .no) }
            throw Failure("\(error.subject): \(error.message)", .no)
        }
    }

    /// Where a part of it is, if it could not be finished and another file still has its path.
    var partPath: String? { isUsed && !isFinished ? beside : nil }

    /// Writes behind what was written before.
    func write(_ bytes: [UInt8]) throws(Failure) {
        do throws(SystemCallError) {
            isUsed = true
            try Files.write(bytes, to: descriptor.number, named: path)
        } catch {
            throw Failure("\(path): \(error.message)", .no)
        }
    }

    /// Sees to it that all is on the disk, and gives it its path.
    func finish() throws(Failure) {
        // Pipes and devices have nothing to flush.
        if fsync(descriptor.number) != 0, last_errno() != EINVAL, last_errno() != EROFS {
            throw Failure("\(path): \(SystemCallError.last("fsync", path).message)", .no)
        }
        if let beside {
            do throws(SystemCallError) { try Files.move(beside, to: path) } catch {
                throw Failure("\(path): \(error.message)", .no)
            }
        }
        isFinished = true
    }

    /// Takes the file away again if it was made here and nothing was written to it.
    func removeIfUnused() { if !isUsed { removeIfUnfinished() } }

    /// Takes the file away again if it was made here and is not finished. One that was there before stays.
    func removeIfUnfinished() {
        guard !isFinished else { return }
        if let beside { unlink(beside) } else if isNew { unlink(path) }
    }

    private static func open(_ path: String, _ flags: Int32, _ mode: UInt32) -> Int32 {
        while true {
            let number = open_file(path, flags, mode)
            if number >= 0 || last_errno() != EINTR { return number }
        }
    }
}
