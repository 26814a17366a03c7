public import OrientationCore

/// The mount matrix that fits the evidence, and how well.
public struct MountEstimate: Equatable, Sendable {
    /// The matrix that fits best, in the frame of the hardware database.
    public let matrix: MountMatrix
    /// The rows of ``matrix`` that the evidence leaves no doubt about: `xyz`, `xy` if the sign of z is
    /// open, or fewer letters if more is.
    public let determined: String
    /// The other matrices that fit, the better ones first. Empty if all rows are ``determined``.
    public let alternatives: [MountMatrix]
    /// The root mean square of the angles between the readings and where they should point, in degrees.
    /// 0 where there are only labels.
    public let residualDegrees: Double
    /// The posture that is furthest off, and by how many degrees. Nothing where there are only labels.
    public let worst: Deviation?
    /// What the readings tell about the sensor itself.
    public let sensor: SensorErrors
    /// Whether all rows are determined and the matrix mirrors although the kind of sensor does not, or the
    /// other way round: then a posture was probably held the wrong way round.
    public let contradictsHandedness: Bool

    /// How far the reading of a posture is from where it should point.
    public struct Deviation: Equatable, Sendable {
        /// The posture.
        public let posture: Posture
        /// The angle in degrees.
        public let degrees: Double
    }
}

/// Why no mount matrix can be told.
public enum EstimateError: Error, Equatable, Sendable {
    /// There are neither readings nor labels.
    case noEvidence
    /// The reading of a posture is zero on all known axes, or not a number: no measurement.
    case noReading(Posture)
    /// No matrix fits all postures; the named one fits least.
    case contradictory(Posture)
    /// A full rotation needs complete readings of at least two postures that are neither the same nor
    /// opposite, among them two with the display upright.
    case tooLittleForRotation
}

extension EstimateError: CustomStringConvertible {
    /// What is wrong and what would be right, in English, without a full stop.
    public var description: String { description(.hardwareDatabase) }

    /// The same with other names of postures.
    public func description(_ names: PostureNames) -> String {
        switch self {
        case .noEvidence:
            "there is neither a reading nor a label; at least two postures are needed, such as "
                + "\(names[.normal]) and \(names[.rightUp])"
        case .noReading(let posture):
            "the reading of \(names[posture]) is no measurement: all that is known of it is zero"
        case .contradictory(let posture):
            "no mounting explains all postures; \(names[posture]) fits least: was it held that way?"
        case .tooLittleForRotation:
            "a full rotation needs readings of all three axes, of \(names[.normal]) or \(names[.bottomUp]) and "
                + "of \(names[.leftUp]) or \(names[.rightUp]) at least"
        }
    }
}
