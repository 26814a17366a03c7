/// Sees from the samples of a buffer whether the sensor is as it was set up.
struct BufferWatch: Equatable, Sendable {
    /// What the samples show.
    enum Finding: Equatable, Sendable {
        /// The sensor measures at another rate than is known.
        case otherRate
        /// The sensor goes on telling that nothing differs, though it has a threshold.
        case restless
    }

    /// How many samples in a row that differ by less than the threshold show that there is none.
    private static let patience = 50
    /// Over how many samples, and at least how long, a rate is taken.
    private static let span = (samples: 20, time: Duration.seconds(1))
    /// By which factor a rate may be off: timers of sensors are.
    private static let tolerance = 1.25
    /// How long to wait until a rate that was asked for is doubted again.
    private static let pause = Duration.seconds(10)

    private let hasThreshold: Bool
    private var windowStart: Duration?
    private var samples = 0
    private var unchanged = 0
    private var hasTold = false
    private var doubtedAt: Duration?
    /// The rate that was known at the last sample.
    private var known: Double?

    /// - Parameter hasThreshold: Whether the sensor reports only what differs by its threshold.
    init(hasThreshold: Bool) { self.hasThreshold = hasThreshold }

    /// The buffer is opened anew: time was lost.
    mutating func restart() { (windowStart, unchanged) = (nil, 0) }

    /// Takes a sample.
    ///
    /// - Parameters:
    ///   - differs: Whether it differs from the one before by the threshold.
    ///   - known: The rate that is known, in Hz.
    mutating func take(at time: Duration, differs: Bool, known: Double?) -> [Finding] {
        var findings: [Finding] = []
        unchanged = differs ? 0 : unchanged + 1
        if hasThreshold, !hasTold, unchanged >= Self.patience {
            hasTold = true
            findings.append(.restless)
        }
        if isOtherRate(at: time, known: known) { findings.append(.otherRate) }
        return findings
    }

    private mutating func isOtherRate(at time: Duration, known: Double?) -> Bool {
        if known != self.known { (self.known, windowStart, doubtedAt) = (known, nil, nil) }
        guard let start = windowStart else {
            (windowStart, samples) = (time, 0)
            return false
        }
        samples += 1
        guard samples >= Self.span.samples, time - start >= Self.span.time else { return false }
        let (seconds, attoseconds) = (time - start).components
        let rate = Double(samples) / (Double(seconds) + Double(attoseconds) / 1e18)
        (windowStart, samples) = (time, 0)
        guard let known, known > 0 else { return false }
        // A sensor with a threshold leaves samples out, so that only more than expected tell something.
        let isOther = rate > known * Self.tolerance || (!hasThreshold && rate < known / Self.tolerance)
        guard isOther, doubtedAt.map({ time - $0 >= Self.pause }) ?? true else { return false }
        doubtedAt = time
        return true
    }
}
