import OrientationCore
import Testing

@Suite("The classifier's steady path")
struct ClassifierSteadyTests {
    @Test("takes another side that has been held for 0.12 s of window and 0.03 s", arguments: [1, 2, 10])
    func turn(period: Int) {
        var classifier = OrientationClassifier()
        classifier.take(.upright, from: 0, until: 1000, every: period)
        classifier.take(.onLeftEdge, from: 1000, until: 1150, every: period)
        #expect(classifier.orientation == .portrait)

        classifier.classify(.onLeftEdge, at: .milliseconds(1150))

        #expect(classifier.orientation == .landscapeLeft)
        #expect(classifier.decidingPath == .steady)
    }

    @Test("goes from each of the six orientations to each other one")
    func everyTurn() {
        let g = Acceleration.standardGravity
        let postures: [(DeviceOrientation, Acceleration)] = [
            (.portrait, Acceleration(x: 0, y: g, z: 0)),
            (.portraitUpsideDown, Acceleration(x: 0, y: -g, z: 0)),
            (.landscapeLeft, Acceleration(x: g, y: 0, z: 0)),
            (.landscapeRight, Acceleration(x: -g, y: 0, z: 0)),
            (.faceUp, Acceleration(x: 0, y: 0, z: g)), (.faceDown, Acceleration(x: 0, y: 0, z: -g)),
        ]
        for (first, before) in postures {
            for (second, after) in postures {
                var classifier = OrientationClassifier()
                classifier.take(before, from: 0, until: 1000)
                #expect(classifier.orientation == first)

                classifier.take(after, from: 1000, until: 1330)
                #expect(classifier.orientation == second, "from \(first)")
            }
        }
    }

    @Test("does not believe a turn that is shorter")
    func shortTurn() {
        var classifier = OrientationClassifier()
        classifier.take(.upright, from: 0, until: 1000)
        classifier.take(.onLeftEdge, from: 1000, until: 1150)
        classifier.take(.upright, from: 1150, until: 3000)

        #expect(classifier.orientation == .portrait)
    }

    @Test("takes a face that has been shown for 0.32 s, and leaves it after 0.22 s")
    func faces() {
        var classifier = OrientationClassifier()
        classifier.take(.upright, from: 0, until: 1000)
        classifier.take(.onBack, from: 1000, until: 1320)
        #expect(classifier.orientation == .portrait)
        classifier.classify(.onBack, at: .milliseconds(1320))
        #expect(classifier.orientation == .faceUp)

        classifier.take(.onBack, from: 1330, until: 3000)
        classifier.take(.upright, from: 3000, until: 3220)
        #expect(classifier.orientation == .faceUp)
        classifier.classify(.upright, at: .milliseconds(3220))
        #expect(classifier.orientation == .portrait)
    }

    @Test("makes do with two samples of a slow sensor")
    func fiveSamplesASecond() {
        var classifier = OrientationClassifier()
        classifier.take(.upright, from: 0, until: 1000, every: 200)

        classifier.classify(.onLeftEdge, at: .milliseconds(1000))
        #expect(classifier.orientation == .portrait)
        classifier.classify(.onLeftEdge, at: .milliseconds(1200))

        #expect(classifier.orientation == .landscapeLeft)
        #expect(classifier.decidingPath == .steady)
    }

    @Test("does not take two samples 0.6 s apart for one window")
    func tooFarApart() {
        var classifier = OrientationClassifier(samplingPeriod: .milliseconds(600))
        classifier.take(.upright, from: 0, until: 3000, every: 600)

        classifier.take(.onLeftEdge, from: 3000, until: 4300, every: 600)

        #expect(classifier.orientation == .landscapeLeft)
        #expect(classifier.decidingPath == .slow)
    }

    @Test("says how far apart the samples are, and how long a candidate has lasted")
    func insight() throws {
        var classifier = OrientationClassifier()
        classifier.take(.upright, from: 0, until: 1000)
        #expect(classifier.progress.isEmpty)
        #expect(classifier.spread == 0)

        classifier.take(.onLeftEdge, from: 1000, until: 1130)

        let steady = try #require(classifier.progress.first)
        #expect(steady.path == .steady)
        #expect(steady.candidate == .landscapeLeft)
        #expect(steady.since == .milliseconds(1000))
        #expect(steady.dwell == .milliseconds(150))
    }

    @Test("is a value: a copy that goes another way leaves the first as it was")
    func copies() {
        var first = OrientationClassifier()
        first.take(.upright, from: 0, until: 1000)
        var second = first

        second.take(.onLeftEdge, from: 1000, until: 2000)
        first.take(.upright, from: 1000, until: 2000)

        #expect(second.orientation == .landscapeLeft)
        #expect(first.orientation == .portrait)
        #expect(first.spread == 0)
    }

    @Test("sees steadiness at rates far above what it has room for")
    func tenThousandSamplesASecond() {
        var classifier = OrientationClassifier()
        for step in 0..<20_000 {
            let acceleration = step < 10_000 ? Acceleration.upright : .onLeftEdge
            classifier.classify(acceleration, at: .microseconds(100 * step))
        }

        #expect(classifier.orientation == .landscapeLeft)
        #expect(classifier.decidingPath == .steady)
    }
}
