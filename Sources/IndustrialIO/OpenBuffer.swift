internal import SystemCalls

/// A buffer that is enabled, with what is needed to read it.
///
/// A class so that a reader keeps one thing alive for each sample rather than each part.
final class OpenBuffer: Sendable {
    /// To be read by one thread at a time.
    let buffer: IIOBuffer
    /// The channels and, if the kernel stamps scans, the timestamp behind them.
    private let layout: ScanLayout
    /// How many channels there are, one or three.
    private let channels: Int
    /// Where in the layout the timestamp is. It is on `CLOCK_BOOTTIME`; one on another clock is left out.
    private let timestampPlace: Int?
    /// Whether a kernel timer sets the pace rather than the sensor.
    let isTimed: Bool

    /// - Parameters:
    ///   - channels: How many of the elements of the layout are measured, one or three.
    ///   - hasTimestamp: Whether the element behind them is a timestamp on `CLOCK_BOOTTIME`.
    init(buffer: IIOBuffer, layout: ScanLayout, channels: Int, hasTimestamp: Bool, isTimed: Bool) {
        self.buffer = buffer
        self.layout = layout
        self.channels = channels
        timestampPlace = hasTimestamp ? channels : nil
        self.isTimed = isTimed
    }

    /// Whether scans have a timestamp.
    var hasTimestamp: Bool { timestampPlace != nil }

    /// One scan.
    struct Scan {
        /// The values of the channels. Of one channel alone it is x.
        let raw: RawReading
        /// The kernel's timestamp in nanoseconds, if it has any.
        let timestamp: Int64?
    }

    /// Scans that were read together, in order. Mostly there is one, for which no memory is taken.
    struct Scans {
        private var first: Scan?
        private var later: [Scan] = []
        /// When the last of them had been read, in nanoseconds of `CLOCK_BOOTTIME`.
        fileprivate(set) var arrival: Int64 = 0

        /// How many there are.
        var count: Int { first == nil ? 0 : 1 + later.count }

        /// One of them, the oldest first.
        subscript(index: Int) -> Scan? { index == 0 ? first : later[index - 1] }

        /// The newest of them.
        var last: Scan? { later.last ?? first }

        fileprivate mutating func append(_ scan: Scan) {
            if first == nil { first = scan } else { later.append(scan) }
        }
    }

    /// Takes the scans that are there, without waiting.
    ///
    /// - Parameter last: The time of the last sample in nanoseconds of `CLOCK_BOOTTIME`, if it is known: then no
    ///   more is asked for when the next one is not due yet, which mostly saves a system call.
    func read(after last: Int64? = nil) throws(SystemCallError) -> Scans {
        var scans = Scans()
        var last = last
        try buffer.read { scan in
            scans.arrival = KernelClock.bootTime.nanoseconds
            let timestamp = timestampPlace.map { layout.value($0, of: scan) }
            scans.append(Scan(raw: reading(of: scan), timestamp: timestamp))
            guard let before = last, let timestamp else { return true }
            last = timestamp
            return SampleStamps.mayBeFollowed(timestamp, after: before, at: scans.arrival)
        }
        return scans
    }

    private func reading(of scan: UnsafeRawBufferPointer) -> RawReading {
        let x = layout.value(0, of: scan)
        guard channels == 3 else { return RawReading(x: x, y: 0, z: 0) }
        return RawReading(x: x, y: layout.value(1, of: scan), z: layout.value(2, of: scan))
    }
}
