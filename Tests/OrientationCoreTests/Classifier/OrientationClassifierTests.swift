import OrientationCore
import Testing

private let g = Acceleration.standardGravity
private let upright = Acceleration(x: 0, y: g, z: 0)
private let onRightEdge = Acceleration(x: g, y: 0, z: 0)
private let faceUp = Acceleration(x: 0, y: 0, z: g)

extension OrientationClassifier {
    /// Takes the same acceleration again and again: from a time on, for so long, every so often; all in
    /// milliseconds. The end is left out.
    fileprivate mutating func take(
        _ acceleration: Acceleration, from start: Int, until end: Int, every period: Int = 10
    ) {
        for time in stride(from: start, to: end, by: period) {
            classify(acceleration, at: .milliseconds(time))
        }
    }
}

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

        #expect(classifier.classify(Acceleration(x: 0, y: g + 1.6, z: 0), at: .zero) == .unknown)
        classifier.take(Acceleration(x: 0, y: g + 1.4, z: 0), from: 10, until: 60)

        // The window spans 0.05 s, and more than 0.4 of it is needed.
        #expect(classifier.orientation == .portrait)
        #expect(classifier.decidingPath == .steady)
    }

    @Test("watches a device that is never steady for 0.3 s and then says how it is held")
    func startInMotion() {
        var classifier = OrientationClassifier()
        for step in 0..<30 {
            let sway = step % 2 == 0 ? 6.0 : -6.0
            classifier.classify(Acceleration(x: sway, y: g, z: 0), at: .milliseconds(10 * step))
        }
        #expect(classifier.orientation == .unknown)

        classifier.classify(Acceleration(x: 6, y: g, z: 0), at: .milliseconds(300))

        #expect(classifier.orientation == .portrait)
        #expect(classifier.decidingPath == .slow)
    }

    @Test("says nothing for zeros, which a sleeping sensor reports")
    func zeros() {
        var classifier = OrientationClassifier()

        classifier.take(Acceleration(x: 0, y: 0, z: 0), from: 0, until: 5000)
        #expect(classifier.orientation == .unknown)
        #expect(classifier.candidate(for: Acceleration(x: 0, y: 0, z: 0)) == .unknown)

        classifier.classify(upright, at: .milliseconds(5000))
        #expect(classifier.orientation == .portrait)
    }

    @Test("gives the same answers whenever its clock began")
    func clockOrigin() {
        let motion = Motion().held(1).turned(roll: 90, in: 0.4).held(1).turned(elevation: 88, in: 0.5).held(1)
        var random = Randomness(seed: 1)
        let samples = motion.samples { _ in random.noise(sigma: 0.2) }
        var early = OrientationClassifier()
        var late = OrientationClassifier()

        for sample in samples {
            let expected = early.classify(sample.acceleration, at: sample.time)
            #expect(late.classify(sample.acceleration, at: sample.time + .seconds(400 * 86400)) == expected)
        }
    }
}

@Suite("The classifier's steady path")
struct ClassifierSteadyTests {
    @Test("takes another side that has been held for 0.12 s of window and 0.03 s", arguments: [1, 2, 10])
    func turn(period: Int) {
        var classifier = OrientationClassifier()
        classifier.take(upright, from: 0, until: 1000, every: period)
        classifier.take(onRightEdge, from: 1000, until: 1150, every: period)
        #expect(classifier.orientation == .portrait)

        classifier.classify(onRightEdge, at: .milliseconds(1150))

        #expect(classifier.orientation == .landscapeLeft)
        #expect(classifier.decidingPath == .steady)
    }

    @Test("does not believe a turn that is shorter")
    func shortTurn() {
        var classifier = OrientationClassifier()
        classifier.take(upright, from: 0, until: 1000)
        classifier.take(onRightEdge, from: 1000, until: 1150)
        classifier.take(upright, from: 1150, until: 3000)

        #expect(classifier.orientation == .portrait)
    }

    @Test("takes a face that has been shown for 0.32 s, and leaves it after 0.22 s")
    func faces() {
        var classifier = OrientationClassifier()
        classifier.take(upright, from: 0, until: 1000)
        classifier.take(faceUp, from: 1000, until: 1320)
        #expect(classifier.orientation == .portrait)
        classifier.classify(faceUp, at: .milliseconds(1320))
        #expect(classifier.orientation == .faceUp)

        classifier.take(faceUp, from: 1330, until: 3000)
        classifier.take(upright, from: 3000, until: 3220)
        #expect(classifier.orientation == .faceUp)
        classifier.classify(upright, at: .milliseconds(3220))
        #expect(classifier.orientation == .portrait)
    }

    @Test("makes do with two samples of a slow sensor")
    func fiveSamplesASecond() {
        var classifier = OrientationClassifier()
        classifier.take(upright, from: 0, until: 1000, every: 200)

        classifier.classify(onRightEdge, at: .milliseconds(1000))
        #expect(classifier.orientation == .portrait)
        classifier.classify(onRightEdge, at: .milliseconds(1200))

        #expect(classifier.orientation == .landscapeLeft)
        #expect(classifier.decidingPath == .steady)
    }

    @Test("does not take two samples 0.6 s apart for one window")
    func tooFarApart() {
        var classifier = OrientationClassifier(samplingPeriod: .milliseconds(600))
        classifier.take(upright, from: 0, until: 3000, every: 600)

        classifier.take(onRightEdge, from: 3000, until: 4300, every: 600)

        #expect(classifier.orientation == .landscapeLeft)
        #expect(classifier.decidingPath == .slow)
    }

    @Test("says how far apart the samples are, and how long a candidate has lasted")
    func insight() throws {
        var classifier = OrientationClassifier()
        classifier.take(upright, from: 0, until: 1000)
        #expect(classifier.progress.isEmpty)
        #expect(classifier.spread == 0)

        classifier.take(onRightEdge, from: 1000, until: 1130)

        let steady = try #require(classifier.progress.first)
        #expect(steady.path == .steady)
        #expect(steady.candidate == .landscapeLeft)
        #expect(steady.since == .milliseconds(1000))
        #expect(steady.dwell == .milliseconds(150))
    }

    @Test("is a value: a copy that goes another way leaves the first as it was")
    func copies() {
        var first = OrientationClassifier()
        first.take(upright, from: 0, until: 1000)
        var second = first

        second.take(onRightEdge, from: 1000, until: 2000)
        first.take(upright, from: 1000, until: 2000)

        #expect(second.orientation == .landscapeLeft)
        #expect(first.orientation == .portrait)
        #expect(first.spread == 0)
    }

    @Test("sees steadiness at rates far above what it has room for")
    func tenThousandSamplesASecond() {
        var classifier = OrientationClassifier()
        for step in 0..<20_000 {
            let acceleration = step < 10_000 ? upright : onRightEdge
            classifier.classify(acceleration, at: .microseconds(100 * step))
        }

        #expect(classifier.orientation == .landscapeLeft)
        #expect(classifier.decidingPath == .steady)
    }
}

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

    @Test("decide where steady samples are 2 m/s² too long, and nothing does where they are 3 too long")
    func wrongLength() {
        var two = OrientationClassifier()
        var three = OrientationClassifier()
        for (classifier, excess) in [(0, 2.0), (1, 3.0)] {
            let turned = Acceleration(x: g + excess, y: 0, z: 0)
            if classifier == 0 {
                two.take(upright, from: 0, until: 1000)
                two.take(turned, from: 1000, until: 5000)
            } else {
                three.take(upright, from: 0, until: 1000)
                // The filters start over, so that they do not pass through the right length on the way.
                three.take(turned, from: 3000, until: 8000)
            }
        }

        #expect(two.orientation == .landscapeLeft)
        #expect(two.decidingPath == .medium)
        #expect(three.orientation == .portrait)
    }
}

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
        classifier.take(faceUp, from: 0, until: 1000)

        classifier.take(Motion.Attitude(roll: 46, elevation: 30).acceleration, from: 1000, until: 2000)

        #expect(classifier.orientation == .landscapeLeft)
    }
}

@Suite("The classifier, when samples stop or make no sense")
struct ClassifierInterruptionTests {
    @Test("says unknown after two seconds of silence, and the next sample decides at once")
    func silence() {
        var classifier = OrientationClassifier()
        classifier.take(upright, from: 0, until: 1010)

        #expect(classifier.silenceTime == .milliseconds(3000))
        #expect(classifier.advance(to: .milliseconds(2999)) == .portrait)
        #expect(classifier.advance(to: .milliseconds(3000)) == .unknown)
        #expect(classifier.decidingPath == nil)
        #expect(classifier.silenceTime == nil)
        #expect(classifier.classify(onRightEdge, at: .milliseconds(9000)) == .landscapeLeft)
    }

    @Test("waits for six periods of a slow sensor, whether told of the rate or having learned it")
    func slowSensor() {
        var told = OrientationClassifier(samplingPeriod: .milliseconds(800))
        told.classify(upright, at: .zero)
        var learned = OrientationClassifier()
        learned.take(upright, from: 0, until: 60_000, every: 500)

        #expect(told.advance(to: .milliseconds(4799)) == .portrait)
        #expect(told.advance(to: .milliseconds(4800)) == .unknown)
        // 59.5 s and six times half a second.
        #expect(learned.advance(to: .milliseconds(62_400)) == .portrait)
        #expect(learned.advance(to: .milliseconds(62_500)) == .unknown)
    }

    @Test("keeps the orientation over a gap of more than a second, but no evidence from before")
    func gap() {
        var classifier = OrientationClassifier()
        classifier.take(upright, from: 0, until: 1000)
        classifier.take(onRightEdge, from: 1000, until: 1120)

        // One sample after the gap; without it the turn would be 0.15 s old.
        classifier.classify(onRightEdge, at: .milliseconds(2120))
        #expect(classifier.orientation == .portrait)

        classifier.take(onRightEdge, from: 2130, until: 2270)
        #expect(classifier.orientation == .portrait)
        classifier.classify(onRightEdge, at: .milliseconds(2270))
        #expect(classifier.orientation == .landscapeLeft)
    }

    @Test("does not blank for a toss, and says unknown after 1.5 s without gravity")
    func freeFall() {
        let falling = Acceleration(x: 0.3, y: 0.2, z: 0.1)
        var classifier = OrientationClassifier()
        classifier.take(upright, from: 0, until: 1000)
        classifier.take(falling, from: 1000, until: 1650)
        classifier.take(upright, from: 1650, until: 3000)
        #expect(classifier.orientation == .portrait)

        classifier.take(falling, from: 3000, until: 4500)
        #expect(classifier.orientation == .portrait)
        classifier.classify(falling, at: .milliseconds(4500))
        #expect(classifier.orientation == .unknown)

        classifier.take(faceUp, from: 4510, until: 4800)
        #expect(classifier.orientation == .faceUp)
    }

    @Test("makes nothing of single zeros, and says unknown after 1.5 s of them")
    func zeros() {
        let zero = Acceleration(x: 0, y: 0, z: 0)
        var classifier = OrientationClassifier()
        for step in 0..<200 {
            classifier.classify(step % 3 == 1 ? zero : upright, at: .milliseconds(10 * step))
        }
        #expect(classifier.orientation == .portrait)
        #expect(classifier.spread == 0)

        classifier.take(zero, from: 2000, until: 3500)
        #expect(classifier.orientation == .unknown)
    }

    @Test("ignores samples that are not newer, not finite, or beyond all sensors")
    func ignored() {
        var classifier = OrientationClassifier()
        classifier.take(upright, from: 0, until: 1000)
        let nonsense = [
            Acceleration(x: .nan, y: 0, z: 0), Acceleration(x: 0, y: .infinity, z: 0),
            Acceleration(x: 0, y: 0, z: -.infinity), Acceleration(x: 1e300, y: 1e300, z: 0),
            Acceleration(x: 10_001, y: 0, z: 0),
        ]

        for (index, acceleration) in nonsense.enumerated() {
            classifier.classify(acceleration, at: .milliseconds(1000 + index))
        }
        classifier.classify(onRightEdge, at: .milliseconds(990))
        classifier.classify(onRightEdge, at: .milliseconds(500))
        classifier.classify(onRightEdge, at: .milliseconds(-500))

        #expect(classifier.orientation == .portrait)
        #expect(classifier.progress.isEmpty)
        #expect(classifier.spread == 0)
        // None of them counts as a sign of life.
        #expect(classifier.silenceTime == .milliseconds(2990))
    }

    @Test("forgets at once when it is told to")
    func forget() {
        var classifier = OrientationClassifier()
        classifier.take(upright, from: 0, until: 1000)

        classifier.forget()

        #expect(classifier.orientation == .unknown)
        #expect(classifier.silenceTime == nil)
        #expect(classifier.classify(onRightEdge, at: .milliseconds(1000)) == .landscapeLeft)
    }

    @Test("survives times and periods at the ends of what can be said")
    func extremeTimes() {
        var classifier = OrientationClassifier(samplingPeriod: .seconds(Int64.max))
        classifier.classify(upright, at: .seconds(Int64.min))
        classifier.classify(upright, at: .seconds(Int64.max))
        #expect(classifier.orientation == .portrait)
        #expect(classifier.silenceTime != nil)

        // Not newer than the sample before, the clock being at its end.
        #expect(classifier.classify(onRightEdge, at: .seconds(Int64.max)) == .portrait)
        #expect(classifier.advance(to: .seconds(Int64.min)) == .portrait)
        #expect(classifier.advance(to: .seconds(Int64.max)) == .unknown)
    }
}
