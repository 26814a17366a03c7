/// Decides how the device is held from one acceleration after the other.
///
/// The classifier owns neither clock nor sensor. Feed it samples in time order, at any rate and as
/// irregular as they come; it answers with the orientation in force. Three kinds of evidence can
/// change that, see ``EvidencePath``: a device held steady decides at once, one that is moved or shaken
/// must show the same orientation for longer, by filtered accelerations.
///
/// | in force | what happens | then |
/// | --- | --- | --- |
/// | unknown | the first sample is about as long as gravity | decided by this sample |
/// | unknown | the samples of a window are steady | decided by their mean |
/// | unknown | 0.3 s have passed, the slow filter is about as long as gravity | decided by the filter |
/// | known | a path's candidate has lasted for its dwell | the candidate |
/// | any | no gravity for 1.5 s, no samples for 2 s | unknown |
///
/// A value: copies are independent of each other. No memory is taken for a sample.
public struct OrientationClassifier: Sendable {
    /// What it decides by.
    public var settings: ClassifierSettings { limits.settings }
    /// The orientation in force.
    public private(set) var orientation = DeviceOrientation.unknown
    /// The evidence that decided on ``orientation``; nothing while it is unknown.
    public private(set) var decidingPath: EvidencePath?

    let steadyRule: HysteresisRule
    private let mediumRule: HysteresisRule
    private let slowRule: HysteresisRule
    let limits: ClassifierLimits
    private var lastSide: DeviceOrientation?

    private(set) var window: EvidenceWindow
    private(set) var mediumFilter: LowPassFilter
    private(set) var slowFilter: LowPassFilter
    private(set) var steady = PendingOrientation()
    private(set) var medium = PendingOrientation()
    private(set) var slow = PendingOrientation()

    private var lastTime: Int64?
    /// When the first sample came of which the filters are made.
    private var startTime: Int64?
    private var lastGravityTime: Int64?
    /// Seconds from sample to sample, smoothed.
    private var period: Double

    /// Makes a classifier that knows nothing yet.
    ///
    /// - Parameters:
    ///   - settings: What it decides by; see ``ClassifierSettings/firstOutOfRange``.
    ///   - samplingPeriod: How far apart samples are going to be, as far as is known. It is then
    ///     learned from the samples.
    public init(
        settings: ClassifierSettings = ClassifierSettings(),
        samplingPeriod: Duration = .milliseconds(100)
    ) {
        steadyRule = HysteresisRule(settings: settings, margin: 0)
        mediumRule = HysteresisRule(settings: settings, margin: settings.mediumMarginDegrees)
        slowRule = HysteresisRule(settings: settings, margin: settings.slowMarginDegrees)
        limits = ClassifierLimits(settings)
        window = EvidenceWindow(settings)
        mediumFilter = LowPassFilter(timeConstant: settings.mediumTimeConstantSeconds)
        slowFilter = LowPassFilter(timeConstant: settings.slowTimeConstantSeconds)
        period = Double(nanoseconds: samplingPeriod.wholeNanoseconds)
    }

    /// Takes a sample.
    ///
    /// A sample is ignored if it is not newer than the one before, is not finite, or is beyond what any
    /// accelerometer measures (10,000 m/s²). One that is all zero is no evidence.
    ///
    /// - Parameters:
    ///   - acceleration: Specific force in the device frame, in m/s².
    ///   - time: When the sample was taken, on a clock that does not go backwards.
    /// - Returns: The orientation in force after this sample.
    @discardableResult
    public mutating func classify(_ acceleration: Acceleration, at time: Duration) -> DeviceOrientation {
        classify(acceleration, atNanoseconds: time.wholeNanoseconds)
    }

    /// Takes a sample, see ``classify(_:at:)``, whose time is at hand as a plain number.
    ///
    /// - Parameter time: In nanoseconds, at most ±145 years, so that differences are whole numbers too.
    @discardableResult
    package mutating func classify(
        _ acceleration: Acceleration, atNanoseconds time: Int64
    ) -> DeviceOrientation {
        let sample = Vector(x: acceleration.x, y: acceleration.y, z: acceleration.z)
        // Written so that NaN is ignored as well.
        guard sample.squaredLength <= 1e8 else { return orientation }
        take(sample, at: time)
        return orientation
    }

    /// Tells what time it is when there are no samples.
    ///
    /// - Parameter time: The time now, on the clock of the samples.
    /// - Returns: The orientation in force: ``DeviceOrientation/unknown`` from ``silenceTime`` on.
    @discardableResult
    public mutating func advance(to time: Duration) -> DeviceOrientation {
        if let silenceTime, time >= silenceTime { forget() }
        return orientation
    }

    /// Knows nothing any more, at once: the sensor is known to have fallen silent, or to be another one.
    public mutating func forget() {
        orientation = .unknown
        decidingPath = nil
        clearEvidence()
    }

    /// When ``advance(to:)`` will say unknown if no sample comes; nothing while it is unknown anyway.
    public var silenceTime: Duration? {
        guard let lastTime, orientation != .unknown else { return nil }
        let silence = max(settings.silenceSeconds, settings.silencePeriods * period)
        return .nanoseconds(lastTime) + .nanoseconds(Int64(seconds: silence))
    }

    /// What an acceleration alone looks like, before all hysteresis. Unknown if it is zero.
    public func candidate(for acceleration: Acceleration) -> DeviceOrientation {
        let up = Vector(x: acceleration.x, y: acceleration.y, z: acceleration.z)
        guard up.squaredLength > 0, up.squaredLength.isFinite else { return .unknown }
        return steadyRule.orientation(of: up, from: .unknown, lastSide: nil)
    }
}

// MARK: Evidence

extension OrientationClassifier {
    private mutating func take(_ sample: Vector, at time: Int64) {
        var step = 0.0
        if let lastTime {
            guard time > lastTime else { return }
            step = Double(nanoseconds: time - lastTime)
            if step > max(limits.interruptionSeconds, limits.interruptionPeriods * period) {
                clearEvidence()
            } else {
                period += 0.1 * (step - period)
            }
        }
        lastTime = time

        let squaredLength = sample.squaredLength
        if squaredLength >= limits.squaredFreeFall {
            lastGravityTime = time
        } else if let lastGravityTime {
            if time - lastGravityTime > limits.freeFall { forget() }
        } else {
            lastGravityTime = time
        }
        if squaredLength == 0 { return }

        collect(sample, at: time, after: step)
        if orientation == .unknown {
            start(with: sample, at: time)
        } else {
            weigh(at: time)
        }
    }

    private mutating func collect(_ sample: Vector, at time: Int64, after step: Double) {
        window.append(sample, at: time)
        if startTime == nil {
            startTime = time
            mediumFilter.reset(to: sample)
            slowFilter.reset(to: sample)
        } else {
            mediumFilter.append(sample, after: step)
            slowFilter.append(sample, after: step)
        }
    }

    /// Looks for the first orientation.
    private mutating func start(with sample: Vector, at time: Int64) {
        let mean = window.mean
        if window.count == 1, limits.startLength.contains(sample.squaredLength) {
            commit(steadyRule.orientation(of: sample, from: .unknown, lastSide: nil), by: .start)
        } else if limits.isSteady(mean, squaredSpread: window.squaredSpread) {
            commit(steadyRule.orientation(of: mean, from: .unknown, lastSide: nil), by: .steady)
        } else if let startTime, time - startTime >= limits.startWait, limits.isGravity(slowFilter.value) {
            commit(steadyRule.orientation(of: slowFilter.value, from: .unknown, lastSide: nil), by: .slow)
        }
    }

    /// Looks for a change, by each of the paths.
    private mutating func weigh(at time: Int64) {
        let mean = window.mean
        let spread = window.squaredSpread
        let isSteady = limits.isSteady(mean, squaredSpread: spread)
        let isCalm = spread <= limits.squaredMediumSpread && limits.isGravity(mediumFilter.value)
        let isGravity = limits.isGravity(slowFilter.value)

        let bySteady =
            isSteady ? steadyRule.orientation(of: mean, from: orientation, lastSide: lastSide) : nil
        let byMedium =
            isCalm
            ? mediumRule.orientation(of: mediumFilter.value, from: orientation, lastSide: lastSide) : nil
        let bySlow =
            isGravity
            ? slowRule.orientation(of: slowFilter.value, from: orientation, lastSide: lastSide) : nil
        steady.follow(bySteady, since: window.oldest, inForce: orientation)
        medium.follow(byMedium, since: time, inForce: orientation)
        slow.follow(bySlow, since: time, inForce: orientation)

        if let new = limits.due(steady, on: .steady, from: orientation, at: time) {
            commit(new, by: .steady)
            // The filters, which lag behind, go on from what is certain, lest they take it back.
            mediumFilter.reset(to: mean)
            slowFilter.reset(to: mean)
        } else if let new = limits.due(medium, on: .medium, from: orientation, at: time) {
            commit(new, by: .medium)
        } else if let new = limits.due(slow, on: .slow, from: orientation, at: time) {
            commit(new, by: .slow)
        }
    }

    private mutating func commit(_ new: DeviceOrientation, by path: EvidencePath) {
        orientation = new
        decidingPath = path
        if !new.isFlat { lastSide = new }
        clearCandidates()
    }

    private mutating func clearEvidence() {
        window.removeAll()
        startTime = nil
        lastGravityTime = nil
        clearCandidates()
    }

    private mutating func clearCandidates() {
        steady = PendingOrientation()
        medium = PendingOrientation()
        slow = PendingOrientation()
    }
}
