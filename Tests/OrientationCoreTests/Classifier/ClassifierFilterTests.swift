import OrientationCore
import Testing

@Suite("The classifier's filtered paths")
struct ClassifierFilterTests {
    /// A turn at 1 s of a device that is shaken to and fro across the display.
    private func shakenTurn(amplitude: Double) -> [(time: Double, orientation: DeviceOrientation)] {
        var classifier = OrientationClassifier()
        let samples = Motion().held(1).turned(roll: 90, in: 0.1).held(2).samples { time in
            Acceleration(x: 0, y: 0, z: Int((time * 100).rounded()) % 2 == 0 ? amplitude : -amplitude)
        }
        var changes: [(time: Double, orientation: DeviceOrientation)] = []
        for sample in samples {
            let before = classifier.orientation
            classifier.classify(sample.acceleration, at: sample.time)
            if classifier.orientation != before {
                changes.append((sample.time / .seconds(1), classifier.orientation))
                #expect(classifier.decidingPath == (amplitude < 3.5 ? .medium : .slow) || changes.count == 1)
            }
        }
        return changes
    }

    @Test("decide on a device that is shaken: the medium one after 0.12 s, within half a second")
    func medium() throws {
        let turn = try #require(shakenTurn(amplitude: 2).dropFirst().first)

        #expect(turn.orientation == .landscapeLeft)
        #expect((1.12...1.5).contains(turn.time))
    }

    @Test("decide on a device that is shaken hard: the slow one after 0.55 s, within a second and a half")
    func slow() throws {
        let turn = try #require(shakenTurn(amplitude: 8).dropFirst().first)

        #expect(turn.orientation == .landscapeLeft)
        #expect((1.55...2.5).contains(turn.time))
    }

    @Test(
        "leave a side at 62° on the medium path and at 64° on the slow one",
        arguments: [(2.0, 61.0, false), (2, 63, true), (8, 63, false), (8, 65, true)])
    func margins(amplitude: Double, roll: Double, changes: Bool) {
        var classifier = OrientationClassifier()
        let samples = Motion().held(1).turned(roll: roll, in: 0.1).held(5).samples { time in
            let shakes = time >= 1
            let isEven = Int((time * 100).rounded()) % 2 == 0
            return Acceleration(x: 0, y: 0, z: shakes ? (isEven ? amplitude : -amplitude) : 0)
        }

        let expected: [DeviceOrientation] = changes ? [.portrait, .landscapeLeft] : [.portrait]
        #expect(classifier.changes(samples) == expected)
    }

    @Test("decide where steady samples are 2 m/s² too long")
    func tooLong() {
        var classifier = OrientationClassifier()
        classifier.take(.upright, from: 0, until: 1000)

        classifier.take(
            Acceleration(x: Acceleration.standardGravity + 2, y: 0, z: 0), from: 1000, until: 5000)

        #expect(classifier.orientation == .landscapeLeft)
        #expect(classifier.decidingPath == .medium)
    }

    @Test("decide nothing where samples are 3 m/s² too long")
    func farTooLong() {
        var classifier = OrientationClassifier()
        classifier.take(.upright, from: 0, until: 1000)

        // After a gap, so that the filters do not pass through the right length on the way.
        classifier.take(
            Acceleration(x: Acceleration.standardGravity + 3, y: 0, z: 0), from: 3000, until: 8000)

        #expect(classifier.orientation == .portrait)
    }
}
