internal import SystemCalls

/// Reads a recorded trace from a file, one sample after the other, in little memory however long it is.
///
/// The form is told at ``RecordingParser`` and ``RecordingHeader``: CSV with a line such as `t_ns,x,y,z`
/// that names the columns, and lines that begin with `#` before and between.
public final class RecordingReader {
    /// How long a line may be, in bytes.
    public static let longestLine = 4096
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
    /// How many lines were samples, or were meant to be: what the end of the file counts.
    private var sampleLineCount = 0

    /// The file.
    public let path: String
    private let isLenient: Bool
    private let lines: RecordingLines
    private var parser: RecordingParser?
    private var hasEnded = false
    private var lost = 0
    /// When the last sample was taken.
    private var lastTime: Duration?
    /// Of a lenient reader: what waits for the lines that decide about it.
    private var order = TimeOrder()
    private var isRead = false

    /// Opens a recording and reads up to its samples.
    ///
    /// - Parameters:
    ///   - isLenient: Whether lines that are wrong are passed over, and noted in ``faults``. Where times go back,
    ///     ``TimeOrder`` decides which lines are wrong.
    ///   - mayWait: Whether the file may also be a pipe, which is waited for; it cannot be rewound.
    /// - Throws: ``RecordingError`` if the file cannot be read, or is none of a recording.
    public init(path: String, isLenient: Bool = false, mayWait: Bool = false) throws(RecordingError) {
        self.path = path
        self.isLenient = isLenient
        do throws(SystemCallError) { lines = try RecordingLines(path: path, mayWait: mayWait) } catch {
            throw RecordingError(path: path, line: nil, fault: .unreadable(error))
        }
        try readHeader()
    }

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
        guard let sample = isLenient ? try nextInOrder() : try nextRead() else { return nil }
        if let lastTime, sample.time < lastTime { throw located(.timeGoesBack) }
        lastTime = sample.time
        sampleCount += 1
        return sample
    }

    /// The next sample whose time does not go back.
    private func nextInOrder() throws(RecordingError) -> RecordedSample? {
        while true {
            while order.needsMore, !isRead {
                if let sample = try nextRead() {
                    order.append(sample, line: lines.number)
                } else {
                    isRead = true
                }
            }
            switch order.next() {
            case .sample(let sample): return sample
            case .wrong(let line, let fault): keep(RecordingError(path: path, line: line, fault: fault))
            case nil: return nil
            }
        }
    }

    /// The next sample as it stands in the file.
    private func nextRead() throws(RecordingError) -> RecordedSample? {
        while true {
            do throws(RecordingFault) {
                guard let bytes = try lines.next() else {
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
        do throws(SystemCallError) { try lines.rewind() } catch {
            throw RecordingError(path: path, line: nil, fault: .unreadable(error))
        }
        (sampleCount, sampleLineCount, lost) = (0, 0, 0)
        (lastTime, order, isRead) = (nil, TimeOrder(), false)
        (faults, faultCount) = ([], 0)
        hasEnded = false
        header = RecordingHeader()
        try readHeader()
    }

    // MARK: Lines

    /// Reads up to the line that names the columns.
    private func readHeader() throws(RecordingError) {
        while true {
            do throws(RecordingFault) {
                guard let bytes = try lines.next() else {
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
        sampleLineCount += 1
        // Of a line without its end a part may be missing that does not show.
        guard lines.lastIsWhole || !hasHeader else { throw .truncated }
        guard var sample = try parser?.sample(bytes) else { return nil }
        sample.lost = lost
        lost = 0
        return sample
    }

    /// Takes a line of the header, or another that begins with `#`.
    private func readComment(_ bytes: UnsafeBufferPointer<UInt8>) throws(RecordingFault) {
        let text = String(decoding: bytes, as: UTF8.self)
        if lines.number == 1 {
            guard text.hasPrefix(RecordingHeader.signature) else { return }
            let version = trimmed(String(text.dropFirst(RecordingHeader.signature.count)))
            guard version == "\(RecordingHeader.version)" else { throw .laterVersion(version) }
            hasHeader = true
        } else if let count = number(after: "# lost:", in: text) {
            lost += count
        } else if hasHeader, let count = number(after: "# end:", in: text) {
            hasEnded = true
            if count != sampleLineCount { throw .sampleCount(found: sampleLineCount, told: count) }
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
        default: RecordingError(path: path, line: lines.number, fault: fault)
        }
    }

    /// Throws a fault with its place, unless it is passed over.
    private func note(_ fault: RecordingFault) throws(RecordingError) {
        let error = located(fault)
        guard isLenient, error.line != nil else { throw error }
        keep(error)
    }

    /// Keeps a fault in its place among the others: what is wrong with a time turns out later.
    private func keep(_ error: RecordingError) {
        faultCount += 1
        let place = faults.lastIndex { ($0.line ?? 0) <= (error.line ?? 0) }.map { $0 + 1 } ?? 0
        faults.insert(error, at: place)
        if faults.count > Self.faultLimit { faults.removeLast() }
    }
}
