internal import OrientationCore

/// What becomes of each measurement of a polled sensor: which are told, and when the next is due.
struct PacedPolling: Sendable {
    private var pace = PollingPace()
    private var untold: SensorSample?
    private let looks = OrientationClassifier()
    private var isAnswering = true
    /// When to measure again, after the start of the last measurement.
    private(set) var period = PollingPace.moving

    /// Takes a measurement.
    ///
    /// - Parameters:
    ///   - inForce: The orientation that the classifier holds.
    ///   - tellsAll: Whether every measurement is told.
    /// - Returns: What is to be told, in order.
    mutating func take(
        _ sample: SensorSample, inForce: DeviceOrientation, tellsAll: Bool
    ) -> [SensorSample] {
        isAnswering = true
        let step = pace.step(
            sample.acceleration, looks: looks.candidate(for: sample.acceleration), inForce: inForce,
            at: sample.time)
        period = step.period
        guard step.tells || tellsAll else {
            untold = sample
            return []
        }
        defer { untold = nil }
        return [step.tellsPrevious ? untold : nil, sample].compactMap { $0 }
    }

    /// Takes note that nothing usable was measured.
    mutating func forget() {
        pace.forget()
        isAnswering = false
        period = PollingPace.resting
    }

    /// How long to wait before the next measurement. A sensor that is slow to answer is kept busy for a tenth
    /// of the time at most; one that gives no answer is asked again soon, since it may come alive.
    ///
    /// - Parameter taken: How long the last one took.
    func pause(after taken: Duration) -> Duration {
        max(period - taken, min(taken * 9, .seconds(isAnswering ? 4 : 1)))
    }
}
