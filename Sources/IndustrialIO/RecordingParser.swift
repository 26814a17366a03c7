public import OrientationCore

/// One line of a recording.
public struct RecordedSample: Equatable, Sendable {
    /// When it was taken, on the recording's own clock.
    public var time: Duration
    /// Specific force in the device frame, in m/s².
    public var acceleration: Acceleration

    /// Makes a sample.
    public init(time: Duration, acceleration: Acceleration) {
        self.time = time
        self.acceleration = acceleration
    }
}

/// Reads the lines of a recording in CSV.
///
/// The first line names the columns: `t_ns` (whole nanoseconds) or `t_s` (seconds), and `x`, `y`, `z` in
/// m/s² of the device frame. Their order does not matter and other columns are passed over. Times do not
/// go back. There is no quoting.
struct RecordingParser {
    private enum TimeUnit {
        case nanoseconds
        case seconds
    }

    private let unit: TimeUnit
    private let timeColumn: Int
    private let x: Int
    private let y: Int
    private let z: Int
    private let columnCount: Int
    private var lastTime: Int64?
    private var fields: [Slice<UnsafeBufferPointer<UInt8>>] = []

    /// Learns the columns from the first line.
    init(header: UnsafeBufferPointer<UInt8>) throws(RecordingFault) {
        let bytes = header.starts(with: [0xEF, 0xBB, 0xBF]) ? header[3...] : header[...]
        let names = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
            .map { String(decoding: $0.withoutBlanks, as: UTF8.self) }
        func column(_ accepted: String...) throws(RecordingFault) -> Int {
            let found = names.indices.filter { accepted.contains(names[$0]) }
            guard let first = found.first else { throw .missingColumn(accepted.joined(separator: " or ")) }
            guard found.count == 1 else { throw .repeatedColumn(names[first]) }
            return first
        }
        timeColumn = try column("t_ns", "t_s")
        unit = names[timeColumn] == "t_ns" ? .nanoseconds : .seconds
        x = try column("x")
        y = try column("y")
        z = try column("z")
        columnCount = names.count
        fields.reserveCapacity(columnCount)
    }

    /// Reads a line that is not the first one.
    mutating func sample(_ line: UnsafeBufferPointer<UInt8>) throws(RecordingFault) -> RecordedSample {
        split(line)
        guard fields.count == columnCount else {
            throw .fieldCount(found: fields.count, needed: columnCount)
        }
        let time = try nanoseconds(fields[timeColumn])
        if let lastTime, time < lastTime { throw .timeGoesBack }
        let acceleration = Acceleration(
            x: try acceleration(fields[x], "x"), y: try acceleration(fields[y], "y"),
            z: try acceleration(fields[z], "z"))
        lastTime = time
        return RecordedSample(time: .nanoseconds(time), acceleration: acceleration)
    }

    private mutating func split(_ line: UnsafeBufferPointer<UInt8>) {
        fields.removeAll(keepingCapacity: true)
        var start = line.startIndex
        for index in line.indices where line[index] == UInt8(ascii: ",") {
            fields.append(line[start..<index].withoutBlanks)
            start = index + 1
        }
        fields.append(line[start...].withoutBlanks)
    }

    private func nanoseconds(
        _ field: Slice<UnsafeBufferPointer<UInt8>>
    ) throws(RecordingFault) -> Int64 {
        let name = unit == .nanoseconds ? "t_ns" : "t_s"
        guard let number = DecimalNumber(field) else {
            throw .notANumber(column: name, text: field.clipped)
        }
        // A hundred years, so that sums of times stay in range.
        let limit: Int64 = 3_200_000_000_000_000_000
        guard
            let time = number.scaled(byPowerOfTen: unit == .nanoseconds ? 0 : 9), abs(time) <= limit
        else { throw .outOfRange(column: name, text: field.clipped) }
        return time
    }

    private func acceleration(
        _ field: Slice<UnsafeBufferPointer<UInt8>>, _ name: String
    ) throws(RecordingFault) -> Double {
        guard let number = DecimalNumber(field) else {
            throw .notANumber(column: name, text: field.clipped)
        }
        let value = number.value
        guard abs(value) <= 10_000 else { throw .outOfRange(column: name, text: field.clipped) }
        return value
    }
}

extension Slice<UnsafeBufferPointer<UInt8>> {
    /// The bytes without blanks, tabs and carriage returns at either end.
    fileprivate var withoutBlanks: Self {
        var start = startIndex
        var end = endIndex
        while start < end, Self.isBlank(self[start]) { start += 1 }
        while start < end, Self.isBlank(self[end - 1]) { end -= 1 }
        return self[start..<end]
    }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    /// The first 24 bytes as text.
    fileprivate var clipped: String { String(decoding: prefix(24), as: UTF8.self) }
}
