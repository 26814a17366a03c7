internal import BringUp
internal import OrientationClient
internal import OrientationCore
internal import OrientationProtocol

/// What `orientationctl watch` knows by now: what came from the sensor and the service, and what the
/// same classifier makes of it here.
struct WatchModel {
    /// A change of the orientation that was decided here.
    struct Change: Equatable {
        let from: DeviceOrientation
        let to: DeviceOrientation
        /// The evidence that decided; nothing for unknown.
        let path: EvidencePath?
        let time: Duration
    }

    /// After so long without a sample that is said.
    private static let patience = Duration.seconds(2)
    /// A difference from the service that lasts as long as this is told.
    private static let agreement = Duration.seconds(1)

    /// The sensor; nothing until it is known.
    private(set) var sensor: Sensor?
    /// The newest sample.
    private(set) var sample: Sample?
    /// How many samples were lost on the way here.
    private(set) var lostCount = 0
    /// Samples each second, over the last moments.
    private(set) var rate = SamplingRate()
    /// What the service says; nothing where it is not asked.
    private(set) var state: OrientationState?
    /// The same decisions as the service's, made here.
    private(set) var classifier: OrientationClassifier
    /// The last change that was decided here.
    private(set) var lastChange: Change?
    /// The last orientation that was a side.
    private(set) var side = DeviceOrientation.portrait

    /// How the service says that the device is held, if it decides by this sensor.
    private var told: DeviceOrientation?
    private var differsSince: Duration?
    /// The time now.
    private(set) var now = Duration.zero

    init(settings: ClassifierSettings) { classifier = OrientationClassifier(settings: settings) }

    /// How the device is held: by the service, or as it is decided here for a sensor that it does not use.
    var held: DeviceOrientation { told ?? classifier.orientation }

    /// How long nothing has come; nothing while samples come.
    var silence: Duration? {
        guard let sample, now - sample.timestamp > Self.patience else { return nil }
        return now - sample.timestamp
    }

    /// How it is decided here, if the service has said something else for longer than a moment.
    var difference: DeviceOrientation? {
        guard let differsSince, now - differsSince >= Self.agreement else { return nil }
        return classifier.orientation
    }

    /// Takes what came from the sensor.
    mutating func take(_ event: SampleEvent) {
        switch event {
        case .sensor(let sensor): self.sensor = sensor
        case .samples(let samples, let lost, let device):
            lostCount += lost
            for sample in samples {
                decide { $0.classify(sample.acceleration, at: sample.timestamp) }
                rate.append(sample.timestamp)
                self.sample = sample
            }
            told = device
        case .ended: break
        }
        compare()
    }

    /// Takes what the service says.
    mutating func take(_ state: OrientationState) { self.state = state }

    /// Tells what time it is.
    mutating func advance(to time: Duration) {
        now = time
        decide { $0.advance(to: time) }
        compare()
    }

    private mutating func decide(_ step: (inout OrientationClassifier) -> DeviceOrientation) {
        let before = classifier.orientation
        let after = step(&classifier)
        guard after != before else { return }
        lastChange = Change(
            from: before, to: after, path: classifier.decidingPath, time: sample?.timestamp ?? now)
        if after.interfaceOrientation != nil { side = after }
    }

    private mutating func compare() {
        guard let told, told != classifier.orientation else {
            differsSince = nil
            return
        }
        differsSince = differsSince ?? now
    }
}
