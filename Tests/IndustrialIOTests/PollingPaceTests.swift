import OrientationCore
import Testing

@testable import IndustrialIO

@Suite("Pace of polling")
struct PollingPaceTests {
    private let upright = Acceleration(x: 0, y: 9.81, z: 0)
    private let turned = Acceleration(x: 9.81, y: 0, z: 0)

    /// Brings a pace to rest with the device upright, and says when.
    private func rest(_ pace: inout PollingPace) -> Duration {
        var time = Duration.zero
        while true {
            let step = pace.step(upright, looks: .portrait, inForce: .portrait, at: time)
            if step.period == PollingPace.resting { return time }
            time += step.period
        }
    }

    @Test("the first sample is told at once and read on after 38 ms")
    func first() {
        var pace = PollingPace()

        let step = pace.step(upright, looks: .portrait, inForce: .unknown, at: .zero)

        #expect(step == PollingPace.Step(tells: true, tellsPrevious: false, period: .milliseconds(38)))
    }

    @Test("a device that lies still is read every 400 ms from a second after its orientation is decided")
    func settling() {
        var pace = PollingPace()

        let settled = rest(&pace)

        // The first sample of 27 after the one that differed that is a second later.
        #expect(settled == .milliseconds(38 + 27 * 38))
    }

    @Test("while it rests no sample is told")
    func resting() {
        var pace = PollingPace()
        var time = rest(&pace)

        for _ in 0..<100 {
            time += .milliseconds(400)
            let step = pace.step(upright, looks: .portrait, inForce: .portrait, at: time)
            #expect(step == PollingPace.Step(tells: false, tellsPrevious: false, period: .milliseconds(400)))
        }
    }

    @Test("a sample that differs is told with the one before it, and the next is read after 38 ms")
    func waking() {
        var pace = PollingPace()
        var time = rest(&pace)
        for _ in 0..<3 {
            time += .milliseconds(400)
            _ = pace.step(upright, looks: .portrait, inForce: .portrait, at: time)
        }

        let step = pace.step(turned, looks: .landscapeLeft, inForce: .portrait, at: time + .milliseconds(400))

        #expect(step == PollingPace.Step(tells: true, tellsPrevious: true, period: .milliseconds(38)))
    }

    @Test(
        "up to 0.7 m/s² is no difference, more is",
        arguments: [(0.69, Duration.milliseconds(400)), (0.71, .milliseconds(38))])
    func sameness(_ distance: Double, _ period: Duration) {
        var pace = PollingPace()
        let time = rest(&pace)
        let moved = Acceleration(x: 0, y: 9.81, z: distance)

        #expect(
            pace.step(moved, looks: .portrait, inForce: .portrait, at: time + .seconds(1)).period == period)
    }

    @Test("a sample that looks like another side differs, however near it is")
    func looks() {
        var pace = PollingPace()
        let time = rest(&pace)

        let step = pace.step(upright, looks: .landscapeLeft, inForce: .portrait, at: time + .seconds(1))

        #expect(step.period == .milliseconds(38))
    }

    @Test("while the orientation in force is another one it is read fast, for 3 s at most")
    func patience() {
        var pace = PollingPace()
        _ = pace.step(upright, looks: .portrait, inForce: .unknown, at: .zero)

        let before = pace.step(upright, looks: .portrait, inForce: .unknown, at: .milliseconds(2990))
        let after = pace.step(upright, looks: .portrait, inForce: .unknown, at: .seconds(3))

        #expect([before.period, after.period] == [.milliseconds(38), .milliseconds(400)])
    }

    @Test("while it goes on moving it is read fast for as long as that lasts")
    func moving() {
        var pace = PollingPace()

        for number in 0..<1000 {
            let sample = Acceleration(x: 0, y: 9.81, z: number.isMultiple(of: 2) ? 1 : -1)
            let time = Duration.milliseconds(38 * number)
            let step = pace.step(sample, looks: .portrait, inForce: .portrait, at: time)
            #expect(step.tells && step.period == .milliseconds(38))
        }
    }
}
