/// Decides when a sample was taken: by the kernel's stamp while that can be believed, else by its arrival.
///
/// All times are nanoseconds of `CLOCK_BOOTTIME`.
struct SampleStamps: Equatable, Sendable {
    /// How old a sample may be when it arrives: 2 s.
    static let oldest: Int64 = 2_000_000_000
    /// How much later than the one before a sample counts at least, if it has no stamp.
    private static let least: Int64 = 1000

    /// Whether the last sample's time is that of its arrival.
    private(set) var isUsingArrival = false

    private let period: Int64
    /// The time of the last sample.
    private(set) var last: Int64?

    /// - Parameter period: How far apart samples are when they arrive together without stamps.
    init(period: Duration) { self.period = period.wholeNanoseconds }

    /// Stamps one sample. Times grow from one to the next.
    ///
    /// - Parameters:
    ///   - timestamp: The kernel's; drivers that know none write 0.
    ///   - arrival: When it was read.
    ///   - behind: How many newer ones were read with it.
    mutating func stamp(_ timestamp: Int64?, arrival: Int64, behind: Int) -> Int64 {
        let time: Int64
        if let timestamp, isCredible(timestamp, arrival: arrival) {
            (time, isUsingArrival) = (timestamp, false)
        } else {
            let earliest = last.map { $0 + Self.least } ?? 0
            (time, isUsingArrival) = (max(arrival - period * Int64(behind), earliest), true)
        }
        last = time
        return time
    }

    private func isCredible(_ timestamp: Int64, arrival: Int64) -> Bool {
        if let last, timestamp <= last { return false }
        return timestamp <= arrival && timestamp >= arrival - Self.oldest
    }

    /// Whether another sample may be there already: the next is due as long after one as that was after the
    /// one before.
    static func mayBeFollowed(_ time: Int64, after last: Int64, at now: Int64) -> Bool {
        // A driver may write any number as a stamp: then the answer does not matter.
        now &- time >= time &- last
    }
}
