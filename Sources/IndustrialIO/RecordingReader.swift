internal import CLinux
internal import SystemCalls

/// Reads a recorded trace from a file, one sample after the other, in little memory however long it is.
///
/// The form is told at ``RecordingParser``: CSV with a first line such as `t_ns,x,y,z`.
public final class RecordingReader {
    /// How long a line may be, in bytes.
    public static let longestLine = 4096

    private let path: String
    private let file: FileDescriptor
    private var parser: RecordingParser?
    private var line = 0

    private let chunk = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: 16 * longestLine)
    /// What is read and not yet used.
    private var unread = 0..<0
    private var isAtEnd = false

    /// Opens a recording and reads its first line.
    ///
    /// - Throws: ``RecordingError`` if the file cannot be read, or its first line is none of a recording.
    public init(path: String) throws(RecordingError) {
        self.path = path
        do throws(SystemCallError) {
            let number = try retrying("open", path) { open_file(path, O_RDONLY | O_CLOEXEC, 0) }
            file = FileDescriptor(owning: number)
        } catch {
            throw RecordingError(path: path, line: nil, fault: .unreadable(error))
        }
        try readHeader()
    }

    deinit { chunk.deallocate() }

    /// The next sample; nothing at the end of the file. Empty lines are passed over.
    ///
    /// - Throws: ``RecordingError`` with the line.
    public func next() throws(RecordingError) -> RecordedSample? {
        while let bytes = try nextLine() {
            if bytes.isEmpty { continue }
            do throws(RecordingFault) {
                if let sample = try parser?.sample(bytes) { return sample }
            } catch {
                throw RecordingError(path: path, line: line, fault: error)
            }
        }
        return nil
    }

    /// Starts again from the first sample.
    public func rewind() throws(RecordingError) {
        guard lseek(file.number, 0, SEEK_SET) >= 0 else {
            throw RecordingError(path: path, line: nil, fault: .unreadable(.last("lseek", path)))
        }
        line = 0
        unread = 0..<0
        isAtEnd = false
        try readHeader()
    }

    private func readHeader() throws(RecordingError) {
        guard let header = try nextLine() else { throw RecordingError(path: path, line: nil, fault: .empty) }
        do throws(RecordingFault) {
            parser = try RecordingParser(header: header)
        } catch {
            throw RecordingError(path: path, line: line, fault: error)
        }
    }

    /// The next line without its end; valid until the next call. Nothing at the end of the file.
    private func nextLine() throws(RecordingError) -> UnsafeBufferPointer<UInt8>? {
        while true {
            let bytes = UnsafeBufferPointer(rebasing: chunk[unread])
            let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
            if end == nil, !isAtEnd, bytes.count <= Self.longestLine {
                try readMore()
                continue
            }
            if bytes.isEmpty { return nil }
            line += 1
            let length = end ?? bytes.count
            guard length <= Self.longestLine else {
                throw RecordingError(path: path, line: line, fault: .lineTooLong)
            }
            unread = min(unread.lowerBound + length + 1, unread.upperBound)..<unread.upperBound
            let hasReturn = length > 0 && bytes[length - 1] == UInt8(ascii: "\r")
            return UnsafeBufferPointer(rebasing: bytes[..<(hasReturn ? length - 1 : length)])
        }
    }

    private func readMore() throws(RecordingError) {
        guard let start = chunk.baseAddress else { return }
        let kept = unread.count
        memmove(start, start + unread.lowerBound, kept)
        unread = 0..<kept
        do throws(SystemCallError) {
            let room = chunk.count - kept
            let count = try retrying("read", path) { read(file.number, start + kept, room) }
            isAtEnd = count == 0
            unread = 0..<kept + count
        } catch {
            throw RecordingError(path: path, line: nil, fault: .unreadable(error))
        }
    }
}
