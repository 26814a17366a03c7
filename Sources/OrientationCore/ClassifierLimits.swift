/// ``ClassifierSettings`` in the form in which samples are compared with them: times in nanoseconds,
/// lengths squared.
///
/// A class so that copies of the classifier share it, and none is made on the way of a sample.
final class ClassifierLimits: Sendable {
    let settings: ClassifierSettings
    private let window: Int64
    let startWait: Int64
    let freeFall: Int64
    let interruptionSeconds: Double
    let interruptionPeriods: Double

    let squaredFreeFall: Double
    let squaredMediumSpread: Double
    let startLength: ClosedRange<Double>
    private let squaredSteadySpread: Double
    private let steadyLength: ClosedRange<Double>
    private let filterLength: ClosedRange<Double>

    private let planarDwell: Int64
    private let leaveFaceDwell: Int64
    private let enterFaceDwell: Int64
    private let mediumDwell: Int64
    private let slowDwell: Int64
    private let hold: Int64

    init(_ settings: ClassifierSettings) {
        self.settings = settings
        window = Int64(seconds: settings.windowSeconds)
        startWait = Int64(seconds: settings.startWaitSeconds)
        freeFall = Int64(seconds: settings.freeFallSeconds)

        interruptionSeconds = settings.interruptionSeconds
        interruptionPeriods = settings.interruptionPeriods

        squaredFreeFall = settings.freeFallAcceleration * settings.freeFallAcceleration
        squaredSteadySpread = settings.steadySpread * settings.steadySpread
        squaredMediumSpread = settings.mediumSpread * settings.mediumSpread
        startLength = Self.squaredLengths(around: settings.startTolerance)
        steadyLength = Self.squaredLengths(around: settings.steadyTolerance)
        filterLength = Self.squaredLengths(around: settings.filterTolerance)

        planarDwell = Int64(seconds: settings.planarDwellSeconds)
        leaveFaceDwell = Int64(seconds: settings.leaveFaceDwellSeconds)
        enterFaceDwell = Int64(seconds: settings.enterFaceDwellSeconds)
        mediumDwell = Int64(seconds: settings.mediumDwellSeconds)
        slowDwell = Int64(seconds: settings.slowDwellSeconds)
        hold = Int64(seconds: settings.holdSeconds)
    }

    /// Whether a window with that mean and spread shows a device that is held steady.
    func isSteady(_ mean: Vector, squaredSpread: Double) -> Bool {
        squaredSpread <= squaredSteadySpread && steadyLength.contains(mean.squaredLength)
    }

    /// Whether a filtered acceleration is about as long as gravity.
    func isGravity(_ acceleration: Vector) -> Bool { filterLength.contains(acceleration.squaredLength) }

    /// The orientation that a path has asked for for long enough, if it has.
    func due(
        _ pending: PendingOrientation, on path: EvidencePath, from old: DeviceOrientation, at time: Int64
    ) -> DeviceOrientation? {
        guard let new = pending.orientation, time - pending.since >= dwell(on: path, from: old, to: new)
        else { return nil }
        return new
    }

    /// How long a candidate has to last on that path.
    func dwell(on path: EvidencePath, from old: DeviceOrientation, to new: DeviceOrientation) -> Int64 {
        switch path {
        case .start: 0
        case .steady:
            // The candidate counts from the oldest sample of the window that first showed it.
            hold + window + (new.isFlat ? enterFaceDwell : old.isFlat ? leaveFaceDwell : planarDwell)
        case .medium: hold + mediumDwell + (new.isFlat ? enterFaceDwell : 0)
        case .slow: hold + slowDwell
        }
    }

    /// The squares of the lengths that are within the tolerance of standard gravity.
    private static func squaredLengths(around tolerance: Double) -> ClosedRange<Double> {
        let shortest = max(0, Acceleration.standardGravity - tolerance)
        let longest = Acceleration.standardGravity + tolerance
        return shortest * shortest...longest * longest
    }
}

extension Int64 {
    /// Seconds as the nearest whole number of nanoseconds. At most a hundred years.
    init(seconds: Double) { self = Int64((Swift.min(seconds, 3.2e9) * 1e9).rounded()) }
}

extension Double {
    /// Nanoseconds as seconds.
    init(nanoseconds: Int64) { self = Double(nanoseconds) * 1e-9 }
}

extension Duration {
    /// Whole nanoseconds, the rest cut off; beyond ±145 years the nearest that there is, so that
    /// differences are whole numbers too.
    package var wholeNanoseconds: Int64 {
        let (seconds, attoseconds) = components
        let limit: Int64 = 4_600_000_000
        return max(-limit, min(limit, seconds)) * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
