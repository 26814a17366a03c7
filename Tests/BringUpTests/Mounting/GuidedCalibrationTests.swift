import OrientationCore
import OrientationTestSupport
import Testing

@testable import BringUp

@Suite("GuidedCalibration")
struct GuidedCalibrationTests {
    /// A person who holds a device, and the clock.
    private struct Holder {
        var calibration: GuidedCalibration
        var time = Duration.zero
        var random = SeededRandomness(seed: 20_250_611)

        init(_ postures: [Posture] = [.normal, .rightUp, .faceUp], needsMotion: Bool = false) {
            calibration = GuidedCalibration(postures: postures, needsMotion: needsMotion)
        }

        /// Holds it so for a while; 25 samples a second, whose noise has a deviation in m/s².
        mutating func hold(_ x: Double, _ y: Double, _ z: Double, for seconds: Double, noise: Double = 0.05) {
            for _ in 0..<Int(seconds * 25) {
                time += .milliseconds(40)
                calibration.take(
                    x: x + random.gaussian(deviation: noise), y: y + random.gaussian(deviation: noise),
                    z: z + random.gaussian(deviation: noise), at: time)
            }
        }
    }

    @Test("a device that is still gives a reading after the hold time, and not before")
    func holdTime() throws {
        var holder = Holder()

        holder.hold(0, -9.8, 0, for: 1.4)
        #expect(holder.calibration.readings.isEmpty)
        #expect(holder.calibration.current == .normal)
        holder.hold(0, -9.8, 0, for: 0.4)

        let reading = try #require(holder.calibration.readings[.normal]?.vector)
        #expect((reading - Vector(x: 0, y: -9.8, z: 0)).length < 0.1)
        #expect(holder.calibration.current == .rightUp)
    }

    @Test("noise of 20 mg is still", arguments: 0..<20)
    func noise(_ seed: Int) {
        var holder = Holder()
        holder.random = SeededRandomness(seed: UInt64(seed))

        holder.hold(0, -9.8, 0, for: 1.8, noise: 0.2)

        #expect(holder.calibration.current == .rightUp)
    }

    @Test("it does not matter at what length a sensor rests", arguments: [6.5, 8.1, 9.8, 11.5, 13])
    func anyLength(_ length: Double) {
        var holder = Holder()

        holder.hold(0, 0, length, for: 2)

        #expect(holder.calibration.current == .rightUp)
    }

    @Test("a turn begins the time anew")
    func turn() {
        var holder = Holder()

        holder.hold(0, -9.8, 0, for: 1.2)
        holder.hold(4, -8.9, 0, for: 1.2)

        #expect(holder.calibration.readings.isEmpty)
    }

    @Test("a device that creeps is not still")
    func creep() {
        var holder = Holder()

        for step in 0..<50 {
            // Six degrees a second, for two seconds.
            holder.hold(Double(step) * 0.04, -9.8, 0, for: 0.04)
        }

        #expect(holder.calibration.readings.isEmpty)
    }

    @Test("what lies on the desk is not taken for being held, until it is moved or a key says so")
    func desk() {
        var holder = Holder(needsMotion: true)

        // It is put down while the program starts.
        holder.hold(0, -9.8, 0, for: 0.2)
        holder.hold(0, 0, 9.8, for: 7)
        #expect(holder.calibration.state == .waitingForMotion)
        #expect(holder.calibration.readings.isEmpty)

        var accepted = holder
        accepted.calibration.accept()
        accepted.hold(0, 0, 9.8, for: 0.1)
        #expect(accepted.calibration.current == .rightUp)

        var untouched = holder
        untouched.hold(0, 0, 9.8, for: 1.5)
        #expect(untouched.calibration.current == .rightUp, "it is not waited for ever")

        holder.hold(0, -9.8, 0, for: 2)
        #expect(holder.calibration.current == .rightUp)
    }

    @Test("one posture does not count for two")
    func heldAsBefore() {
        var holder = Holder()

        holder.hold(0, -9.8, 0, for: 2)
        holder.hold(1, -9.7, 1, for: 5)

        #expect(holder.calibration.state == .heldAs(.normal))
        #expect(holder.calibration.readings.count == 1)
    }

    @Test("a key while the device is held as for an earlier posture says that the earlier one was wrong")
    func earlierOneWasWrong() throws {
        var holder = Holder()
        holder.hold(-9.8, 0, 0, for: 2)
        holder.hold(-9.8, 0, 0, for: 2)

        holder.calibration.accept()

        #expect(holder.calibration.current == .normal)
        let reading = try #require(holder.calibration.readings[.rightUp]?.vector)
        #expect((reading - Vector(x: -9.8, y: 0, z: 0)).length < 0.1)
        holder.hold(0, -9.8, 0, for: 2)
        #expect(holder.calibration.current == .faceUp)
    }

    @Test("a sensor that reports changes only is still while it says nothing")
    func reportsChangesOnly() {
        var calibration = GuidedCalibration(postures: [.normal, .faceUp], needsMotion: false)

        calibration.take(x: 0, y: -9.8, z: 0, at: .seconds(10))
        calibration.advance(to: .seconds(11))
        #expect(calibration.current == .normal)
        calibration.advance(to: .seconds(12))

        #expect(calibration.current == .faceUp)
    }

    @Test("zeros and what is no number are no readings")
    func noReadings() {
        var calibration = GuidedCalibration(postures: [.normal], needsMotion: false)

        calibration.take(x: 0, y: 0, z: 0, at: .seconds(1))
        calibration.take(x: .nan, y: 0, z: 1, at: .seconds(2))
        calibration.advance(to: .seconds(9))

        #expect(calibration.state == .waitingForSensor)
        #expect(calibration.last == nil)
    }

    @Test("going back asks for the last posture again, and further postures can be asked for at the end")
    func backAndForth() {
        var holder = Holder([.normal, .rightUp])
        holder.hold(0, -9.8, 0, for: 2)
        holder.calibration.goBack()
        #expect(holder.calibration.current == .normal)
        holder.hold(0, -9.8, 0, for: 2)
        holder.hold(-9.8, 0, 0, for: 2)
        #expect(holder.calibration.state == .done)

        holder.calibration.ask(for: [.normal, .faceUp])

        #expect(holder.calibration.current == .faceUp)
        #expect(holder.calibration.state == .moving)
    }

    @Test(
        "a posture that is asked for again is not taken before the device was moved, and the others are kept")
    func askedAgain() throws {
        var holder = Holder([.normal, .rightUp])
        holder.hold(0, -9.8, 0, for: 2)
        holder.hold(-7, 0, 7, for: 2)
        #expect(holder.calibration.state == .done)

        holder.calibration.askAgain(for: .rightUp)
        holder.hold(-7, 0, 7, for: 4)

        #expect(holder.calibration.state == .waitingForMotion)
        #expect(holder.calibration.current == .rightUp)
        holder.hold(-9.8, 0, 0, for: 2)
        #expect(holder.calibration.state == .done)
        let kept = try #require(holder.calibration.readings[.normal]?.vector)
        let new = try #require(holder.calibration.readings[.rightUp]?.vector)
        #expect((kept - Vector(x: 0, y: -9.8, z: 0)).length < 0.1)
        #expect((new - Vector(x: -9.8, y: 0, z: 0)).length < 0.1)
    }

    @Test("a posture that is left out is not asked for any more, and the others are kept")
    func leftOut() {
        var holder = Holder()
        holder.hold(0, -9.8, 0, for: 2)

        holder.calibration.leaveOut(.rightUp)

        #expect(holder.calibration.current == .faceUp)
        holder.hold(0, 0, 9.8, for: 2)
        #expect(holder.calibration.state == .done)
        #expect(Set(holder.calibration.readings.keys) == [.normal, .faceUp])
    }
}

@Suite("CasingPosture")
struct CasingPostureTests {
    @Test("a panel that is mounted with its right side up is in right-up while the casing is upright")
    func panels() {
        let upright = PanelOrientation.allCases.map { CasingPosture.upright.posture(of: $0) }

        #expect(PanelOrientation.allCases == [.normal, .rightSideUp, .upsideDown, .leftSideUp])
        #expect(upright == [.normal, .rightUp, .bottomUp, .leftUp])
        #expect(CasingPosture.turnedLeft.posture(of: .normal) == .rightUp)
        #expect(CasingPosture.turnedLeft.posture(of: .leftSideUp) == .normal)
        #expect(CasingPosture.turnedRight.posture(of: .rightSideUp) == .normal)
        #expect(CasingPosture.faceUp.posture(of: .rightSideUp) == .faceUp)
    }

    @Test("a casing that was built for landscape is in landscapeLeft while it is upright")
    func natural() {
        #expect(CasingPosture.upright.deviceOrientation(natural: .portrait) == .portrait)
        #expect(CasingPosture.turnedLeft.deviceOrientation(natural: .portrait) == .landscapeLeft)
        #expect(CasingPosture.upright.deviceOrientation(natural: .landscapeRight) == .landscapeLeft)
        #expect(CasingPosture.turnedRight.deviceOrientation(natural: .landscapeRight) == .portrait)
        #expect(CasingPosture.turnedLeft.deviceOrientation(natural: .landscapeRight) == .portraitUpsideDown)
        #expect(CasingPosture.faceDown.deviceOrientation(natural: .landscapeRight) == .faceDown)
    }

    @Test(
        "what a matrix of one makes of each posture, the frame of the device calls the same",
        arguments: PanelOrientation.allCases,
        [InterfaceOrientation.portrait, .landscapeRight, .landscapeLeft])
    func agreesWithFrame(_ panel: PanelOrientation, _ natural: InterfaceOrientation) {
        let frame = DeviceFrame(matrix: .identity, trust: .allRows, panel: panel, natural: natural)
        for posture in CasingPosture.allCases {
            let reading = 9.8 * posture.posture(of: panel).direction
            let acceleration = frame.acceleration(x: reading.x, y: reading.y, z: reading.z)

            #expect(
                OrientationClassifier().candidate(for: acceleration)
                    == posture.deviceOrientation(natural: natural))
        }
    }
}
