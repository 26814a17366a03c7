internal import CLinux
internal import SystemCalls

/// The lines of a file, one after the other, in little memory however long the file is.
final class RecordingLines {
    /// What some editors put before the first line.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// The number of the last line, from 1.
    private(set) var number = 0
    /// Whether the last line had an end.
    private(set) var lastIsWhole = true

    private let path: String
    private let file: FileDescriptor
    private let chunk: UnsafeMutableBufferPointer<UInt8>
    /// What is read and not yet used.
    private var unread = 0..<0
    private var isAtEnd = false
    /// Whether the rest of a line that is too long is still to be passed over.
    private var isWithinLine = false

    /// Opens a file.
    ///
    /// - Parameter mayWait: Whether it may also be a pipe, which is waited for; it cannot be rewound.
    init(path: String, mayWait: Bool) throws(SystemCallError) {
        self.path = path
        file = try Files.open(path, mayWait: mayWait)
        // Last: deinit does not run for one that could not open its file.
        chunk = .allocate(capacity: 16 * RecordingReader.longestLine)
    }

    deinit { chunk.deallocate() }

    /// Starts again from the first line.
    func rewind() throws(SystemCallError) {
        guard lseek(file.number, 0, SEEK_SET) >= 0 else { throw .last("lseek", path) }
        (number, lastIsWhole) = (0, true)
        (unread, isAtEnd, isWithinLine) = (0..<0, false, false)
    }

    /// The next line without its end; valid until the next call. Nothing at the end of the file.
    func next() throws(RecordingFault) -> UnsafeBufferPointer<UInt8>? {
        if isWithinLine { try skipLine() }
        while true {
            let bytes = UnsafeBufferPointer(rebasing: chunk[unread])
            let end = bytes.firstIndex(of: UInt8(ascii: "\n"))
            if end == nil, !isAtEnd, bytes.count <= RecordingReader.longestLine {
                try readMore()
                continue
            }
            if bytes.isEmpty { return nil }
            number += 1
            let length = end ?? bytes.count
            guard length <= RecordingReader.longestLine else {
                // Its end is looked for when there is a next line to be read: it may have none.
                isWithinLine = true
                throw .lineTooLong
            }
            lastIsWhole = end != nil
            unread = min(unread.lowerBound + length + 1, unread.upperBound)..<unread.upperBound
            let hasReturn = length > 0 && bytes[length - 1] == UInt8(ascii: "\r")
            let start = number == 1 && bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
            return UnsafeBufferPointer(rebasing: bytes[start..<(hasReturn ? length - 1 : length)])
        }
    }

    /// Passes over the rest of a line.
    private func skipLine() throws(RecordingFault) {
        isWithinLine = false
        while true {
            if let end = chunk[unread].firstIndex(of: UInt8(ascii: "\n")) {
                unread = end + 1..<unread.upperBound
                return
            }
            unread = 0..<0
            if isAtEnd { return }
            try readMore()
        }
    }

    private func readMore() throws(RecordingFault) {
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
            throw .unreadable(error)
        }
    }
}
