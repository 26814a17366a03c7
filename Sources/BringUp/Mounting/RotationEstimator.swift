internal import OrientationCore

/// Finds the rotation, or rotation and mirror, that fits complete readings best, for sensors that are not
/// mounted along the axes of the device.
///
/// This is Wahba's problem: of all orthogonal matrices M the one that makes the sum of |e − M·r|² least,
/// with r the direction of a reading and e where it should point. Its solution is the orthogonal factor of
/// Σ e·rᵀ, which Newton's iteration finds without an eigenvalue problem (Higham, *Computing the polar
/// decomposition — with applications*, 1986). Where no posture lay flat, it is solved for the rows of x and
/// y, and z is their product.
public enum RotationEstimator {
    /// How much the postures may be off, altogether, before they count as held badly: the root mean square
    /// of six postures that were held within 3 degrees is not above that.
    public static let goodResidualDegrees = 3.0

    /// How often bias and rotation are found in turn. Each round divides the error by ten at least.
    private static let rounds = 6

    /// Estimates.
    ///
    /// The bias of the sensor is found along with the rotation as far as opposite postures tell of it.
    ///
    /// - Throws: ``EstimateError`` if there is too little evidence, or it contradicts itself.
    public static func estimate(_ evidence: MountingEvidence) throws(EstimateError) -> MountEstimate {
        let complete = evidence.readings.compactMapValues(\.vector)
        guard Self.tells(of: [.normal, .bottomUp], complete), Self.tells(of: [.leftUp, .rightUp], complete)
        else { throw .tooLittleForRotation }
        if let posture = Posture.allCases.first(where: { complete[$0].map { !($0.length > 0) } ?? false }) {
            throw .noReading(posture)
        }
        let showsZ = Self.tells(of: [.faceUp, .faceDown], complete)

        var bias = Vector.zero
        var matrix = MountMatrix.identity
        for _ in 0..<rounds {
            guard let next = rotation(complete.mapValues { $0 - bias }, showsZ, evidence.handedness) else {
                throw .contradictory(complete.keys.min { $0.rawValue < $1.rawValue } ?? .normal)
            }
            matrix = next
            bias = Self.bias(complete, matrix)
        }
        let axes = bias.components.map { Double?($0) }
        let readings = complete.mapValues { PostureReading(x: $0.x, y: $0.y, z: $0.z) }
        let residual = MountEstimator.residual(of: matrix, readings, bias: axes)
        if let worst = residual.worst, worst.degrees > MountEstimator.toleranceDegrees {
            throw .contradictory(worst.posture)
        }
        if let posture = MountEstimator.repeated(readings) ?? Self.contradiction(evidence, matrix, bias) {
            throw .contradictory(posture)
        }
        return MountEstimate(
            matrix: matrix.rounded, determined: showsZ ? "xyz" : "xy",
            alternatives: showsZ ? [] : [matrix.withOppositeZ.rounded],
            residualDegrees: residual.rootMeanSquare, worst: residual.worst,
            sensor: Self.errors(complete, matrix, bias: bias),
            contradictsHandedness: showsZ && (matrix.determinant < 0) != evidence.handedness.isMirrored)
    }

    /// A posture whose label, or whose reading of which some axes are not known, is far from what the matrix
    /// leads to; nothing if there is none. Neither is part of the fit.
    private static func contradiction(
        _ evidence: MountingEvidence, _ matrix: MountMatrix, _ bias: Vector
    ) -> Posture? {
        guard let gravity = evidence.gravity?.likely else { return nil }
        return evidence.postures.first { posture in
            let said = matrix.undone(posture.direction)
            if let label = evidence.labels[posture],
                evidence.through.applied(to: said).degrees(to: label.direction) > farOffDegrees
            {
                return true
            }
            guard let reading = evidence.readings[posture], reading.vector == nil else { return false }
            let expected = (gravity * said + bias).components
            let distance = zip(reading.axes, expected).reduce(0.0) { sum, pair in
                sum + (pair.0.map { ($0 - pair.1) * ($0 - pair.1) } ?? 0)
            }.squareRoot()
            // A chord as long as gravity spans 60 degrees.
            return distance > gravity
        }
    }

    /// A label says the nearest of six directions, which is at most 55 degrees off.
    private static let farOffDegrees = 60.0

    private static func tells(of pair: [Posture], _ readings: [Posture: Vector]) -> Bool {
        pair.contains { readings[$0] != nil }
    }

    /// The best fit to readings without bias; nothing if they do not span what they should.
    private static func rotation(
        _ readings: [Posture: Vector], _ showsZ: Bool, _ handedness: SensorHandedness
    ) -> MountMatrix? {
        var (x, y, z) = (Vector.zero, Vector.zero, Vector.zero)
        for posture in Posture.allCases {
            guard let reading = readings[posture], reading.length > 0 else { continue }
            let (unit, direction) = ((1 / reading.length) * reading, posture.direction)
            x = x + direction.x * unit
            y = y + direction.y * unit
            z = z + direction.z * unit
        }
        return showsZ
            ? MountMatrix(rows: x, y, z).nearestOrthogonal
            : MountMatrix(nearestRows: x, y, mirrored: handedness.isMirrored)
    }

    /// What opposite postures have in common along the axis that they turn over, summed over the axes.
    private static func bias(_ readings: [Posture: Vector], _ matrix: MountMatrix) -> Vector {
        [Posture.normal, .leftUp, .faceUp].reduce(.zero) { sum, posture in
            guard let first = readings[posture], let second = readings[posture.opposite] else { return sum }
            let common = posture.direction.dot(matrix.applied(to: 0.5 * (first + second)))
            return sum + common * matrix.undone(posture.direction)
        }
    }

    /// Bias and gravity on the axes of the sensor, which need all three pairs of opposite postures.
    private static func errors(
        _ readings: [Posture: Vector], _ matrix: MountMatrix, bias: Vector
    ) -> SensorErrors {
        guard Posture.allCases.allSatisfy({ readings[$0] != nil }) else { return .unknown }
        let gravity = [Posture.leftUp, .bottomUp, .faceUp].map { posture -> Double in
            guard let up = readings[posture], let down = readings[posture.opposite] else { return 0 }
            return posture.direction.dot(matrix.applied(to: 0.5 * (up - down)))
        }
        // Of each axis of the device; as good for an axis of the sensor as it lies along that one.
        let onSensor = (0..<3).map { axis in
            let squares = matrix.rows.map { $0.components[axis] * $0.components[axis] }
            return zip(squares, gravity).reduce(0) { $0 + $1.0 * $1.1 }
        }
        return SensorErrors(bias: bias.components.map { $0 }, gravity: onSensor.map { $0 })
    }
}

extension MountMatrix {
    /// The orthogonal matrix that is nearest to this one, mirrored if this one is; nothing if an axis is
    /// lost.
    var nearestOrthogonal: MountMatrix? {
        var matrix = self
        // Scaled to about 1 first, from where six steps are enough for any that is not nearly singular.
        let size = matrix.rows.reduce(0) { $0 + $1.squaredLength }.squareRoot()
        guard size > 0, size.isFinite else { return nil }
        matrix = matrix.scaled(by: 3.0.squareRoot() / size)
        for _ in 0..<40 {
            let rows = matrix.rows
            let determinant = matrix.determinant
            guard abs(determinant) > 1e-9 else { return nil }
            // The inverse of the transposed matrix has the products of the rows, over the determinant.
            let inverse = MountMatrix(
                rows: rows[1].cross(rows[2]), rows[2].cross(rows[0]), rows[0].cross(rows[1])
            ).scaled(by: 1 / determinant)
            let next = MountMatrix(
                rows: 0.5 * (rows[0] + inverse.rows[0]), 0.5 * (rows[1] + inverse.rows[1]),
                0.5 * (rows[2] + inverse.rows[2]))
            let step = zip(next.rows, rows).reduce(0) { $0 + ($1.0 - $1.1).squaredLength }
            matrix = next
            if step < 1e-24 { break }
        }
        return matrix
    }

    /// The matrix whose first two rows are at right angles, one unit long and nearest to two vectors, and
    /// whose third is their product, or its negative in a mirrored one; nothing if they are parallel.
    init?(nearestRows x: Vector, _ y: Vector, mirrored: Bool) {
        // (A·Aᵀ)^(−1/2)·A for the 2×3 matrix A of the two rows; the square root of [a b; b c] is
        // ([a b; b c] + √det) / √(trace + 2√det).
        let (a, b, c) = (x.squaredLength, x.dot(y), y.squaredLength)
        let root = (a * c - b * b).squareRoot()
        guard root > 1e-9 * (a + c) else { return nil }
        let norm = (a + c + 2 * root).squareRoot()
        let (p, q, r) = ((a + root) / norm, b / norm, (c + root) / norm)
        let determinant = p * r - q * q
        let first = (1 / determinant) * (r * x - q * y)
        let second = (1 / determinant) * (p * y - q * x)
        self.init(rows: first, second, (mirrored ? -1 : 1) * first.cross(second))
    }

    fileprivate func scaled(by factor: Double) -> MountMatrix {
        MountMatrix(rows: factor * rows[0], factor * rows[1], factor * rows[2])
    }

    fileprivate var withOppositeZ: MountMatrix { MountMatrix(rows: rows[0], rows[1], -1 * rows[2]) }

    /// With four decimals, which is a hundredth of a degree.
    fileprivate var rounded: MountMatrix {
        // Adding 0 makes a negative zero a positive one.
        let elements = elements.map { ($0 * 10_000).rounded() / 10_000 + 0 }
        return MountMatrix(elements: elements) ?? self
    }
}
