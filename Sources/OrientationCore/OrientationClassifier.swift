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
    public let settings: ClassifierSettings
    /// The orientation in force.
    public private(set) var orientation = DeviceOrientation.unknown
    /// The evidence that decided on ``orientation``; nothing while it is unknown.
    public private(set) var decidingPath: EvidencePath?

    private let rule: HysteresisRule
    let limits: ClassifierLimits
    private var lastSide: DeviceOrientation?

    private(set) var window: EvidenceWindow
    private var mediumFilter: LowPassFilter
    private var slowFilter: LowPassFilter
    private(set) var steady = PendingOrientation()
    private(set) var medium = PendingOrientation()
    private(set) var slow = PendingOrientation()

    private var lastTime: Int64?
    /// When the first sample came of which the filters are made.
    private var startTime: Int64?
    private var lastGravityTime: Int64?
    private var period: Double

    /// Makes a classifier that knows nothing yet.
    ///
    /// - Parameters:
    ///   - settings: What it decides by; see ``ClassifierSettings/firstOutOfRange``.
    ///   - samplingPeriod: How far apart samples are going to be, as far as is known. It is then
    ///     learned from the samples.
    public init(settings: ClassifierSettings = ClassifierSettings(), samplingPeriod: Duration? = nil) {
        self.settings = settings
        rule = HysteresisRule(settings: settings)
        limits = ClassifierLimits(settings)
        window = EvidenceWindow(length: limits.window, pairAge: limits.pair)
        mediumFilter = LowPassFilter(timeConstant: settings.mediumTimeConstantSeconds)
        slowFilter = LowPassFilter(timeConstant: settings.slowTimeConstantSeconds)
        period = samplingPeriod.map { Double(nanoseconds: $0.wholeNanoseconds) } ?? 0.1
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
        let sample = Vector(x: acceleration.x, y: acceleration.y, z: acceleration.z)
        // Written so that NaN is ignored as well.
        guard sample.squaredLength <= 1e8 else { return orientation }
        take(sample, at: time.wholeNanoseconds)
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
        return rule.orientation(of: up, from: .unknown, lastSide: nil, margin: 0)
    }
}

// MARK: Evidence

extension OrientationClassifier {
    private mutating func take(_ sample: Vector, at time: Int64) {
        var step = 0.0
        if let lastTime {
            guard time > lastTime else { return }
            step = Double(nanoseconds: time - lastTime)
            if step > max(settings.interruptionSeconds, settings.interruptionPeriods * period) {
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
        if window.count == 1, limits.startLength.contains(sample.squaredLength) {
            commit(decide(sample, margin: 0), by: .start)
        } else if let mean = steadyMean {
            commit(decide(mean, margin: 0), by: .steady)
        } else if let startTime, time - startTime >= limits.startWait,
            limits.filterLength.contains(slowFilter.value.squaredLength)
        {
            commit(decide(slowFilter.value, margin: 0), by: .slow)
        }
    }

    /// Looks for a change, by each of the paths.
    private mutating func weigh(at time: Int64) {
        steady.follow(
            steadyMean.map { decide($0, margin: 0) }, since: window.oldest, inForce: orientation)
        medium.follow(
            mediumMean.map { decide($0, margin: settings.mediumMarginDegrees) }, since: time,
            inForce: orientation)
        slow.follow(
            slowMean.map { decide($0, margin: settings.slowMarginDegrees) }, since: time,
            inForce: orientation)

        let due =
            due(steady, on: .steady, at: time) ?? due(medium, on: .medium, at: time)
            ?? due(slow, on: .slow, at: time)
        if let due { commit(due.orientation, by: due.path) }
    }

    /// The mean of a window that is steady and shows gravity.
    private var steadyMean: Vector? {
        guard windowIsFilled else { return nil }
        let mean = window.mean
        guard
            window.squaredSpread(around: mean) <= limits.squaredSteadySpread,
            limits.steadyLength.contains(mean.squaredLength)
        else { return nil }
        return mean
    }

    /// What the medium filter says, while samples are not too far apart and it shows gravity.
    private var mediumMean: Vector? {
        guard
            windowIsFilled, window.squaredSpread(around: window.mean) <= limits.squaredMediumSpread,
            limits.filterLength.contains(mediumFilter.value.squaredLength)
        else { return nil }
        return mediumFilter.value
    }

    /// What the slow filter says, while it shows gravity.
    private var slowMean: Vector? {
        guard limits.filterLength.contains(slowFilter.value.squaredLength) else { return nil }
        return slowFilter.value
    }

    var windowIsFilled: Bool { window.count >= 2 && window.span >= limits.filledSpan }

    private func decide(_ up: Vector, margin: Double) -> DeviceOrientation {
        rule.orientation(of: up, from: orientation, lastSide: lastSide, margin: margin)
    }

    private func due(
        _ candidate: PendingOrientation, on path: EvidencePath, at time: Int64
    ) -> (orientation: DeviceOrientation, path: EvidencePath)? {
        guard
            let new = candidate.orientation,
            time - candidate.since >= limits.dwell(on: path, from: orientation, to: new)
        else { return nil }
        return (new, path)
    }

    private mutating func commit(_ new: DeviceOrientation, by path: EvidencePath) {
        orientation = new
        decidingPath = path
        if !new.isFlat { lastSide = new }
        clearCandidates()
    }

    private mutating func forget() {
        orientation = .unknown
        decidingPath = nil
        clearEvidence()
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
