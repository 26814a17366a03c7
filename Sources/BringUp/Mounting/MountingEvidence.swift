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

    /// Whether it tells nothing: all three axes are zero, or one is no number. A zero beside axes that are not
    /// known says where gravity is not.
    var isNoMeasurement: Bool { !knownLength.isFinite || vector?.length == 0 }

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
    /// 1 g in the unit of the readings, if that is known.
    public var knownGravity: Double?
    /// What kind of sensor it is. Decides which of two matrices comes first where the evidence does not.
    public var handedness = SensorHandedness.right

    /// No evidence.
    public init() {}

    /// The postures that something is known of, in a fixed order.
    var postures: [Posture] { Posture.allCases.filter { readings[$0] != nil || labels[$0] != nil } }

    /// 1 g in the unit of the readings, as far as they tell; nothing without readings.
    var gravity: GravityEstimate? { GravityEstimate(Array(readings.values), known: knownGravity) }
}

/// How long 1 g is in the unit of some readings.
struct GravityEstimate: Equatable {
    /// It is no less than this: what is known of a reading is no longer than the whole.
    let least: Double
    /// It is about this. Nothing where only parts of readings are known that need not be the larger ones: a
    /// few small numbers may be all that is left of gravity on an axis that does not point up.
    let likely: Double?

    /// Sensors rest at up to a third more than gravity.
    private static let longest = 4.0 / 3
    /// m/s², the only unit that numbers alone give away, and only near 9.8: in the others 1 g is anything, and
    /// ten steps of a sensor are noise.
    private static let metresPerSecondSquared = 9.0...10.6

    /// - Parameter known: 1 g in the unit of the readings, if that is known.
    init?(_ readings: [PostureReading], known: Double?) {
        let complete = readings.compactMap(\.vector?.length).filter { $0 > 0 && $0.isFinite }
        guard let longest = readings.map(\.knownLength).filter(\.isFinite).max(), longest > 0 else {
            return nil
        }
        least = longest / Self.longest
        if !complete.isEmpty {
            likely = Self.middle(complete)
        } else if let known {
            likely = known
        } else {
            likely = Self.metresPerSecondSquared.contains(longest) ? longest : nil
        }
    }

    /// The value that half of them are below and half above.
    private static func middle(_ lengths: [Double]) -> Double {
        let sorted = lengths.sorted()
        return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
    }
}
