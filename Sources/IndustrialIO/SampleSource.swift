public import OrientationCore

/// The numbers of a sensor, in raw steps, on the axes of the sensor.
public struct RawReading: Equatable, Sendable {
    /// The sensor's x axis.
    public var x: Int64
    /// The sensor's y axis.
    public var y: Int64
    /// The sensor's z axis.
    public var z: Int64

    /// Makes a reading of three raw values.
    public init(x: Int64, y: Int64, z: Int64) {
        self.x = x
        self.y = y
        self.z = z
    }
}

/// One measurement.
public struct SensorSample: Equatable, Sendable {
    /// When it was taken, in nanoseconds since the zero of `CLOCK_BOOTTIME`. Grows from sample to sample of a
    /// source. A plain number, since calculating with durations would be much of what a sample costs.
    public var nanoseconds: Int64
    /// What the sensor said.
    public var raw: RawReading
    /// The same in m/s² in the device frame.
    public var acceleration: Acceleration

    /// Makes a measurement.
    public init(nanoseconds: Int64, raw: RawReading, acceleration: Acceleration) {
        self.nanoseconds = nanoseconds
        self.raw = raw
        self.acceleration = acceleration
    }

    /// Makes a measurement.
    ///
    /// - Parameter time: As ``time``.
    public init(time: Duration, raw: RawReading, acceleration: Acceleration) {
        self.init(nanoseconds: time.wholeNanoseconds, raw: raw, acceleration: acceleration)
    }

    /// When it was taken, since the zero of `CLOCK_BOOTTIME`; to the nanosecond, and 145 years at most.
    public var time: Duration { .nanoseconds(nanoseconds) }
}

/// What a source tells its owner.
public enum SourceEvent: Equatable, Sendable {
    /// A measurement. While a polled sensor lies still none is told, see ``SampleSource``.
    case sample(SensorSample)
    /// Something failed; it is counted, and the source goes on by itself.
    case failure(SensorFailure)
    /// Nothing usable has come for as long as a classifier believes in; now is this late.
    case silence(at: Duration)
    /// How the sensor is read has changed: see the catalogue's description of it.
    case changed
    /// Nothing will come any more: the device is gone, or the recording is over (no failure).
    case ended(SensorFailure?)
}

/// Reads one sensor, and tells what it reads on the thread of the loop.
///
/// A source that is polled reads a still sensor seldom and without waking the loop: only a sample
/// that differs is told, with the last one before it. For this it has to know what was made of the
/// samples: see ``orientationInForce(_:)``.
public protocol SampleSource: AnyObject {
    /// Powers the sensor and begins to tell events. What goes wrong is told as an event too.
    func start()

    /// Ends reading, puts back what was changed in the kernel, and tells nothing more. Does not wait
    /// for a read that hangs.
    func stop()

    /// Takes note of the orientation that the classifier holds, after each sample or when it changes.
    func orientationInForce(_ orientation: DeviceOrientation)

    /// Chooses between the samples that matter for the orientation and every one that is read.
    func tellEverySample(_ everySample: Bool)
}
