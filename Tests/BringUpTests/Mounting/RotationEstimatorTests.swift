import OrientationCore
import OrientationTestSupport
import Testing

@testable import BringUp

@Suite("RotationEstimator")
struct RotationEstimatorTests {
    /// A sensor anywhere, with bias and the noise of a mean of 25 samples of 20 mg.
    private func trial(
        holding: ClosedRange<Double>, _ random: inout SeededRandomness
    ) throws -> (MountEstimate, MountMatrix) {
        let sensor = SyntheticSensor(
            matrix: random.rotation(mirrored: random.next() & 1 == 0),
            bias: Vector(
                x: random.number(in: -0.6...0.6), y: random.number(in: -0.6...0.6),
                z: random.number(in: -0.6...0.6)),
            noise: 0.020 * 9.80665 / 5)
        var evidence = MountingEvidence()
        for posture in Posture.allCases {
            // About an axis in the plane at right angles to gravity: a turn about gravity is no error.
            let axis = random.direction().cross(posture.direction)
            let tilt = (axis: (1 / axis.length) * axis, degrees: random.number(in: holding))
            evidence.readings[posture] = sensor.reading(posture, tilt: tilt, &random)
        }
        return (try RotationEstimator.estimate(evidence), sensor.matrix)
    }

    @Test("a label, a known axis or a posture held twice that contradicts the readings is refused")
    func contradictions() throws {
        var evidence = MountingEvidence()
        evidence.readings = [
            .normal: PostureReading(x: 0, y: -9.8, z: 0), .leftUp: PostureReading(x: 9.8, y: 0, z: 0),
            .faceUp: PostureReading(x: 0, y: 0, z: 9.8),
        ]
        var labelled = evidence
        labelled.labels[.faceUp] = .faceDown
        var partial = evidence
        partial.readings[.faceDown] = PostureReading(x: 0, y: nil, z: 9.8)
        var repeated = evidence
        repeated.readings[.leftUp] = PostureReading(x: 4, y: -8.9, z: 0)

        #expect(throws: EstimateError.contradictory(.faceUp)) { try RotationEstimator.estimate(labelled) }
        #expect(throws: EstimateError.contradictory(.faceDown)) { try RotationEstimator.estimate(partial) }
        #expect(throws: EstimateError.self) { try RotationEstimator.estimate(repeated) }
        #expect(try RotationEstimator.estimate(evidence).determined == "xyz")
    }

    @Test("six postures held within 3° give any rotation within 3°, and a residual that says they were")
    func sixPostures() throws {
        var random = SeededRandomness(seed: 777)

        for _ in 0..<2000 {
            let (estimate, truth) = try trial(holding: 0...3, &random)

            #expect(estimate.matrix.degrees(to: truth) < 3)
            #expect(estimate.residualDegrees < 3)
            #expect(estimate.determined == "xyz")
        }
    }

    @Test("six postures held 6° to 20° off give a residual that says so")
    func heldBadly() throws {
        var random = SeededRandomness(seed: 4242)
        var believed = 0

        for _ in 0..<2000 where try trial(holding: 6...20, &random).0.residualDegrees <= 3 { believed += 1 }

        #expect(believed == 0)
    }

    @Test("one posture of six that is 12° off is named")
    func oneBadPosture() throws {
        var random = SeededRandomness(seed: 99)
        let sensor = SyntheticSensor(matrix: random.rotation(mirrored: false))
        var evidence = MountingEvidence()
        for posture in Posture.allCases {
            let tilt = (axis: Vector(x: 1, y: 0, z: 0), degrees: posture == .faceUp ? 12.0 : 0)
            evidence.readings[posture] = sensor.reading(posture, tilt: tilt, &random)
        }

        let estimate = try RotationEstimator.estimate(evidence)

        #expect(estimate.worst?.posture == .faceUp)
        #expect(estimate.residualDegrees > 3)
    }

    @Test("without a flat posture the sign of z is open, and both matrices are named")
    func planar() throws {
        var random = SeededRandomness(seed: 5)
        let truth = random.rotation(mirrored: true)
        let sensor = SyntheticSensor(matrix: truth)
        var evidence = MountingEvidence()
        for posture in [Posture.normal, .leftUp] {
            evidence.readings[posture] = sensor.reading(
                posture, tilt: (axis: Vector(x: 1, y: 0, z: 0), degrees: 0), &random)
        }

        let estimate = try RotationEstimator.estimate(evidence)

        #expect(estimate.determined == "xy")
        let mirrored = try #require(estimate.alternatives.first)
        #expect(mirrored.degrees(to: truth) < 0.1)
        #expect(estimate.residualDegrees < 0.01)
    }

    @Test("labels, one axis alone, and readings with unknown axes are too little")
    func tooLittle() {
        var labels = MountingEvidence()
        labels.labels = [.normal: .normal, .leftUp: .leftUp]
        var oneAxis = MountingEvidence()
        oneAxis.readings = [
            .normal: PostureReading(x: 0, y: -1, z: 0), .bottomUp: PostureReading(x: 0, y: 1, z: 0),
        ]
        var incomplete = MountingEvidence()
        incomplete.readings = [
            .normal: PostureReading(x: 0, y: -1, z: 0), .leftUp: PostureReading(x: 1, y: 0, z: nil),
        ]

        for evidence in [labels, oneAxis, incomplete] {
            #expect(
                failure(EstimateError.self) { try RotationEstimator.estimate(evidence) }
                    == .tooLittleForRotation)
        }
    }

    @Test("readings that all point the same way are refused, not divided by")
    func degenerate() {
        var evidence = MountingEvidence()
        evidence.readings = [
            .normal: PostureReading(x: 0, y: -1, z: 0), .leftUp: PostureReading(x: 0, y: -1, z: 0),
            .faceUp: PostureReading(x: 0, y: -1, z: 0),
        ]

        #expect(failure(EstimateError.self) { try RotationEstimator.estimate(evidence) } != nil)
    }
}
