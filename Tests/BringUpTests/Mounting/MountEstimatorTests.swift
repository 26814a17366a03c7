import OrientationCore
import OrientationTestSupport
import Testing

@testable import BringUp

@Suite("MountEstimator")
struct MountEstimatorTests {
    /// The 24 turns, of which the columns are the axes: made by turning, not by the program's own list.
    static let turns: [MountMatrix] = {
        var turns: [MountMatrix] = []
        let axes = [0, 1, 2].flatMap { [Vector(axis: $0, 1), Vector(axis: $0, -1)] }
        for first in axes {
            for second in axes where first.dot(second) == 0 {
                turns.append(MountMatrix(rows: first, second, first.cross(second)))
            }
        }
        return turns
    }()

    static let mirrored = turns.map { MountMatrix(rows: $0.rows[0], $0.rows[1], -1 * $0.rows[2]) }

    @Test("three postures held badly, with bias and noise, give the exact mounting in each of 10,000 trials")
    func threePostures() throws {
        var random = SeededRandomness(seed: 20_250_611)
        let mountings = Self.turns + Self.mirrored
        #expect(mountings.count == 48)

        for trial in 0..<10_000 {
            let sensor = SyntheticSensor(
                matrix: mountings[trial % 48],
                bias: Vector(
                    x: random.number(in: -0.6...0.6), y: random.number(in: -0.6...0.6),
                    z: random.number(in: -0.6...0.6)),
                noise: 0.020 * 9.80665)
            var evidence = MountingEvidence()
            evidence.handedness = trial % 48 < 24 ? .right : .left
            for posture in [Posture.normal, .rightUp, .faceUp] {
                let tilt = (axis: random.direction(), degrees: random.number(in: -10...10))
                evidence.readings[posture] = sensor.reading(posture, tilt: tilt, &random)
            }

            let estimate = try MountEstimator.estimate(evidence)

            guard estimate.matrix == sensor.matrix, estimate.determined == "xyz",
                estimate.alternatives.isEmpty, !estimate.contradictsHandedness
            else {
                Issue.record("trial \(trial): \(estimate.matrix.text) for \(sensor.matrix.text)")
                return
            }
        }
    }

    @Test("upright postures alone leave the sign of z open, and the kind of sensor decides which comes first")
    func planar() throws {
        var evidence = MountingEvidence()
        evidence.readings = [
            .normal: PostureReading(x: 523, y: 13, z: 5), .rightUp: PostureReading(x: 8, y: 521, z: -67),
        ]

        let chip = try MountEstimator.estimate(evidence)
        evidence.handedness = .left
        let hid = try MountEstimator.estimate(evidence)

        #expect(chip.determined == "xy")
        #expect(chip.matrix.text == "0, -1, 0; -1, 0, 0; 0, 0, -1")
        #expect(chip.alternatives.map(\.text) == ["0, -1, 0; -1, 0, 0; 0, 0, 1"])
        #expect(hid.determined == "xy")
        #expect(hid.matrix.text == "0, -1, 0; -1, 0, 0; 0, 0, 1")
        #expect(hid.alternatives.map(\.text) == ["0, -1, 0; -1, 0, 0; 0, 0, -1"])
    }

    @Test("one upright posture and one flat leave the sign of x open")
    func uprightAndFlat() throws {
        var evidence = MountingEvidence()
        evidence.readings = [
            .normal: PostureReading(x: 0, y: -1, z: 0), .faceUp: PostureReading(x: 0, y: 0, z: 1),
        ]

        let estimate = try MountEstimator.estimate(evidence)

        #expect(estimate.determined == "yz")
        #expect(
            Set([estimate.matrix.text] + estimate.alternatives.map(\.text))
                == ["1, 0, 0; 0, 1, 0; 0, 0, 1", "-1, 0, 0; 0, 1, 0; 0, 0, 1"])
    }

    @Test("opposite postures say no more about which axis is which than one of them")
    func oppositePostures() throws {
        var evidence = MountingEvidence()
        evidence.readings = [
            .normal: PostureReading(x: 9.7, y: 0.2, z: 0.1), .bottomUp: PostureReading(x: -9.8, y: 0, z: 0.3),
        ]

        let estimate = try MountEstimator.estimate(evidence)

        #expect(estimate.determined == "y")
        #expect(estimate.alternatives.count == 7)
    }

    @Test("a posture held halfway to another leaves both mountings open, and the right one is among them")
    func halfway() throws {
        var evidence = MountingEvidence()
        evidence.readings = [
            .normal: PostureReading(x: 0, y: -6.7, z: 7.1), .rightUp: PostureReading(x: -9.8, y: 0, z: 0),
        ]

        let estimate = try MountEstimator.estimate(evidence)

        #expect(estimate.determined == "x")
        #expect(
            ([estimate.matrix] + estimate.alternatives).contains { $0.text == "1, 0, 0; 0, 1, 0; 0, 0, 1" })
    }

    @Test("the same reading in two postures is a contradiction and no estimate")
    func contradiction() {
        var evidence = MountingEvidence()
        evidence.readings = [
            .normal: PostureReading(x: 0, y: -9.8, z: 0), .rightUp: PostureReading(x: 0.1, y: -9.7, z: 0.2),
        ]

        let error = failure(EstimateError.self) { try MountEstimator.estimate(evidence) }

        #expect(error == .contradictory(.normal) || error == .contradictory(.rightUp))
    }

    @Test("no evidence, and a reading of zero, are named")
    func nothing() {
        var zero = MountingEvidence()
        zero.readings = [.normal: PostureReading(x: 0, y: 0, z: nil)]

        #expect(
            failure(EstimateError.self) { try MountEstimator.estimate(MountingEvidence()) } == .noEvidence)
        #expect(failure(EstimateError.self) { try MountEstimator.estimate(zero) } == .noReading(.normal))
    }

    @Test("a sensor that rests at 6.5 and at 12.8 m/s² is believed, and its bias and gravity are told")
    func restsAnywhere() throws {
        var evidence = MountingEvidence()
        evidence.readings = [
            .normal: PostureReading(x: 0.1, y: -9.7, z: -3.2),
            .rightUp: PostureReading(x: -9.9, y: 0, z: -3.1),
            .faceUp: PostureReading(x: 0, y: 0.1, z: 6.5),
            .faceDown: PostureReading(x: 0, y: 0, z: -12.8),
        ]

        let estimate = try MountEstimator.estimate(evidence)

        #expect(estimate.matrix == .identity)
        #expect(estimate.determined == "xyz")
        let bias = try #require(estimate.sensor.bias[2])
        let gravity = try #require(estimate.sensor.gravity[2])
        #expect(abs(bias - -3.15) < 1e-9)
        #expect(abs(gravity - 9.65) < 1e-9)
        #expect(estimate.sensor.bias[0] == nil)
        #expect(estimate.residualDegrees < 1, "the bias of z is the sensor's fault, not the hand's")
    }

    @Test("raw values that count from the middle of their range are understood from opposite postures")
    func offsetBinary() throws {
        var evidence = MountingEvidence()
        evidence.readings = [
            .normal: PostureReading(x: 512, y: 768, z: 520),
            .bottomUp: PostureReading(x: 510, y: 256, z: 510),
            .rightUp: PostureReading(x: 260, y: 515, z: 512), .leftUp: PostureReading(x: 770, y: 512, z: 512),
        ]

        let estimate = try MountEstimator.estimate(evidence)

        #expect(estimate.determined == "xy")
        #expect(Array(estimate.matrix.elements.prefix(6)) == [1, 0, 0, 0, -1, 0])
    }

    @Test("an axis that is not known counts neither way")
    func unknownAxes() throws {
        var evidence = MountingEvidence()
        evidence.readings = [
            .normal: PostureReading(x: 0.3, y: nil, z: 0.2),
            .rightUp: PostureReading(x: -9.7, y: nil, z: nil),
        ]

        let estimate = try MountEstimator.estimate(evidence)

        #expect(estimate.determined == "x")
        #expect(Set(([estimate.matrix] + estimate.alternatives).map { abs($0.elements[4]) }) == [1])
    }

    @Test("noise on the axes that are known is no evidence, in whatever unit and however often it comes")
    func noiseOnKnownAxes() throws {
        let cases: [[Posture: PostureReading]] = [
            // Two hundredths of gravity, twice; ten counts of sixteen bits; -6 of 256 counts.
            [
                .normal: PostureReading(x: nil, y: 0.05, z: nil),
                .leftUp: PostureReading(x: nil, y: nil, z: 0.06),
            ],
            [.normal: PostureReading(x: nil, y: 10, z: 5), .rightUp: PostureReading(x: 8, y: nil, z: nil)],
            [.leftUp: PostureReading(x: -6, y: nil, z: -4)],
            // 1.97 m/s² in both is an offset, and what differs is not gravity either.
            [
                .faceUp: PostureReading(x: nil, y: 2.25, z: nil),
                .faceDown: PostureReading(x: nil, y: 1.68, z: nil),
            ],
        ]
        for readings in cases {
            var evidence = MountingEvidence()
            evidence.readings = readings

            let estimate = try MountEstimator.estimate(evidence)

            #expect(estimate.determined == "", "\(readings)")
        }
    }

    @Test("with a known scale small numbers say where gravity is not, and large ones where it is")
    func knownScale() throws {
        var evidence = MountingEvidence()
        // 16384 counts are 1 g.
        evidence.knownGravity = 16384
        evidence.readings = [
            .normal: PostureReading(x: 300, y: nil, z: -200),
            .rightUp: PostureReading(x: -16000, y: nil, z: nil),
        ]

        let estimate = try MountEstimator.estimate(evidence)

        // x says that the right edge is up when it is; y has to point up in portrait, either way round.
        #expect(estimate.determined == "x")
        #expect(estimate.matrix.elements[0] == 1)
        #expect(Set(([estimate.matrix] + estimate.alternatives).map { abs($0.elements[4]) }) == [1])
    }

    @Test("opposite postures whose readings are at right angles are contradictory, not offset")
    func oppositesAtRightAngles() {
        var evidence = MountingEvidence()
        evidence.readings = [
            .normal: PostureReading(x: 0, y: -9.8, z: 0), .bottomUp: PostureReading(x: 9.8, y: 0, z: 0),
            .leftUp: PostureReading(x: 0, y: 0, z: 9.8),
        ]

        #expect(throws: EstimateError.self) { try MountEstimator.estimate(evidence) }
    }

    @Test("a face held the wrong way round is seen by the mirror that it makes")
    func wrongFace() throws {
        var evidence = MountingEvidence()
        evidence.readings = [
            .normal: PostureReading(x: 0, y: -9.8, z: 0), .rightUp: PostureReading(x: -9.8, y: 0, z: 0),
            .faceUp: PostureReading(x: 0, y: 0, z: -9.8),
        ]

        let estimate = try MountEstimator.estimate(evidence)

        #expect(estimate.determined == "xyz")
        #expect(estimate.contradictsHandedness)
    }

    @Test("labels that were seen through a matrix of which one axis is used twice are understood")
    func labelsThroughSingularMatrix() throws {
        var evidence = MountingEvidence()
        evidence.through = try MountMatrix(parsing: "1, 0, 0; 0, 1, 0; 0, 1, 0")
        evidence.labels = [.normal: .normal, .leftUp: .rightUp]

        let estimate = try MountEstimator.estimate(evidence)

        #expect(estimate.determined == "xy")
        #expect(Array(estimate.matrix.elements.prefix(6)) == [-1, 0, 0, 0, 1, 0])
    }

    @Test("a small number that is all that is known of a reading does not tell which axis points up")
    func fewSmallNumbers() throws {
        // What leaks on an axis that lies level, in g: nothing says that it is not all of gravity.
        var evidence = MountingEvidence()
        evidence.readings = [.bottomUp: PostureReading(x: nil, y: -0.225, z: nil)]

        let estimate = try MountEstimator.estimate(evidence)

        #expect(estimate.determined == "")
        // y or its negative for the known axis, by its sign; any sign of an unknown one.
        #expect(estimate.alternatives.count + 1 == 8 + 32)
        #expect(
            !([estimate.matrix] + estimate.alternatives).contains { Array($0.elements[3...5]) == [0, 1, 0] })
    }

    @Test("zero on the axes that are known says that gravity is on another one")
    func knownZeros() throws {
        var evidence = MountingEvidence()
        evidence.readings = [
            .normal: PostureReading(x: 0, y: nil, z: 0), .rightUp: PostureReading(x: -9.8, y: 0, z: 0),
        ]

        let estimate = try MountEstimator.estimate(evidence)

        #expect(estimate.determined == "x")
        #expect(
            Set(([estimate.matrix] + estimate.alternatives).map { abs($0.elements[4]) }) == [1],
            "y is the second row in all")
    }

    @Test("readings that count from the middle of their range are refused where no pair tells of it")
    func offsetBinaryWithoutPairs() {
        var evidence = MountingEvidence()
        evidence.readings = [
            .normal: PostureReading(x: 512, y: 256, z: 512),
            .rightUp: PostureReading(x: 256, y: 512, z: 512),
            .faceUp: PostureReading(x: 512, y: 512, z: 768),
        ]

        let error = failure(EstimateError.self) { try MountEstimator.estimate(evidence) }

        // 27 degrees from the first.
        #expect(error == .contradictory(.rightUp))
    }
}
