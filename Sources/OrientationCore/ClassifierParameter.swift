/// A number of ``ClassifierSettings`` as configuration files know it.
public struct ClassifierParameter: Sendable {
    /// What a number counts.
    public enum Unit: String, Sendable {
        /// Degrees of arc.
        case degrees = "°"
        /// Seconds.
        case seconds = "s"
        /// Metres per second squared.
        case acceleration = "m/s²"
        /// A share of 1, or a count.
        case one = ""
    }

    /// The key in the section `[Classifier]`.
    public let key: String
    /// What the number counts.
    public let unit: Unit
    /// What is allowed, ends included.
    public let range: ClosedRange<Double>
    /// The place in the settings.
    public let path: WritableKeyPath<ClassifierSettings, Double> & Sendable

    fileprivate init(
        _ key: String, _ unit: Unit, _ range: ClosedRange<Double>,
        _ path: WritableKeyPath<ClassifierSettings, Double> & Sendable
    ) {
        self.key = key
        self.unit = unit
        self.range = range
        self.path = path
    }

    /// The value in force if the configuration says nothing.
    public var defaultValue: Double { ClassifierSettings()[keyPath: path] }
}

extension ClassifierSettings {
    /// Every parameter in the order in which it is documented.
    ///
    /// The ranges alone keep the parameters consistent with each other: a face is left later than it is
    /// entered, and a side is left before the next one is centred, at the widest of all hystereses.
    public static let parameters: [ClassifierParameter] = [
        ClassifierParameter("RollHysteresisDegrees", .degrees, 5...20, \.rollHysteresisDegrees),
        ClassifierParameter("TiltWideningDegrees", .degrees, 0...10, \.tiltWideningDegrees),
        ClassifierParameter("TiltWideningStart", .one, 0.7...0.95, \.tiltWideningStart),
        ClassifierParameter("TiltWideningEnd", .one, 0.3...0.65, \.tiltWideningEnd),
        ClassifierParameter("OverheadWideningDegrees", .degrees, 0...8, \.overheadWideningDegrees),
        ClassifierParameter("OverheadElevationDegrees", .degrees, -60...0, \.overheadElevationDegrees),
        ClassifierParameter("MemoryHysteresisDegrees", .degrees, 0...20, \.memoryHysteresisDegrees),
        ClassifierParameter("FaceEnterDegrees", .degrees, 10...22, \.faceEnterDegrees),
        ClassifierParameter("FaceLeaveDegrees", .degrees, 25...45, \.faceLeaveDegrees),
        ClassifierParameter("FaceStartDegrees", .degrees, 15...35, \.faceStartDegrees),

        ClassifierParameter("WindowSec", .seconds, 0.05...0.5, \.windowSeconds),
        ClassifierParameter("WindowFill", .one, 0.2...0.8, \.windowFill),
        ClassifierParameter("PairSec", .seconds, 0.2...1.5, \.pairSeconds),
        ClassifierParameter("SteadySpread", .acceleration, 0.2...1.5, \.steadySpread),
        ClassifierParameter("SteadyTolerance", .acceleration, 0.5...4, \.steadyTolerance),
        ClassifierParameter("PlanarDwellSec", .seconds, 0...5, \.planarDwellSeconds),
        ClassifierParameter("LeaveFaceDwellSec", .seconds, 0...5, \.leaveFaceDwellSeconds),
        ClassifierParameter("EnterFaceDwellSec", .seconds, 0...5, \.enterFaceDwellSeconds),

        ClassifierParameter("MediumSpread", .acceleration, 1.5...8, \.mediumSpread),
        ClassifierParameter("FilterTolerance", .acceleration, 0.5...5, \.filterTolerance),
        ClassifierParameter("MediumTimeConstantSec", .seconds, 0.05...1, \.mediumTimeConstantSeconds),
        ClassifierParameter("SlowTimeConstantSec", .seconds, 0.1...3, \.slowTimeConstantSeconds),
        ClassifierParameter("MediumMarginDegrees", .degrees, 0...5, \.mediumMarginDegrees),
        ClassifierParameter("SlowMarginDegrees", .degrees, 0...5, \.slowMarginDegrees),
        ClassifierParameter("MediumDwellSec", .seconds, 0.05...5, \.mediumDwellSeconds),
        ClassifierParameter("SlowDwellSec", .seconds, 0.1...10, \.slowDwellSeconds),

        ClassifierParameter("HoldSec", .seconds, 0...5, \.holdSeconds),
        ClassifierParameter("StartTolerance", .acceleration, 0.5...4, \.startTolerance),
        ClassifierParameter("StartWaitSec", .seconds, 0.1...5, \.startWaitSeconds),
        ClassifierParameter("InterruptionSec", .seconds, 0.5...10, \.interruptionSeconds),
        ClassifierParameter("InterruptionPeriods", .one, 2...10, \.interruptionPeriods),
        ClassifierParameter("SilenceSec", .seconds, 1...60, \.silenceSeconds),
        ClassifierParameter("SilencePeriods", .one, 2...20, \.silencePeriods),
        ClassifierParameter("FreeFallAcceleration", .acceleration, 0.5...6, \.freeFallAcceleration),
        ClassifierParameter("FreeFallSec", .seconds, 0.5...10, \.freeFallSeconds),
    ]

    /// The first parameter that is out of its range, if any is.
    public var firstOutOfRange: ClassifierParameter? {
        Self.parameters.first { !$0.range.contains(self[keyPath: $0.path]) }
    }
}
