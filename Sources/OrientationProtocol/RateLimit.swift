/// Leaves samples out, evenly, so that no more than so many a second are left.
///
/// Time is cut into slots of equal length, and the first sample of each is passed on. Slots begin an
/// eighth early, so that a sensor at exactly that rate loses none to jitter.
public struct RateLimit: Equatable, Sendable {
    private let period: Duration
    private var end: Duration?

    /// Limits to that rate.
    ///
    /// - Parameter rate: In samples each second, above 0.
    /// - Returns: Nothing for a rate that no sensor reaches: it leaves nothing out.
    public init?(_ rate: Double) {
        guard rate < 1e6 else { return nil }
        // At the least one sample in eleven days.
        period = .seconds(min(1 / rate, 1e6))
    }

    /// Whether a sample is passed on.
    ///
    /// - Parameter time: When it was taken; does not go back.
    public mutating func admits(_ time: Duration) -> Bool {
        guard let end else {
            self.end = time + period * 7 / 8
            return true
        }
        guard time >= end else { return false }
        self.end = end + period * (((time - end) / period).rounded(.down) + 1)
        return true
    }
}
