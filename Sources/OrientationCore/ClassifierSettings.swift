/// Every number that ``OrientationClassifier`` decides by.
///
/// Angles are in degrees, times in seconds, accelerations in m/s². What each means is told in
/// `docs/classifier.md`; ``parameters`` has names for configuration files and the allowed ranges.
/// The defaults were chosen on the project's benchmark (`Benchmarks/orientbench.py`).
public struct ClassifierSettings: Equatable, Sendable {
    // MARK: Angles

    /// How far beyond the diagonal between two sides the roll has to go before the other side is
    /// taken: 15 means that a side is left at 60° from its middle.
    public var rollHysteresisDegrees = 15.0
    /// How much is added to the roll hysteresis of a device that leans far back, where the same noise
    /// makes a larger angle. Grows evenly between the two shares that follow.
    public var tiltWideningDegrees = 7.5
    /// The share of gravity in the plane of the display (the cosine of the lean) at which widening starts.
    public var tiltWideningStart = 0.80
    /// The share of gravity in the plane of the display at which widening is complete.
    public var tiltWideningEnd = 0.50
    /// How much is added to the roll hysteresis while the device is read from below.
    public var overheadWideningDegrees = 8.0
    /// The elevation of the display's normal, negative towards the ground, under which the device is
    /// read from below.
    public var overheadElevationDegrees = -20.0
    /// How far beyond the diagonal the last side is taken again when the device is lifted from a face.
    public var memoryHysteresisDegrees = 10.0
    /// The inclination from level below which a device comes to lie on its face or back.
    public var faceEnterDegrees = 20.0
    /// The inclination from level above which it no longer does.
    public var faceLeaveDegrees = 30.0
    /// The inclination from level below which a device lies when nothing is known of it yet.
    public var faceStartDegrees = 25.0

    // MARK: The steady path

    /// How long samples are evidence together.
    public var windowSeconds = 0.12
    /// The share of the window that samples have to span to say how steady the device is.
    public var windowFill = 0.4
    /// How old the older of two samples may be if there are no more: slow sensors.
    public var pairSeconds = 0.6
    /// The root mean square distance of the window's samples from their mean up to which the device is
    /// steady.
    public var steadySpread = 0.70
    /// How far the mean of a steady window may be from gravity in length.
    public var steadyTolerance = 1.5
    /// How long a side has to last after its window, when another side is left.
    public var planarDwellSeconds = 0.03
    /// How long a side has to last after its window, when a face is left.
    public var leaveFaceDwellSeconds = 0.10
    /// How long a face has to last after its window.
    public var enterFaceDwellSeconds = 0.20

    // MARK: The two filtered paths

    /// The spread up to which the medium path decides.
    public var mediumSpread = 3.5
    /// How far the filtered accelerations may be from gravity in length.
    public var filterTolerance = 2.8
    /// The time constant of the medium path's low-pass filter.
    public var mediumTimeConstantSeconds = 0.15
    /// The time constant of the slow path's low-pass filter.
    public var slowTimeConstantSeconds = 0.45
    /// How much wider the medium path takes every hysteresis.
    public var mediumMarginDegrees = 2.0
    /// How much wider the slow path takes every hysteresis.
    public var slowMarginDegrees = 4.0
    /// How long the medium path's candidate has to last.
    public var mediumDwellSeconds = 0.12
    /// How long the slow path's candidate has to last.
    public var slowDwellSeconds = 0.55

    // MARK: Start and end

    /// How much longer than otherwise any new orientation has to last; for those who find every turn
    /// too quick.
    public var holdSeconds = 0.0
    /// How far the very first sample may be from gravity in length to be believed alone.
    public var startTolerance = 1.5
    /// How long a device that starts in motion is watched before the slow filter decides.
    public var startWaitSeconds = 0.30
    /// The time without samples after which evidence is old.
    public var interruptionSeconds = 1.0
    /// The same as a number of sampling periods; the longer of the two counts.
    public var interruptionPeriods = 4.0
    /// The time without samples after which the orientation is unknown.
    public var silenceSeconds = 2.0
    /// The same as a number of sampling periods; the longer of the two counts.
    public var silencePeriods = 6.0
    /// The acceleration below which there is no gravity to be seen.
    public var freeFallAcceleration = 3.0
    /// How long that has to last before the orientation is unknown.
    public var freeFallSeconds = 1.5

    /// The defaults.
    public init() {}
}
