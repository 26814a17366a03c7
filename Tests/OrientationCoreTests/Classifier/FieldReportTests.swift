import Glibc
import OrientationCore
import OrientationTestSupport
import Testing

/// What people reported of automatic rotation under Linux, and must not happen here.
@Suite("Complaints from the field")
struct FieldReportTests {
    private static let rates = [10.0, 25, 50, 100]
    private static let milliG = Acceleration.standardGravity / 1000

    /// Whole degrees from a start to an end, both included, in steps.
    private static func sphere() -> [Motion.Attitude] {
        stride(from: -90.0, through: 90, by: 5).flatMap { elevation in
            stride(from: 0.0, to: 360, by: 5).map { Motion.Attitude(roll: $0, elevation: elevation) }
        }
    }

    /// Ten minutes in a release build; thirty seconds where the compiler does not optimise, which is a
    /// hundred times slower. `swift test -c release --filter FieldReportTests` runs it whole.
    private static let stillSamples: Int = {
        #if DEBUG
            return 300
        #else
            return 6000
        #endif
    }()

    @Test("the screen alternates without being moved: never, in any attitude, with 20 mg of noise at 10 Hz")
    func alternatesWithoutMoving() {
        var random = SeededRandomness(seed: 20)
        let noise = (0..<7919).map { _ in random.noise(sigma: 20 * Self.milliG) }
        for attitude in Self.sphere() {
            let gravity = attitude.acceleration
            let start = Int.random(in: 0..<noise.count, using: &random)
            var classifier = OrientationClassifier()
            var first = DeviceOrientation.unknown
            var changes = 0
            for step in 0..<Self.stillSamples {
                let other = noise[(start + step) % noise.count]
                let sample = Acceleration(
                    x: gravity.x + other.x, y: gravity.y + other.y, z: gravity.z + other.z)
                let orientation = classifier.classify(sample, at: .milliseconds(100 * step))
                if step == 0 { first = orientation }
                if orientation != first { changes += 1 }
            }
            #expect(first != .unknown)
            #expect(changes == 0, "roll \(attitude.roll), elevation \(attitude.elevation)")
        }
    }

    @Test(
        "the screen alternates at a threshold: there are 10° of roll between there and back at every lean",
        arguments: [-60.0, -45, -30, -15, 0, 15, 30, 45, 60])
    func alternatesAtThreshold(elevation: Double) throws {
        // Degrees of roll at which a slow turn from one side to the next, and back, is reported.
        var classifier = OrientationClassifier()
        let motion = Motion(elevation: elevation).held(1).turned(roll: 90, in: 90).held(1).turned(
            roll: 0, in: 90)
        let changes = classifier.timedChanges(motion.samples(rate: 25))

        #expect(changes.map(\.orientation) == [.portrait, .landscapeLeft, .portrait])
        let there = motion.attitude(at: try #require(changes.dropFirst().first).time).roll
        let back = motion.attitude(at: try #require(changes.last).time).roll
        #expect(there - back >= 10)
    }

    @Test("it turns at a jerk and stays: a turn and back within 150 ms is no event", arguments: rates)
    func jerk(rate: Double) {
        for phase in 0..<20 {
            for side in [90.0, -90, 180] {
                var classifier = OrientationClassifier()
                let motion = Motion(elevation: 20).held(1).turned(roll: side, in: 0.05).held(0.05)
                    .turned(roll: 0, in: 0.05).held(2)
                let samples = motion.samples(rate: rate, phase: Double(phase) / 20 / rate)

                #expect(classifier.changes(samples) == [.portrait], "phase \(phase), to \(side)")
            }
        }
    }

    @Test("it turns at a swing: one that is never quiet for 0.12 s is no event", arguments: rates)
    func swing(rate: Double) {
        for phase in 0..<20 {
            // Out to 90° and back without a stop, within 0.3 s, five times.
            let samples = Motion(elevation: 20).held(6).samples(rate: rate, phase: Double(phase) / 20 / rate)
            var classifier = OrientationClassifier()
            var events: [DeviceOrientation] = []
            for sample in samples {
                let time = sample.time / .seconds(1)
                let share = time.truncatingRemainder(dividingBy: 1) / 0.3
                let roll = time > 1 && share < 1 ? 90 * pow(sin(.pi * share), 2) : 0
                let attitude = Motion.Attitude(roll: roll, elevation: 20)
                let before = classifier.orientation
                if classifier.classify(attitude.acceleration, at: sample.time) != before {
                    events.append(classifier.orientation)
                }
            }
            #expect(events == [.portrait], "phase \(phase)")
        }
    }

    @Test(
        "it does not turn back: held within 30° of upright it is portrait again, however it was turned",
        arguments: [90.0, -90], [(29.0, 0.0), (29, 30), (22, 60)])
    func turnsBack(side: Double, end: (roll: Double, elevation: Double)) {
        for rate in Self.rates {
            var classifier = OrientationClassifier()
            let roll = side > 0 ? end.roll : -end.roll
            let motion = Motion(elevation: 20).held(1).turned(roll: side, in: 0.3).held(1)
                .turned(roll: roll, elevation: end.elevation, in: 0.3).held(1)

            _ = classifier.changes(motion.samples(rate: rate))

            #expect(classifier.orientation == .portrait, "\(rate) Hz")
        }
    }

    @Test("a quick tilt and back stays rotated: 300 ms of it is no event, at any moment", arguments: rates)
    func quickTilt(rate: Double) {
        for phase in 0..<100 {
            for side in [90.0, -90] {
                var classifier = OrientationClassifier()
                let motion = Motion(elevation: 25).held(1).turned(roll: side, in: 0.1).held(0.1)
                    .turned(roll: 0, in: 0.1).held(2)
                let samples = motion.samples(rate: rate, phase: Double(phase) / 100 / rate)

                #expect(classifier.changes(samples) == [.portrait], "phase \(phase), to \(side)")
            }
        }
    }

    @Test(
        "on a train it turns: lateral jerks of half a g, twice a second for a minute, are no event",
        arguments: rates, [0.0, 90, 180, 270])
    func train(rate: Double, roll: Double) {
        var classifier = OrientationClassifier()
        let jerk = 0.5 * Acceleration.standardGravity
        // Across gravity in the plane of the display, 200 ms to one side and 200 ms to the other.
        let across = Motion.Attitude(roll: roll + 90, elevation: 0).acceleration
        let samples = Motion(roll: roll, elevation: 20).held(60).samples(rate: rate, phase: 0.003) { time in
            let inSecond = time.truncatingRemainder(dividingBy: 1)
            let strength =
                inSecond < 0.2 ? jerk : (0.5..<0.7).contains(inSecond) ? -jerk : 0
            let share = strength / Acceleration.standardGravity
            return Acceleration(x: share * across.x, y: share * across.y, z: 0)
        }

        #expect(classifier.changes(samples).count == 1)
    }

    @Test(
        "it returns to normal only when tilted forward: it does so from every side, leaning back",
        arguments: rates)
    func returnsToNormal(rate: Double) {
        for side in [90.0, 180, 270] {
            var classifier = OrientationClassifier()
            let motion = Motion(elevation: 35).held(1).turned(roll: side, in: 0.4).held(1.5)
                .turned(roll: 0, in: 0.4).held(1.5)

            let changes = classifier.changes(motion.samples(rate: rate))

            #expect(changes.first == .portrait)
            #expect(changes.last == .portrait)
            #expect(changes.count >= 3)
        }
    }

    @Test("laid on a table it rotates: the interface stays as it is below 25° from level", arguments: rates)
    func laidOnTable(rate: Double) {
        for (roll, side) in [
            (0.0, InterfaceOrientation.portrait), (90, .landscapeRight), (270, .landscapeLeft),
        ] {
            var machine = Machine()
            var classifier = OrientationClassifier()
            var random = SeededRandomness(seed: 9)
            // Laid down, turned about while it lies, tipped to 24° here and there.
            var motion = Motion(roll: roll, elevation: 20).held(1).turned(elevation: 88, in: 0.6).held(1)
            for step in 1...6 {
                let elevation = step % 2 == 0 ? 88.0 : 66
                motion = motion.turned(roll: roll + 70 * Double(step), elevation: elevation, in: 0.8).held(
                    0.5)
            }
            var shown: [InterfaceOrientation] = []
            let samples = motion.samples(rate: rate) { _ in random.noise(sigma: 0.05) }
            for sample in samples {
                machine.device = classifier.classify(sample.acceleration, at: sample.time)
                if machine.shown != shown.last { shown.append(machine.shown) }
            }

            #expect(shown == [side])
            #expect(classifier.orientation == .faceUp)
        }
    }

    @Test("on a desk that is not quite level it turns with every yaw: faceUp is said once", arguments: rates)
    func yawOnDesk(rate: Double) {
        var classifier = OrientationClassifier()
        var random = SeededRandomness(seed: 5)
        // A slope of 5°, and the tablet turned round on it twice, once each way.
        let motion = Motion(elevation: 85).held(1).turned(roll: 360, in: 6).held(1).turned(roll: 0, in: 3)
            .held(1)

        let changes = classifier.changes(motion.samples(rate: rate) { _ in random.noise(sigma: 0.05) })

        #expect(changes == [.faceUp])
    }

    @Test("flat and tilted alternate near their threshold: at every angle there is at most one change")
    func flipsNearFlat() {
        var random = SeededRandomness(seed: 476)
        for tenth in stride(from: 150, through: 350, by: 5) {
            // Held upright, then brought to the angle and kept there for 1,000 samples.
            let inclination = Double(tenth) / 10
            let motion = Motion(elevation: 40).held(1).turned(elevation: 90 - inclination, in: 0.5).held(40)
            var classifier = OrientationClassifier()

            let changes = classifier.changes(
                motion.samples(rate: 25) { _ in random.noise(sigma: 5 * Self.milliG) })

            #expect(changes.count <= 2, "\(inclination)° from level")
            #expect(changes.first == .portrait)
        }
    }
}
