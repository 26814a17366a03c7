public import IndustrialIO
public import OrientationCore

/// What a sensor delivered when it was tried for a short while.
public struct DoctorMeasurement: Equatable, Sendable {
    /// Who read it.
    public enum Reader: Equatable, Sendable {
        /// The daemon, with the status that it tells its clients.
        case daemon(status: String)
        /// The program that asks, without the daemon.
        case own
    }

    /// Who read it.
    public var reader: Reader
    /// How it was read in the end.
    public var transport: SensorTransport
    /// Whether it has a threshold of its own, below which it reports nothing.
    public var reportsChangesOnly = false
    /// The rate that it was asked for, in Hz.
    public var rateAsked: Double?
    /// How long it was tried.
    public var duration = Duration.zero
    /// The measurements; nothing where they may not be seen.
    public var samples: [SensorSample]?
    /// How many reads failed meanwhile.
    public var failures = 0
    /// The last failure, for people.
    public var lastFailure: String?
    /// How the daemon says the device is held, or how the last measurement looks by itself.
    public var orientation = DeviceOrientation.unknown
    /// Whether the casing is folded like a laptop, where a switch says so.
    public var isLaptop: Bool?
    /// Why it could not be tried.
    public var problem: String?

    /// A try that has not yet delivered anything.
    public init(reader: Reader, transport: SensorTransport) {
        self.reader = reader
        self.transport = transport
    }
}

extension DoctorMeasurement {
    /// Whether every reading was all zero.
    var isAllZero: Bool {
        samples.map { !$0.isEmpty && $0.allSatisfy { $0.raw == RawReading(x: 0, y: 0, z: 0) } } ?? false
    }

    /// Whether there are several readings and all are the same to the last step.
    var isConstant: Bool {
        guard let samples, samples.count >= 3 else { return false }
        return samples.allSatisfy { $0.raw == samples[0].raw }
    }

    /// Readings each second, from the first to the last.
    var rate: Double? {
        guard let samples, let first = samples.first, let last = samples.last, last.time > first.time
        else { return nil }
        return Double(samples.count - 1) / (last.time - first.time).inSeconds
    }

    /// The middle length of the accelerations, in m/s².
    var middleLength: Double? {
        guard let samples, !samples.isEmpty else { return nil }
        let lengths = samples.map { sample in
            let a = sample.acceleration
            return (a.x * a.x + a.y * a.y + a.z * a.z).squareRoot()
        }
        return lengths.sorted()[lengths.count / 2]
    }
}

extension Duration {
    /// Seconds with a fraction.
    var inSeconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }
}
