internal import CLinux
internal import SystemCalls

/// The files of the three axes, read one after the other.
///
/// They are kept open, since opening costs more than reading. Where the first was replaced by another, all are
/// opened anew: sysfs does not do that, but file systems that stand in for it in tests do.
struct RawAxes: ~Copyable {
    private let paths: [String]
    private var x: FileDescriptor
    private var y: FileDescriptor
    private var z: FileDescriptor

    /// - Parameter axes: x, y and z.
    /// - Throws: ENOENT when the device is gone, EACCES without the right to read it.
    init(_ axes: [SensorAxis]) throws(SystemCallError) { try self.init(axes.map(\.raw.path)) }

    private init(_ paths: [String]) throws(SystemCallError) {
        let x = try Self.open(paths[0])
        let y = try Self.open(paths[1])
        let z = try Self.open(paths[2])
        self.paths = paths
        self.x = x
        self.y = y
        self.z = z
    }

    /// How long a driver may take to answer. After 5 s `sensor_hub_input_attr_get_raw_value` of
    /// `drivers/hid/hid-sensor-hub.c` gives up, and the attribute reads 0.
    static let patience = Duration.seconds(1)

    /// Measures. A failed axis fails the whole. Blocks for as long as the driver does.
    ///
    /// - Throws: ETIMEDOUT, without asking for the other axes, if the first is a zero that was long in coming.
    mutating func read() throws(SensorFailure) -> RawReading {
        try follow()
        let start = KernelClock.monotonic.nanoseconds
        let first = try Self.read(x, paths[0])
        if first == 0, .nanoseconds(KernelClock.monotonic.nanoseconds - start) > Self.patience {
            throw SensorFailure(SystemCallError(call: "read", subject: paths[0], code: ETIMEDOUT))
        }
        return RawReading(x: first, y: try Self.read(y, paths[1]), z: try Self.read(z, paths[2]))
    }

    /// Measures one axis: 0 is x, 1 is y, 2 is z.
    mutating func read(_ axis: Int) throws(SensorFailure) -> Int64 {
        try follow()
        return switch axis {
        case 0: try Self.read(x, paths[0])
        case 1: try Self.read(y, paths[1])
        default: try Self.read(z, paths[2])
        }
    }

    /// Opens the files that have taken the place of these, if any.
    private mutating func follow() throws(SensorFailure) {
        var status = stat()
        guard fstat(x.number, &status) == 0, status.st_nlink == 0 else { return }
        do { self = try Self(paths) } catch { throw SensorFailure(error) }
    }

    private static func open(_ path: String) throws(SystemCallError) -> FileDescriptor {
        FileDescriptor(owning: try retrying("open", path) { open_file(path, O_RDONLY | O_CLOEXEC, 0) })
    }

    private static func read(
        _ file: borrowing FileDescriptor, _ path: String
    ) throws(SensorFailure) -> Int64 {
        // No number of 64 bits is longer.
        var bytes: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        let count: Int
        do {
            let number = file.number
            count = try retrying("read", path) { pread(number, &bytes, MemoryLayout.size(ofValue: bytes), 0) }
        } catch { throw SensorFailure(error) }
        return try withUnsafeBytes(of: &bytes) { buffer throws(SensorFailure) in
            let text = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            guard let value = wholeNumber(text) else {
                throw .malformed(path: path, text: trimmed(String(decoding: text, as: UTF8.self)))
            }
            return value
        }
    }
}

/// The decimal number that the kernel writes: an optional minus sign, digits, and the end of the line.
///
/// Reads bytes rather than text: this is done thrice for each sample of a polled sensor.
func wholeNumber(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    var end = bytes.count
    while end > 0, bytes[end - 1] == UInt8(ascii: "\n") || bytes[end - 1] == 0 { end -= 1 }
    let isNegative = end > 0 && bytes[0] == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    guard start < end else { return nil }
    var value: Int64 = 0
    for index in start..<end {
        let digit = bytes[index] &- UInt8(ascii: "0")
        guard digit < 10 else { return nil }
        // Below zero there is one number more than above.
        let (tenfold, isTooLarge) = value.multipliedReportingOverflow(by: 10)
        let (next, isTooLargeAgain) = tenfold.subtractingReportingOverflow(Int64(digit))
        if isTooLarge || isTooLargeAgain { return nil }
        value = next
    }
    if isNegative { return value }
    return value == .min ? nil : -value
}
