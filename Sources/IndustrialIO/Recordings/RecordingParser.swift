public import OrientationCore

/// One line of a recording.
public struct RecordedSample: Equatable, Sendable {
    /// When it was taken, on the recording's own clock.
    public var time: Duration
    /// Specific force in the device frame, in m/s².
    public var acceleration: Acceleration
    /// What the sensor said, if the recording has that.
    public var raw: RawReading?
    /// How the device was held after this sample, as it was decided while recording, if it was.
    public var device: DeviceOrientation?
    /// How many samples were lost before this one.
    public var lost = 0

    /// Makes a sample.
    public init(
        time: Duration, acceleration: Acceleration, raw: RawReading? = nil, device: DeviceOrientation? = nil
    ) {
        self.time = time
        self.acceleration = acceleration
        self.raw = raw
        self.device = device
    }
}

/// Reads the lines of a recording: CSV, whose first line names the columns.
///
/// | column | what it holds |
/// | --- | --- |
/// | `t_ns` or `t_s` | when the sample was taken, in whole nanoseconds or in seconds; does not go back |
/// | `x`, `y`, `z` | m/s² in the device frame |
/// | `raw_x`, `raw_y`, `raw_z` | raw steps on the axes of the sensor, in place of `x`, `y`, `z`; needs a header |
/// | `device` | how the device was held by then; may be empty or missing |
///
/// Their order does not matter and other columns are passed over. There is no quoting.
struct RecordingParser {
    private enum TimeUnit {
        case nanoseconds
        case seconds
    }

    private let unit: TimeUnit
    private let timeColumn: Int
    /// The columns of x, y and z.
    private let axes: [Int]
    private let holdsRaw: Bool
    private let deviceColumn: Int?
    private let columnCount: Int
    private var fields: [Slice<UnsafeBufferPointer<UInt8>>] = []

    /// How raw values become accelerations from now on; not needed where the file has accelerations.
    var conversion: SensorConversion?

    /// Learns the columns from the line that names them.
    init(columns line: UnsafeBufferPointer<UInt8>) throws(RecordingFault) {
        let bytes = line.starts(with: [0xEF, 0xBB, 0xBF]) ? line[3...] : line[...]
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
        holdsRaw = !names.contains { $0 == "x" || $0 == "y" || $0 == "z" } && names.contains("raw_x")
        axes =
            holdsRaw
            ? [try column("raw_x"), try column("raw_y"), try column("raw_z")]
            : [try column("x"), try column("y"), try column("z")]
        deviceColumn = names.contains("device") ? try column("device") : nil
        columnCount = names.count
        fields.reserveCapacity(columnCount)
    }

    /// Reads a line of values, whatever the order of their times.
    mutating func sample(_ line: UnsafeBufferPointer<UInt8>) throws(RecordingFault) -> RecordedSample {
        split(line)
        guard fields.count == columnCount else {
            throw .fieldCount(found: fields.count, needed: columnCount)
        }
        let time = try nanoseconds(fields[timeColumn])
        var sample: RecordedSample
        if holdsRaw {
            sample = try rawSample()
        } else {
            sample = RecordedSample(
                time: .zero,
                acceleration: Acceleration(
                    x: try acceleration(fields[axes[0]], "x"), y: try acceleration(fields[axes[1]], "y"),
                    z: try acceleration(fields[axes[2]], "z")))
        }
        if let deviceColumn, !fields[deviceColumn].isEmpty {
            let name = String(decoding: fields[deviceColumn], as: UTF8.self)
            sample.device = DeviceOrientation(name: name)
            // Other people's columns may be called so too.
            if holdsRaw, sample.device == nil { throw .unknownOrientation(fields[deviceColumn].clipped) }
        }
        sample.time = .nanoseconds(time)
        return sample
    }

    private func rawSample() throws(RecordingFault) -> RecordedSample {
        guard let conversion else { throw .missingConversion }
        let raw = RawReading(
            x: try steps(fields[axes[0]], "raw_x"), y: try steps(fields[axes[1]], "raw_y"),
            z: try steps(fields[axes[2]], "raw_z"))
        let acceleration = conversion.acceleration(raw)
        for (value, axis) in zip([acceleration.x, acceleration.y, acceleration.z], axes) {
            // Written so that what is not a number is refused as well.
            guard abs(value) <= Self.greatestAcceleration else {
                throw .outOfRange(column: "the acceleration", text: fields[axis].clipped)
            }
        }
        return RecordedSample(time: .zero, acceleration: acceleration, raw: raw)
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
        guard abs(value) <= Self.greatestAcceleration else {
            throw .outOfRange(column: name, text: field.clipped)
        }
        return value
    }

    private func steps(
        _ field: Slice<UnsafeBufferPointer<UInt8>>, _ name: String
    ) throws(RecordingFault) -> Int64 {
        guard let number = DecimalNumber(field) else {
            throw .notANumber(column: name, text: field.clipped)
        }
        guard let steps = number.scaled(byPowerOfTen: 0), Double(steps) == number.value else {
            throw .outOfRange(column: name, text: field.clipped)
        }
        return steps
    }

    /// In m/s²; far more than any accelerometer measures.
    private static let greatestAcceleration = 10_000.0
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
