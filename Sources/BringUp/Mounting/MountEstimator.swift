internal import OrientationCore

/// Finds the signed permutation that fits what is known of a mounting: which axis of the sensor lies along
/// which axis of the device, and which way round.
///
/// Each of the 48 is tried. It fits if every label is what it would have led to, and every reading points
/// within ``toleranceDegrees`` of where it should; the length of readings does not matter, since sensors
/// rest at anything from two thirds to four thirds of gravity. What all that fit agree upon is determined;
/// where they differ, all are named, and nothing is taken for certain.
public enum MountEstimator {
    /// How far a reading may point from where it should and still fit, in degrees.
    ///
    /// Above 45, so that a posture that was held halfway between two leaves both open: what is nearer than
    /// 35 degrees to one axis fits no other.
    public static let toleranceDegrees = 55.0

    /// By how much of gravity the two readings of opposite postures must be off the same way before that
    /// is taken off all readings first: the raw values of some chips count from the middle of their range.
    private static let largeBias = 0.25

    /// The same where an offset was taken off: two readings are then always opposite, however they were held.
    private static let centredToleranceDegrees = 40.0

    /// How far readings of postures at right angles are apart at the least, in degrees.
    private static let leastSeparationDegrees = 30.0

    /// By how much gravity may be less than the readings say where none of them is complete.
    private static let gravityUncertainty = 1.15

    /// Estimates.
    ///
    /// - Throws: ``EstimateError`` if there is no evidence, or nothing fits it.
    public static func estimate(_ evidence: MountingEvidence) throws(EstimateError) -> MountEstimate {
        let candidates = try candidates(evidence)
        guard let best = candidates.first else { throw .noEvidence }
        let sensor = SensorErrors(evidence.readings, mounting: best.mounting)
        let residual = residual(of: best.mounting.matrix, evidence.readings, bias: sensor.bias)
        let determined = zip("xyz", 0..<3).filter { _, row in
            candidates.allSatisfy { $0.mounting.rows[row] == best.mounting.rows[row] }
        }
        let isCertain = determined.count == 3
        return MountEstimate(
            matrix: best.mounting.matrix, determined: String(determined.map(\.0)),
            alternatives: candidates.dropFirst().map(\.mounting.matrix),
            residualDegrees: residual.rootMeanSquare, worst: residual.worst, sensor: sensor,
            contradictsHandedness: isCertain
                && best.mounting.isMirrored != evidence.handedness.isMirrored)
    }

    /// A mounting that fits.
    private struct Candidate {
        let mounting: SignedPermutation
        /// The sum of the squares of the angles, in square degrees.
        let misfit: Double
        /// Whether it suits the kind of sensor.
        let isExpected: Bool
    }

    /// The mountings that fit, the best first.
    private static func candidates(_ evidence: MountingEvidence) throws(EstimateError) -> [Candidate] {
        let postures = evidence.postures
        if postures.isEmpty { throw .noEvidence }
        if let posture = postures.first(where: { posture in
            evidence.readings[posture].map(\.isNoMeasurement) ?? false
        }) {
            throw .noReading(posture)
        }

        let readings = centred(evidence)
        var centredEvidence = evidence
        centredEvidence.readings = readings
        guard evidence.readings.isEmpty || centredEvidence.gravity != nil else {
            throw .noReading(postures.first { evidence.readings[$0] != nil } ?? postures[0])
        }
        if let posture = repeated(readings) { throw .contradictory(posture) }
        let gravity = centredEvidence.gravity
        let tolerance = readings == evidence.readings ? toleranceDegrees : centredToleranceDegrees
        var fitting: [Candidate] = []
        var leastMisfit = (total: Double.infinity, posture: postures[0])
        for mounting in SignedPermutation.all {
            var total = 0.0
            var worst = (degrees: -1.0, posture: postures[0])
            for posture in postures {
                var degrees = readings[posture].map { angle(of: $0, posture, mounting, gravity) } ?? 0
                if let label = evidence.labels[posture],
                    !label.isNearest(to: evidence.through.applied(to: mounting.saying(posture)))
                {
                    degrees = 180
                }
                total += degrees * degrees
                if degrees > worst.degrees { worst = (degrees, posture) }
            }
            if worst.degrees <= tolerance {
                fitting.append(
                    Candidate(
                        mounting: mounting, misfit: total,
                        isExpected: mounting.isMirrored == evidence.handedness.isMirrored))
            }
            if total < leastMisfit.total { leastMisfit = (total, worst.posture) }
        }
        if fitting.isEmpty { throw .contradictory(leastMisfit.posture) }
        // The order of `all` decides between equals, since sorting need not keep it.
        return fitting.enumerated().sorted { left, right in
            if abs(left.element.misfit - right.element.misfit) > 1e-6 {
                return left.element.misfit < right.element.misfit
            }
            if left.element.isExpected != right.element.isExpected { return left.element.isExpected }
            return left.offset < right.offset
        }.map(\.element)
    }

    /// A posture whose reading is so near to that of one at right angles that an offset has to be in both:
    /// two that lean back halfway are still further apart. Nothing if there is none.
    static func repeated(_ readings: [Posture: PostureReading]) -> Posture? {
        let complete = Posture.allCases.compactMap { posture in
            readings[posture]?.vector.map { (posture, $0) }
        }
        for (index, (posture, reading)) in complete.enumerated() {
            let isRepeated = complete.prefix(index).contains { other, earlier in
                other != posture.opposite && reading.degrees(to: earlier) < leastSeparationDegrees
            }
            if isRepeated { return posture }
        }
        return nil
    }

    /// The readings without what opposite postures have in common, if that is a large part of gravity.
    private static func centred(_ evidence: MountingEvidence) -> [Posture: PostureReading] {
        let readings = evidence.readings
        let pairs = [Posture.normal, .leftUp, .faceUp].compactMap { posture in
            readings[posture].flatMap { first in readings[posture.opposite].map { (first, $0) } }
        }
        let middle = (0..<3).map { axis -> Double? in
            let middles = pairs.compactMap { first, second in
                first.axes[axis].flatMap { first in second.axes[axis].map { (first + $0) / 2 } }
            }
            return middles.isEmpty ? nil : middles.reduce(0, +) / Double(middles.count)
        }
        var evidence = evidence
        evidence.readings = readings.mapValues { $0.subtracting(middle) }
        let shift = middle.reduce(0) { $0 + ($1 ?? 0) * ($1 ?? 0) }.squareRoot()
        guard let gravity = evidence.gravity, shift > largeBias * (gravity.likely ?? gravity.least) else {
            return readings
        }
        return evidence.readings
    }

    /// How far a reading points from where a mounting would have it, in degrees from 0 to 180.
    ///
    /// Where axes are unknown the length of the known ones counts as well: what is missing to gravity has
    /// to be on an unknown axis. Where nothing tells how long gravity is, it may all be there.
    private static func angle(
        of reading: PostureReading, _ posture: Posture, _ mounting: SignedPermutation,
        _ gravity: GravityEstimate?
    ) -> Double {
        let (up, sign) = mounting.upAxis(in: posture)
        let across = (0..<3).reduce(0.0) { sum, axis in
            axis == up ? sum : sum + (reading.axes[axis] ?? 0) * (reading.axes[axis] ?? 0)
        }.squareRoot()
        guard let along = reading.axes[up].map({ $0 * sign }) else {
            guard let likely = gravity?.likely else { return 0 }
            return Mathematics.arcsineDegrees(across / likely * gravityUncertainty)
        }
        let known = Mathematics.arctangentDegrees(y: across, x: along)
        guard reading.vector == nil, let gravity else { return known }
        return max(known, 90 - Mathematics.arcsineDegrees(along / (gravity.likely ?? gravity.least)))
    }
}

extension MountEstimator {
    /// How well readings of all three axes fit a matrix once the bias is taken off.
    static func residual(
        of matrix: MountMatrix, _ readings: [Posture: PostureReading], bias: [Double?]
    ) -> (rootMeanSquare: Double, worst: MountEstimate.Deviation?) {
        var worst: MountEstimate.Deviation?
        var sum = 0.0
        var count = 0
        for posture in Posture.allCases {
            guard let vector = readings[posture]?.subtracting(bias).vector else { continue }
            let degrees = matrix.applied(to: vector).degrees(to: posture.direction)
            sum += degrees * degrees
            count += 1
            if degrees > worst?.degrees ?? -1 { worst = .init(posture: posture, degrees: degrees) }
        }
        return (count == 0 ? 0 : (sum / Double(count)).squareRoot(), worst)
    }
}

extension SignedPermutation {
    /// What the sensor says in a posture, one unit long.
    fileprivate func saying(_ posture: Posture) -> Vector {
        let (axis, sign) = upAxis(in: posture)
        return Vector(axis: axis, sign)
    }
}

extension SensorHandedness {
    /// Whether its matrix mirrors.
    var isMirrored: Bool { self == .left }
}
