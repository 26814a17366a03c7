/// Decides when a sample was taken: by the kernel's stamp while that can be believed, else by its arrival.
struct SampleStamps: Equatable, Sendable {
    /// How old a sample may be when it arrives.
    static let oldest = Duration.seconds(2)

    /// Whether the last sample's time is that of its arrival.
    private(set) var isUsingArrival = false

    private let period: Duration
    /// The time of the last sample.
    private(set) var last: Duration?

    /// - Parameter period: How far apart samples are when they arrive together without stamps.
    init(period: Duration) { self.period = period }

    /// Stamps one sample. Times grow from one to the next.
    ///
    /// - Parameters:
    ///   - timestamp: Nanoseconds of `CLOCK_BOOTTIME`; drivers that know none write 0.
    ///   - arrival: When it was read.
    ///   - behind: How many newer ones were read with it.
    mutating func stamp(_ timestamp: Int64?, arrival: Duration, behind: Int) -> Duration {
        let stamped = timestamp.map { Duration.nanoseconds($0) }.flatMap { stamp in
            stamp <= arrival && arrival - stamp <= Self.oldest && last.map { stamp > $0 } ?? true
                ? stamp : nil
        }
        isUsingArrival = stamped == nil
        let time = stamped ?? max(arrival - period * behind, last.map { $0 + .microseconds(1) } ?? .zero)
        last = time
        return time
    }

    /// Whether another sample may be there already: the next is due as long after one as that was after the
    /// one before.
    static func mayBeFollowed(_ time: Duration, after last: Duration, at now: Duration) -> Bool {
        now - time >= time - last
    }
}
