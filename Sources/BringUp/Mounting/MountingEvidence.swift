public import OrientationCore

/// What a sensor said while a device was held still: three numbers on the axes of the sensor, in whatever
/// unit, as long as it is the same for all readings.
public struct PostureReading: Equatable, Sendable {
    /// x, y and z. Nothing for an axis that is not known.
    public let axes: [Double?]

    /// Makes a reading of the three axes.
    public init(x: Double?, y: Double?, z: Double?) { axes = [x, y, z] }

    /// All three, if they are known.
    var vector: Vector? {
        guard let x = axes[0], let y = axes[1], let z = axes[2] else { return nil }
        return Vector(x: x, y: y, z: z)
    }

    /// The length of what is known.
    var knownLength: Double {
        axes.reduce(0) { $0 + ($1 ?? 0) * ($1 ?? 0) }.squareRoot()
    }

    /// The reading with something taken off each known axis.
    func subtracting(_ bias: [Double?]) -> PostureReading {
        let rest = zip(axes, bias).map { axis, bias in axis.map { $0 - (bias ?? 0) } }
        return PostureReading(x: rest[0], y: rest[1], z: rest[2])
    }
}

/// All that is known of how a sensor is mounted.
public struct MountingEvidence: Equatable, Sendable {
    /// What the sensor said by posture.
    public var readings: [Posture: PostureReading] = [:]
    /// What a desktop or iio-sensor-proxy called the posture, by the real one.
    public var labels: [Posture: Posture] = [:]
    /// The mount matrix that was in force when the labels were seen.
    public var through = MountMatrix.identity
    /// What kind of sensor it is. Decides which of two matrices comes first where the evidence does not.
    public var handedness = SensorHandedness.right

    /// No evidence.
    public init() {}

    /// The postures that something is known of, in a fixed order.
    var postures: [Posture] { Posture.allCases.filter { readings[$0] != nil || labels[$0] != nil } }

    /// 1 g in the unit of the readings, roughly: half of the readings are shorter, half longer. Nothing
    /// without readings. Of readings with unknown axes the known part counts, if there are no others.
    var gravity: Double? {
        let complete = readings.values.compactMap(\.vector?.length)
        let lengths = (complete.isEmpty ? readings.values.map(\.knownLength) : complete).sorted()
        guard !lengths.isEmpty else { return nil }
        return (lengths[(lengths.count - 1) / 2] + lengths[lengths.count / 2]) / 2
    }
}
