/// Sees from the samples of a buffer whether the sensor is as it was set up.
struct BufferWatch: Equatable, Sendable {
    /// What the samples show; nothing, mostly.
    struct Findings: OptionSet {
        let rawValue: UInt8

        /// The sensor measures at another rate than is known.
        static let otherRate = Self(rawValue: 1)
        /// The sensor goes on telling that nothing differs, though it has a threshold.
        static let restless = Self(rawValue: 2)
    }

    /// How many samples in a row that differ by less than the threshold show that there is none.
    private static let patience = 50
    /// Over how many samples a rate is taken at least.
    private static let sampleSpan = 20
    /// Over how many nanoseconds a rate is taken at least.
    private static let timeSpan: Int64 = 1_000_000_000
    /// By which factor a rate may be off: timers of sensors are.
    private static let tolerance = 1.25
    /// How many nanoseconds to wait until a rate that was asked for is doubted again.
    private static let pause: Int64 = 10_000_000_000

    private let hasThreshold: Bool
    private var windowStart: Int64?
    private var samples = 0
    private var unchanged = 0
    private var hasTold = false
    private var doubtedAt: Int64?
    /// The rate that was known at the last sample.
    private var known: Double?

    /// - Parameter hasThreshold: Whether the sensor reports only what differs by its threshold.
    init(hasThreshold: Bool) { self.hasThreshold = hasThreshold }

    /// The buffer is opened anew: time was lost.
    mutating func restart() { (windowStart, unchanged) = (nil, 0) }

    /// Takes a sample.
    ///
    /// - Parameters:
    ///   - time: When it was taken, in nanoseconds.
    ///   - differs: Whether it differs from the one before by the threshold.
    ///   - known: The rate that is known, in Hz.
    mutating func take(at time: Int64, differs: Bool, known: Double?) -> Findings {
        var findings: Findings = []
        unchanged = differs ? 0 : unchanged + 1
        if hasThreshold, !hasTold, unchanged >= Self.patience {
            hasTold = true
            findings.insert(.restless)
        }
        if isOtherRate(at: time, known: known) { findings.insert(.otherRate) }
        return findings
    }

    private mutating func isOtherRate(at time: Int64, known: Double?) -> Bool {
        if known != self.known { (self.known, windowStart, doubtedAt) = (known, nil, nil) }
        guard let start = windowStart else {
            (windowStart, samples) = (time, 0)
            return false
        }
        samples += 1
        guard samples >= Self.sampleSpan, time - start >= Self.timeSpan else { return false }
        let rate = Double(samples) / (Double(time - start) / 1e9)
        (windowStart, samples) = (time, 0)
        guard let known, known > 0 else { return false }
        // A sensor with a threshold leaves samples out, so that only more than expected tell something.
        let isOther = rate > known * Self.tolerance || (!hasThreshold && rate < known / Self.tolerance)
        guard isOther, doubtedAt.map({ time - $0 >= Self.pause }) ?? true else { return false }
        doubtedAt = time
        return true
    }
}
