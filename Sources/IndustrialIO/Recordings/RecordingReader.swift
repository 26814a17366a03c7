internal import CLinux
internal import SystemCalls

/// Reads a recorded trace from a file, one sample after the other, in little memory however long it is.
///
/// The form is told at ``RecordingParser`` and ``RecordingHeader``: CSV with a line such as `t_ns,x,y,z`
/// that names the columns, and lines that begin with `#` before and between.
public final class RecordingReader {
    /// How long a line may be, in bytes.
    public static let longestLine = 4096
    /// What some editors put before the first line.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    /// How many faults are kept.
    public static let faultLimit = 100

    /// What the file says of itself, as far as it was read.
    public private(set) var header = RecordingHeader()
    /// Whether the file has a header: it was made by a recorder, and its end is marked.
    public private(set) var hasHeader = false
    /// What was passed over because it was wrong, in the order of the file; the first ``faultLimit``. Only
    /// of a lenient reader: others throw.
    public private(set) var faults: [RecordingError] = []
    /// How many there were.
    public private(set) var faultCount = 0
    /// How many samples were read.
    public private(set) var sampleCount = 0

    /// The file.
    public let path: String
    private let isLenient: Bool
    private let file: FileDescriptor
    private var parser: RecordingParser?
    private var line = 0
    private var hasEnded = false
    private var lost = 0

    private let chunk: UnsafeMutableBufferPointer<UInt8>
    /// What is read and not yet used.
    private var unread = 0..<0
    private var isAtEnd = false
    private var lastLineIsWhole = true
    /// Whether the rest of a line that is too long is still to be passed over.
    private var isWithinLine = false

    /// Opens a recording and reads up to its samples.
    ///
    /// - Parameters:
    ///   - isLenient: Whether lines that are wrong are passed over, and noted in ``faults``.
    ///   - mayWait: Whether the file may also be a pipe, which is waited for; it cannot be rewound.
    /// - Throws: ``RecordingError`` if the file cannot be read, or is none of a recording.
    public init(path: String, isLenient: Bool = false, mayWait: Bool = false) throws(RecordingError) {
        self.path = path
        self.isLenient = isLenient
        do throws(SystemCallError) {
            file = try Files.open(path, mayWait: mayWait)
        } catch {
            throw RecordingError(path: path, line: nil, fault: .unreadable(error))
        }
        // Last: deinit does not run for a reader that could not open its file.
        chunk = .allocate(capacity: 16 * Self.longestLine)
        try readHeader()
    }

    deinit { chunk.deallocate() }

    /// What a recording says of itself before its samples, of which it has one at least.
    ///
    /// - Throws: ``RecordingError`` if it cannot be played.
    public static func headerOfPlayable(_ path: String) throws(RecordingError) -> RecordingHeader {
        let reader = try RecordingReader(path: path)
        let header = reader.header
        if try reader.next() == nil { throw RecordingError(path: path, line: nil, fault: .noSamples) }
        return header
    }

    /// The next sample; nothing at the end of the file. Empty lines are passed over.
    ///
    /// - Throws: ``RecordingError`` with the line.
    public func next() throws(RecordingError) -> RecordedSample? {
        while true {
            do throws(RecordingFault) {
                guard let bytes = try nextLine() else {
                    try finish()
                    return nil
                }
                if bytes.isEmpty { continue }
                if bytes[0] == UInt8(ascii: "#") {
                    try readComment(bytes)
                } else if let sample = try sample(bytes) {
                    return sample
                }
            } catch {
                try note(error)
            }
        }
    }

    /// Starts again from the first sample.
    public func rewind() throws(RecordingError) {
        guard lseek(file.number, 0, SEEK_SET) >= 0 else {
            throw RecordingError(path: path, line: nil, fault: .unreadable(.last("lseek", path)))
        }
        (line, sampleCount, lost) = (0, 0, 0)
        (faults, faultCount) = ([], 0)
        (hasEnded, isAtEnd) = (false, false)
        unread = 0..<0
        isWithinLine = false
        header = RecordingHeader()
        try readHeader()
    }

    // MARK: Lines

    /// Reads up to the line that names the columns.
    private func readHeader() throws(RecordingError) {
        while true {
            do throws(RecordingFault) {
                guard let bytes = try nextLine() else {
                    throw hasHeader ? RecordingFault.truncated : RecordingFault.empty
                }
                if bytes.first == UInt8(ascii: "#") {
                    try readComment(bytes)
                    continue
                }
                parser = try RecordingParser(columns: bytes)
                parser?.conversion = header.conversion
                return
            } catch {
                // Without columns, or in another form, nothing of the file can be used.
                guard case .badValue = error else { throw located(error) }
                try note(error)
            }
        }
    }

    private func sample(_ bytes: UnsafeBufferPointer<UInt8>) throws(RecordingFault) -> RecordedSample? {
        guard !hasEnded else { throw .afterEnd }
        // Of a line without its end a part may be missing that does not show.
        guard lastLineIsWhole || !hasHeader else { throw .truncated }
        guard var sample = try parser?.sample(bytes) else { return nil }
        sample.lost = lost
        lost = 0
        sampleCount += 1
        return sample
    }

    /// Takes a line of the header, or another that begins with `#`.
    private func readComment(_ bytes: UnsafeBufferPointer<UInt8>) throws(RecordingFault) {
        let text = String(decoding: bytes, as: UTF8.self)
        if line == 1 {
            guard text.hasPrefix(RecordingHeader.signature) else { return }
            let version = trimmed(String(text.dropFirst(RecordingHeader.signature.count)))
            guard version == "\(RecordingHeader.version)" else { throw .laterVersion(version) }
            hasHeader = true
        } else if let count = number(after: "# lost:", in: text) {
            lost += count
        } else if hasHeader, let count = number(after: "# end:", in: text) {
            hasEnded = true
            if count != sampleCount { throw .sampleCount(found: sampleCount, told: count) }
        } else {
            try RecordingKey.read(text[...], into: &header)
            parser?.conversion = header.conversion
        }
    }

    /// The count in a line such as `# end: 12 samples`.
    private func number(after key: String, in text: String) -> Int? {
        guard text.hasPrefix(key) else { return nil }
        return text.dropFirst(key.count).split(separator: " ").first.flatMap { Int($0) }.map { max(0, $0) }
    }

    private func finish() throws(RecordingFault) {
        guard hasHeader, !hasEnded else { return }
        hasEnded = true
        throw .truncated
    }

    /// A fault with its place.
    private func located(_ fault: RecordingFault) -> RecordingError {
        switch fault {
        case .empty, .noSamples, .unreadable: RecordingError(path: path, line: nil, fault: fault)
        default: RecordingError(path: path, line: line, fault: fault)
        }
    }

    /// Throws a fault with its place, unless it is passed over.
    private func note(_ fault: RecordingFault) throws(RecordingError) {
        let error = located(fault)
        guard isLenient, error.line != nil else { throw error }
        faultCount += 1
        if faults.count < Self.faultLimit { faults.append(error) }
    }

    /// The next line without its end; valid until the next call. Nothing at the end of the file.
    private func nextLine() throws(RecordingFault) -> UnsafeBufferPointer<UInt8>? {
        if isWithinLine { try skipLine() }
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
                // Its end is looked for when there is a next line to be read: it may have none.
                isWithinLine = true
                throw .lineTooLong
            }
            lastLineIsWhole = end != nil
            unread = min(unread.lowerBound + length + 1, unread.upperBound)..<unread.upperBound
            let hasReturn = length > 0 && bytes[length - 1] == UInt8(ascii: "\r")
            let start = line == 1 && bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
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
