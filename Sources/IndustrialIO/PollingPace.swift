internal import OrientationCore

/// How often a polled sensor is read, and which of the samples are worth telling.
///
/// | pace | read every | a sample is told | ends |
/// | --- | --- | --- | --- |
/// | resting | 400 ms | if it differs, and the one before it with it | with a sample that differs |
/// | moving | 38 ms | always | once nothing differed and the orientation in force was right for 1 s |
///
/// A sample differs by more than the noise of a device at rest, or in what it looks like by itself. So a
/// device that lies still costs 2.5 short reads a second and nobody else is woken, and a turn is seen in
/// full.
struct PollingPace: Sendable {
    /// The period while nothing moves: a turn is seen after half of it on average.
    static let resting = Duration.milliseconds(400)
    /// The period while something does. Four of them are just more than the 150 ms for which the classifier
    /// wants to see a device at rest.
    static let moving = Duration.milliseconds(38)
    /// Squared distance in m²/s⁴ up to which two samples count as the same: the classifier's limit of
    /// what is steady.
    static let sameness = 0.70 * 0.70
    /// How long the orientation in force must have been right and nothing moved.
    static let settlingTime = Duration.seconds(1)
    /// How long a sensor that is still but looks different from the orientation in force is read fast:
    /// by then the classifier has decided, or will not on such samples.
    static let patience = Duration.seconds(3)

    /// What a sample leads to.
    struct Step: Equatable, Sendable {
        /// Whether the sample is told.
        var tells: Bool
        /// Whether the one before it is told first, since it had not been.
        var tellsPrevious: Bool
        /// When to read again, after the start of this read.
        var period: Duration
    }

    private var last: (acceleration: Acceleration, looks: DeviceOrientation)?
    private var lastWasTold = false
    private var isMoving = true
    /// Since when nothing differed.
    private var stillSince: Duration?
    /// Since when nothing differed and the orientation in force was what the samples look like.
    private var settledSince: Duration?

    /// Takes a sample.
    ///
    /// - Parameters:
    ///   - looks: What the sample looks like by itself, before hysteresis.
    ///   - inForce: The orientation that the classifier holds.
    mutating func step(
        _ acceleration: Acceleration, looks: DeviceOrientation, inForce: DeviceOrientation, at time: Duration
    ) -> Step {
        let differs =
            last.map {
                $0.looks != looks || $0.acceleration.squaredDistance(to: acceleration) > Self.sameness
            } ?? true
        defer { last = (acceleration, looks) }
        if differs {
            let tellsPrevious = !isMoving && !lastWasTold && last != nil
            (isMoving, lastWasTold) = (true, true)
            (stillSince, settledSince) = (time, nil)
            return Step(tells: true, tellsPrevious: tellsPrevious, period: Self.moving)
        }
        if isMoving {
            settledSince = inForce == looks ? settledSince ?? time : nil
            let isSettled = settledSince.map { time - $0 >= Self.settlingTime } ?? false
            let isHopeless = stillSince.map { time - $0 >= Self.patience } ?? false
            isMoving = !(isSettled || isHopeless)
        }
        lastWasTold = isMoving
        return Step(tells: isMoving, tellsPrevious: false, period: isMoving ? Self.moving : Self.resting)
    }

    /// Forgets what came before, so that the next sample counts as one that differs.
    mutating func forget() { self = PollingPace() }
}
