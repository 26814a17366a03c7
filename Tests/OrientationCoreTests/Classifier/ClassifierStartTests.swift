import OrientationCore
import OrientationTestSupport
import Testing

@Suite("The classifier at its start")
struct ClassifierStartTests {
    @Test("knows nothing before the first sample")
    func nothing() {
        let classifier = OrientationClassifier()

        #expect(classifier.orientation == .unknown)
        #expect(classifier.decidingPath == nil)
        #expect(classifier.silenceTime == nil)
    }

    @Test(
        "believes one sample of a device at rest",
        arguments: [
            (Acceleration(x: 0, y: 9.81, z: 0), .portrait),
            (Acceleration(x: 0, y: -9.81, z: 0), .portraitUpsideDown),
            (Acceleration(x: 9.81, y: 0, z: 0), .landscapeLeft),
            (Acceleration(x: -9.81, y: 0, z: 0), .landscapeRight),
            (Acceleration(x: 0, y: 0, z: 9.81), .faceUp),
            (Acceleration(x: 0, y: 0, z: -9.81), .faceDown),
        ] as [(Acceleration, DeviceOrientation)])
    func firstSample(acceleration: Acceleration, orientation: DeviceOrientation) {
        var classifier = OrientationClassifier()

        #expect(classifier.classify(acceleration, at: .seconds(5)) == orientation)
        #expect(classifier.decidingPath == .start)
        #expect(classifier.candidate(for: acceleration) == orientation)
    }

    @Test("parts sides at the diagonals, and faces 25° from level")
    func startThresholds() {
        let cases: [(Double, Double, DeviceOrientation)] = [
            (44, 0, .portrait), (46, 0, .landscapeLeft), (134, 0, .landscapeLeft),
            (136, 0, .portraitUpsideDown), (224, 0, .portraitUpsideDown), (226, 0, .landscapeRight),
            (314, 0, .landscapeRight), (316, 0, .portrait), (0, 64, .portrait), (0, 66, .faceUp),
            (90, -64, .landscapeLeft), (90, -66, .faceDown),
        ]
        for (roll, elevation, expected) in cases {
            let attitude = Motion.Attitude(roll: roll, elevation: elevation)
            var classifier = OrientationClassifier()

            #expect(
                classifier.classify(attitude.acceleration, at: .zero) == expected, "\(roll), \(elevation)")
        }
    }

    @Test("does not believe one sample that is not as long as gravity, but steady ones nearly as long")
    func firstSampleInMotion() {
        var classifier = OrientationClassifier()

        #expect(
            classifier.classify(Acceleration(x: 0, y: Acceleration.standardGravity + 1.6, z: 0), at: .zero)
                == .unknown)
        classifier.take(Acceleration(x: 0, y: Acceleration.standardGravity + 1.4, z: 0), from: 10, until: 60)

        // The window spans 0.05 s, and more than 0.4 of it is needed.
        #expect(classifier.orientation == .portrait)
        #expect(classifier.decidingPath == .steady)
    }

    @Test("watches a device that is never steady for 0.3 s and then says how it is held")
    func startInMotion() {
        var classifier = OrientationClassifier()
        for step in 0..<30 {
            let sway = step % 2 == 0 ? 6.0 : -6.0
            classifier.classify(
                Acceleration(x: sway, y: Acceleration.standardGravity, z: 0), at: .milliseconds(10 * step))
        }
        #expect(classifier.orientation == .unknown)

        classifier.classify(Acceleration(x: 6, y: Acceleration.standardGravity, z: 0), at: .milliseconds(300))

        #expect(classifier.orientation == .portrait)
        #expect(classifier.decidingPath == .slow)
    }

    @Test("says nothing for zeros, which a sleeping sensor reports")
    func zeros() {
        var classifier = OrientationClassifier()

        classifier.take(Acceleration(x: 0, y: 0, z: 0), from: 0, until: 5000)
        #expect(classifier.orientation == .unknown)
        #expect(classifier.candidate(for: Acceleration(x: 0, y: 0, z: 0)) == .unknown)

        classifier.classify(.upright, at: .milliseconds(5000))
        #expect(classifier.orientation == .portrait)
    }

    @Test("gives the same answers whenever its clock began")
    func clockOrigin() {
        let motion = Motion().held(1).turned(roll: 90, in: 0.4).held(1).turned(elevation: 88, in: 0.5).held(1)
        var random = SeededRandomness(seed: 1)
        let samples = motion.samples { _ in random.noise(sigma: 0.2) }
        var early = OrientationClassifier()
        var late = OrientationClassifier()

        for sample in samples {
            let expected = early.classify(sample.acceleration, at: sample.time)
            #expect(late.classify(sample.acceleration, at: sample.time + .seconds(400 * 86400)) == expected)
        }
    }
}
