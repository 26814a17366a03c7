import OrientationCore
import Testing

@Suite("The classifier's hysteresis")
struct ClassifierHysteresisTests {
    /// Where a slow turn makes the classifier change, in whole tenths of a degree, if it does.
    private func threshold(
        from start: Motion.Attitude, _ path: WritableKeyPath<Motion.Attitude, Double>, to end: Double,
        after previous: [Motion.Attitude] = []
    ) -> Double? {
        var classifier = OrientationClassifier()
        var time = Duration.zero
        func hold(_ attitude: Motion.Attitude) {
            for _ in 0..<10 {
                time += .milliseconds(100)
                classifier.classify(attitude.acceleration, at: time)
            }
        }
        for attitude in previous + [start] { hold(attitude) }
        let before = classifier.orientation
        let step = end > start[keyPath: path] ? 0.1 : -0.1
        for index in 0...Int((abs(end - start[keyPath: path]) * 10).rounded()) {
            var attitude = start
            attitude[keyPath: path] += step * Double(index)
            hold(attitude)
            if classifier.orientation != before { return attitude[keyPath: path] }
        }
        return nil
    }

    @Test("leaves a side at 60° from its middle, both ways")
    func roll() throws {
        let away = try #require(threshold(from: .init(roll: 0, elevation: 0), \.roll, to: 90))
        let back = try #require(threshold(from: .init(roll: 90, elevation: 0), \.roll, to: 0))
        let over = try #require(threshold(from: .init(roll: 180, elevation: 20), \.roll, to: 270))

        #expect(abs(away - 60) < 0.15)
        #expect(abs(back - 30) < 0.15)
        #expect(abs(over - 240) < 0.15)
    }

    @Test("is wider the more the device leans back, by 7.5° at 60°")
    func leaning() throws {
        // 15 + 7.5 · (0.80 − cos 45°) / 0.30
        let halfway = try #require(threshold(from: .init(roll: 0, elevation: 45), \.roll, to: 90))
        let far = try #require(threshold(from: .init(roll: 0, elevation: 60), \.roll, to: 90))
        let upright = try #require(threshold(from: .init(roll: 0, elevation: 36), \.roll, to: 90))

        #expect(abs(halfway - 62.3) < 0.15)
        #expect(abs(far - 67.5) < 0.15)
        #expect(abs(upright - 60) < 0.15)
    }

    @Test("is 8° wider while the device is read from below")
    func overhead() throws {
        let below = try #require(threshold(from: .init(roll: 0, elevation: -30), \.roll, to: 90))
        let level = try #require(threshold(from: .init(roll: 0, elevation: -19), \.roll, to: 90))

        #expect(abs(below - 68) < 0.15)
        #expect(abs(level - 60) < 0.15)
    }

    @Test("takes a face at 20° from level and leaves it at 30°", arguments: [1.0, -1.0])
    func faces(side: Double) throws {
        let down = try #require(
            threshold(from: .init(roll: 0, elevation: 60 * side), \.elevation, to: 90 * side))
        let up = try #require(
            threshold(from: .init(roll: 0, elevation: 90 * side), \.elevation, to: 50 * side))

        #expect(abs(down - 70 * side) < 0.15)
        #expect(abs(up - 60 * side) < 0.15)
    }

    @Test("of memory gives back the last side when the device is lifted within 55° of it")
    func memory() {
        let cases: [(Double, DeviceOrientation)] = [
            (54, .portrait), (-54, .portrait), (56, .landscapeLeft), (-56, .landscapeRight),
            (180, .portraitUpsideDown),
        ]
        for (roll, expected) in cases {
            var classifier = OrientationClassifier()
            let motion = Motion().held(1).turned(elevation: 90, in: 0.5).held(1)
            _ = classifier.changes(motion.samples())
            #expect(classifier.orientation == .faceUp)

            let lifted = Motion.Attitude(roll: roll, elevation: 30)
            classifier.take(lifted.acceleration, from: 2510, until: 3500)

            #expect(classifier.orientation == expected, "\(roll)")
        }
    }

    @Test("has no memory of a side when the device started on its back")
    func noMemory() {
        var classifier = OrientationClassifier()
        classifier.take(.onBack, from: 0, until: 1000)

        classifier.take(Motion.Attitude(roll: 46, elevation: 30).acceleration, from: 1000, until: 2000)

        #expect(classifier.orientation == .landscapeLeft)
    }
}
