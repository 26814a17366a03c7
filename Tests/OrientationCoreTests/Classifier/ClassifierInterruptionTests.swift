import OrientationCore
import Testing

@Suite("The classifier, when samples stop or make no sense")
struct ClassifierInterruptionTests {
    @Test("says unknown after two seconds of silence, and the next sample decides at once")
    func silence() {
        var classifier = OrientationClassifier()
        classifier.take(.upright, from: 0, until: 1010)

        #expect(classifier.silenceTime == .milliseconds(3000))
        #expect(classifier.advance(to: .milliseconds(2999)) == .portrait)
        #expect(classifier.advance(to: .milliseconds(3000)) == .unknown)
        #expect(classifier.decidingPath == nil)
        #expect(classifier.silenceTime == nil)
        #expect(classifier.classify(.onLeftEdge, at: .milliseconds(9000)) == .landscapeLeft)
    }

    @Test("waits for six periods of a slow sensor, whether told of the rate or having learned it")
    func slowSensor() {
        var told = OrientationClassifier(samplingPeriod: .milliseconds(800))
        told.classify(.upright, at: .zero)
        var learned = OrientationClassifier()
        learned.take(.upright, from: 0, until: 60_000, every: 500)

        #expect(told.advance(to: .milliseconds(4799)) == .portrait)
        #expect(told.advance(to: .milliseconds(4800)) == .unknown)
        // 59.5 s and six times half a second.
        #expect(learned.advance(to: .milliseconds(62_400)) == .portrait)
        #expect(learned.advance(to: .milliseconds(62_500)) == .unknown)
    }

    @Test("keeps the orientation over a gap of more than a second, but no evidence from before")
    func gap() {
        var classifier = OrientationClassifier()
        classifier.take(.upright, from: 0, until: 1000)
        classifier.take(.onLeftEdge, from: 1000, until: 1120)

        // One sample after the gap; without it the turn would be 0.15 s old.
        classifier.classify(.onLeftEdge, at: .milliseconds(2120))
        #expect(classifier.orientation == .portrait)

        classifier.take(.onLeftEdge, from: 2130, until: 2270)
        #expect(classifier.orientation == .portrait)
        classifier.classify(.onLeftEdge, at: .milliseconds(2270))
        #expect(classifier.orientation == .landscapeLeft)
    }

    @Test("does not let a candidate of the slow path last over a gap")
    func gapOnSlowPath() {
        var classifier = OrientationClassifier()
        classifier.take(.upright, from: 0, until: 1000)
        // Shaken too hard for the other paths; the slow filter is past the threshold at 1.5 s.
        for step in 0..<75 {
            let shaken = Acceleration(x: Acceleration.standardGravity, y: 0, z: step % 2 == 0 ? 8 : -8)
            classifier.classify(shaken, at: .milliseconds(1000 + 10 * step))
        }
        #expect(classifier.progress.map(\.path) == [.slow])

        classifier.classify(.onLeftEdge, at: .milliseconds(2850))

        #expect(classifier.orientation == .portrait)
    }

    @Test("does not take a gap for free fall when the first sample after it is short")
    func gapBeforeShortSample() {
        var classifier = OrientationClassifier()
        classifier.take(.upright, from: 0, until: 1000)

        classifier.classify(Acceleration(x: 0, y: 1, z: 0), at: .milliseconds(6000))

        #expect(classifier.orientation == .portrait)
    }

    @Test("does not blank for a toss, and says unknown after 1.5 s without gravity")
    func freeFall() {
        let falling = Acceleration(x: 0.3, y: 0.2, z: 0.1)
        var classifier = OrientationClassifier()
        classifier.take(.upright, from: 0, until: 1000)
        classifier.take(falling, from: 1000, until: 1650)
        classifier.take(.upright, from: 1650, until: 3000)
        #expect(classifier.orientation == .portrait)

        classifier.take(falling, from: 3000, until: 4500)
        #expect(classifier.orientation == .portrait)
        classifier.classify(falling, at: .milliseconds(4500))
        #expect(classifier.orientation == .unknown)

        classifier.take(.onBack, from: 4510, until: 4800)
        #expect(classifier.orientation == .faceUp)
    }

    @Test("makes nothing of single zeros, and says unknown after 1.5 s of them")
    func zeros() {
        let zero = Acceleration(x: 0, y: 0, z: 0)
        var classifier = OrientationClassifier()
        for step in 0..<200 {
            classifier.classify(step % 3 == 1 ? zero : .upright, at: .milliseconds(10 * step))
        }
        #expect(classifier.orientation == .portrait)
        #expect(classifier.spread == 0)

        classifier.take(zero, from: 2000, until: 3500)
        #expect(classifier.orientation == .unknown)
    }

    @Test("ignores samples that are not newer, not finite, or beyond all sensors")
    func ignored() {
        var classifier = OrientationClassifier()
        classifier.take(.upright, from: 0, until: 1000)
        let nonsense = [
            Acceleration(x: .nan, y: 0, z: 0), Acceleration(x: 0, y: .infinity, z: 0),
            Acceleration(x: 0, y: 0, z: -.infinity), Acceleration(x: 1e300, y: 1e300, z: 0),
            Acceleration(x: 10_001, y: 0, z: 0),
        ]

        for (index, acceleration) in nonsense.enumerated() {
            classifier.classify(acceleration, at: .milliseconds(1000 + index))
        }
        classifier.classify(.onLeftEdge, at: .milliseconds(990))
        classifier.classify(.onLeftEdge, at: .milliseconds(500))
        classifier.classify(.onLeftEdge, at: .milliseconds(-500))

        #expect(classifier.orientation == .portrait)
        #expect(classifier.progress.isEmpty)
        #expect(classifier.spread == 0)
        // None of them counts as a sign of life.
        #expect(classifier.silenceTime == .milliseconds(2990))
    }

    @Test("forgets at once when it is told to")
    func forget() {
        var classifier = OrientationClassifier()
        classifier.take(.upright, from: 0, until: 1000)

        classifier.forget()

        #expect(classifier.orientation == .unknown)
        #expect(classifier.silenceTime == nil)
        #expect(classifier.classify(.onLeftEdge, at: .milliseconds(1000)) == .landscapeLeft)
    }

    @Test("survives times and periods at the ends of what can be said")
    func extremeTimes() {
        var classifier = OrientationClassifier(samplingPeriod: .seconds(Int64.max))
        classifier.classify(.upright, at: .seconds(Int64.min))
        classifier.classify(.upright, at: .seconds(Int64.max))
        #expect(classifier.orientation == .portrait)
        #expect(classifier.silenceTime != nil)

        // Not newer than the sample before, the clock being at its end.
        #expect(classifier.classify(.onLeftEdge, at: .seconds(Int64.max)) == .portrait)
        #expect(classifier.advance(to: .seconds(Int64.min)) == .portrait)
        #expect(classifier.advance(to: .seconds(Int64.max)) == .unknown)
    }
}
