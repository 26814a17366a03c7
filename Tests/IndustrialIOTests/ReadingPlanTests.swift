import SystemCalls
import Testing

@testable import IndustrialIO

@Suite("Reading plan")
struct ReadingPlanTests {
    /// A sensor that streams, such as a chip with an interrupt.
    private func streaming() -> ReadingPlan {
        ReadingPlan(canBuffer: true, canPoll: true, reportsChangesOnly: false, period: .milliseconds(100))
    }

    /// A sensor with a threshold of its own, such as a HID hub.
    private func onChange() -> ReadingPlan {
        ReadingPlan(canBuffer: true, canPoll: true, reportsChangesOnly: true, period: .milliseconds(100))
    }

    /// Starts a plan and opens its buffer at once.
    ///
    /// - Returns: What is left to be done.
    private func opened(_ plan: inout ReadingPlan) -> [ReadingPlan.Action] {
        (plan.start() + plan.opened(at: .zero)).filter { $0 != .open }
    }

    private func failure(_ code: Int32) -> SensorFailure {
        SensorFailure(SystemCallError(call: "iio_device_create_buffer", code: code))
    }

    /// Lets time pass, calling the plan whenever it wants to be, and answers its requests.
    ///
    /// - Parameters:
    ///   - measured: What a measurement at that time is; `nil` if it never comes back.
    ///   - opens: Whether the buffer can be opened again.
    /// - Returns: What was done, and when.
    private func run(
        _ plan: inout ReadingPlan, _ actions: [ReadingPlan.Action], from start: Duration, until end: Duration,
        opens: Bool = true,
        measured: (Duration) -> (isUsable: Bool, differs: Bool)? = { _ in (false, false) }
    ) -> [(time: Duration, action: ReadingPlan.Action)] {
        var log: [(time: Duration, action: ReadingPlan.Action)] = []
        var now = start
        var wake: Duration?
        var queue = actions
        while now <= end {
            while !queue.isEmpty {
                let action = queue.removeFirst()
                log.append((now, action))
                switch action {
                case .wake(let delay): wake = now + delay
                case .watch: wake = nil
                case .open: queue += opens ? plan.opened(at: now) : plan.notOpened(failure(16), at: now)
                case .close: queue += plan.closed(at: now)
                case .measure:
                    if let result = measured(now) {
                        queue += plan.measured(
                            isUsable: result.isUsable, differs: result.differs, isSettled: true, at: now)
                    }
                case .poll, .provoke, .tellSilence, .tellEnd: break
                }
            }
            guard let next = wake else { break }
            now = next
            wake = nil
            if now <= end { queue = plan.timePassed(at: now) }
        }
        return log
    }

    private func times(
        _ log: [(time: Duration, action: ReadingPlan.Action)], _ action: ReadingPlan.Action
    ) -> [Duration] { log.filter { $0.action == action }.map(\.time) }

    @Test("a sensor with a buffer is opened, one without is polled at once")
    func start() {
        var buffered = streaming()
        var polled = ReadingPlan(
            canBuffer: false, canPoll: true, reportsChangesOnly: false, period: .milliseconds(100))

        #expect(buffered.start().first == .open)
        #expect(polled.start() == [.poll])
    }

    @Test(
        "a buffer that is refused for good makes the sensor polled, and it is not tried again",
        arguments: [1, 13, 22])  // EPERM, EACCES, EINVAL
    func refusedForGood(_ code: Int32) {
        var plan = streaming()
        _ = plan.start()

        #expect(plan.notOpened(failure(code), at: .zero) == [.poll])
    }

    @Test(
        "one that is busy or fails is tried again after 1, 2, 4 … 30 s while the sensor is polled",
        arguments: [16, 5])  // EBUSY, EIO
    func backoff(_ code: Int32) {
        var plan = streaming()
        _ = plan.start()
        var time = Duration.zero
        var pauses: [Duration] = []

        for _ in 0..<8 {
            let actions = plan.notOpened(failure(code), at: time)
            #expect(actions.first == .poll)
            guard case .wake(let pause) = actions.last else { break }
            pauses.append(pause)
            time += pause
            #expect(plan.timePassed(at: time) == [.open, .wake(after: .seconds(2))])
        }

        #expect(pauses == [1, 2, 4, 8, 16, 30, 30, 30].map { .seconds($0) })
    }

    @Test("a device that is gone ends the source", arguments: [19, 6])  // ENODEV, ENXIO
    func gone(_ code: Int32) {
        var plan = streaming()
        _ = plan.start()

        #expect(plan.notOpened(failure(code), at: .zero) == [.tellEnd(failure(code))])
    }

    @Test("a buffer that gives nothing for 3 s is opened anew, and the sensor is polled half a second later")
    func silentFromTheStart() {
        var plan = streaming()

        let log = run(&plan, plan.start(), from: .zero, until: .seconds(4))

        #expect(times(log, .close).first == .seconds(3))
        #expect(times(log, .poll) == [.milliseconds(3500)])
        #expect(plan.phase == .polling)
        #expect(!plan.trustsBuffer)
    }

    @Test("a buffer that falls silent is told of after 2 s, and polled within 4 s")
    func fallsSilent() {
        var plan = streaming()
        var actions = opened(&plan)
        for tenth in 1...100 { actions += plan.sample(isSettled: true, at: .milliseconds(100 * tenth)) }

        let log = run(&plan, actions, from: .seconds(10), until: .seconds(14))

        let silence = times(log, .tellSilence)
        #expect(silence.count == 1)
        #expect(silence.first.map { $0 >= .seconds(12) && $0 <= .milliseconds(12_500) } == true)
        #expect(times(log, .poll).first.map { $0 <= .seconds(14) } == true)
    }

    @Test("a sensor that is measured beside its buffer while that is quiet is not silent")
    func quietButAlive() {
        var plan = onChange()
        var actions = opened(&plan)
        actions += plan.sample(isSettled: true, at: .zero)

        let log = run(&plan, actions, from: .zero, until: .seconds(100)) { _ in (true, false) }

        #expect(times(log, .measure) == [.seconds(2), .milliseconds(3500), .seconds(6)])
        #expect(times(log, .tellSilence).isEmpty)
        #expect(times(log, .poll).isEmpty)
        #expect(log.last?.action == .watch(after: .seconds(4)))
    }

    @Test("a sensor that reports changes only, and has not yet, is provoked once it was measured")
    func provoked() {
        var plan = onChange()

        let log = run(&plan, plan.start(), from: .zero, until: .seconds(4)) { _ in (true, false) }

        #expect(times(log, .measure).first == .milliseconds(150))
        // After each opening: at the start, and anew after 3 s of quiet, which was no help.
        #expect(times(log, .provoke) == [.milliseconds(150), .milliseconds(3150)])
        #expect(times(log, .poll) == [.milliseconds(3500)])
    }

    @Test("one that reports when it is provoked is alive: it may be quiet from then on")
    func answersProvocation() {
        var plan = onChange()
        var actions = opened(&plan)
        _ = run(&plan, actions, from: .zero, until: .milliseconds(160)) { _ in (true, false) }

        actions = plan.sample(isSettled: true, at: .milliseconds(250))
        actions += plan.timePassed(at: .seconds(2))
        let log = run(&plan, actions, from: .seconds(2), until: .seconds(100)) { _ in (true, false) }

        #expect(times(log, .provoke).isEmpty)
        #expect(times(log, .poll).isEmpty)
        #expect(times(log, .tellSilence).isEmpty)
        #expect(plan.phase == .listening)
    }

    @Test("a sensor that reports by itself is not provoked, and one that streams never is")
    func notProvoked() {
        var quiet = onChange()
        var actions = opened(&quiet)
        actions += quiet.sample(isSettled: true, at: .milliseconds(40))
        var dead = streaming()

        let log = run(&quiet, actions, from: .milliseconds(40), until: .seconds(100)) { _ in (true, false) }
        let silence = run(&dead, dead.start(), from: .zero, until: .seconds(100)) { _ in (true, false) }

        #expect(times(log, .provoke).isEmpty)
        #expect(times(silence, .provoke).isEmpty)
    }

    @Test("two measurements in a row that say nothing are silence")
    func deadWhileQuiet() {
        var plan = onChange()
        var actions = opened(&plan)
        actions += plan.sample(isSettled: true, at: .zero)

        let log = run(&plan, actions, from: .zero, until: .seconds(4))

        #expect(times(log, .measure).prefix(2) == [.seconds(2), .milliseconds(2250)])
        #expect(times(log, .tellSilence) == [.milliseconds(2250)])
    }

    @Test("a measurement that hangs is silence after half a second")
    func hangingMeasurement() {
        var plan = onChange()
        var actions = opened(&plan)
        actions += plan.sample(isSettled: true, at: .zero)

        let log = run(&plan, actions, from: .zero, until: .seconds(3)) { _ in nil }

        #expect(times(log, .tellSilence) == [.milliseconds(2500)])
    }

    @Test("a buffer that is quiet while the device turns is dead: the sensor is polled beside it")
    func deadBuffer() {
        var plan = onChange()
        var actions = opened(&plan)
        actions += plan.sample(isSettled: true, at: .zero)

        let log = run(&plan, actions, from: .zero, until: .seconds(4)) { time in (true, time >= .seconds(3)) }

        #expect(times(log, .poll) == [.milliseconds(3500)])
        #expect(plan.hasOpenBuffer)
    }

    @Test("a buffer that was given up is opened anew after 1, 2, 4 s and so on, polled in between")
    func deadBufferIsTriedAgain() {
        var plan = onChange()
        var actions = opened(&plan)
        actions += plan.sample(isSettled: true, at: .zero)

        let log = run(&plan, actions, from: .zero, until: .seconds(13)) { time in
            (true, time >= .seconds(2))
        }

        let polls: [Duration] = [.seconds(2), .milliseconds(3500), .seconds(6), .milliseconds(10_500)]
        #expect(Array(times(log, .poll).prefix(4)) == polls)
        let openings: [Duration] = [.seconds(3), .milliseconds(5500), .seconds(10)]
        #expect(Array(times(log, .open).prefix(3)) == openings)
        #expect(plan.phase == .polling)
    }

    @Test("a report from the buffer ends the polling beside it")
    func buffersReturn() {
        var plan = onChange()
        var actions = opened(&plan)
        actions += plan.sample(isSettled: true, at: .zero)
        _ = run(&plan, actions, from: .zero, until: .seconds(4)) { _ in (true, true) }
        #expect(plan.phase == .polling)

        let ending = plan.sample(isSettled: true, at: .seconds(5))

        #expect(ending.first == .measure)
        #expect(plan.phase == .listening)
        #expect(plan.trustsBuffer)
    }

    @Test(
        "after a report that the classifier has not decided on, measurements follow every 0.15 s, 20 at most")
    func followUps() {
        var plan = onChange()
        _ = plan.start()
        _ = plan.opened(at: .zero)

        var actions = plan.sample(isSettled: false, at: .seconds(1))
        var time = Duration.seconds(1)
        var count = 0
        while case .wake(let delay) = actions.last, delay == .milliseconds(150) {
            time += delay
            #expect(plan.timePassed(at: time).first == .measure)
            count += 1
            actions = plan.measured(isUsable: true, differs: false, isSettled: false, at: time)
        }

        #expect(count == 20)
    }

    @Test("a measurement that the classifier decided on ends them")
    func followUpsEnd() {
        var plan = onChange()
        _ = plan.start()
        _ = plan.opened(at: .zero)
        _ = plan.sample(isSettled: false, at: .seconds(1))
        _ = plan.timePassed(at: .milliseconds(1150))

        let actions = plan.measured(isUsable: true, differs: false, isSettled: true, at: .milliseconds(1160))

        #expect(actions == [.wake(after: .milliseconds(1840))])
    }

    @Test("an opening that hangs is told as silence after 3 s")
    func hangingOpening() {
        var plan = streaming()

        #expect(plan.start() == [.open, .wake(after: .seconds(3))])
        #expect(plan.timePassed(at: .seconds(3)) == [.tellSilence])
    }

    @Test("closing a buffer that is tried again, and hangs, is told as silence after 2 s")
    func hangingClosing() {
        var plan = onChange()
        var actions = opened(&plan)
        actions += plan.sample(isSettled: true, at: .zero)
        _ = run(&plan, actions, from: .zero, until: .seconds(2)) { _ in (true, true) }

        #expect(plan.timePassed(at: .seconds(3)) == [.close, .wake(after: .seconds(2))])
        #expect(plan.timePassed(at: .seconds(5)) == [.tellSilence])
        #expect(plan.timePassed(at: .seconds(7)) == [])
    }

    @Test(
        "a slow sensor is looked after when two periods are over, and given up after six"
    )
    func slow() {
        var plan = ReadingPlan(
            canBuffer: true, canPoll: true, reportsChangesOnly: false, period: .milliseconds(800))

        let log = run(&plan, plan.start(), from: .zero, until: .seconds(7))

        #expect(times(log, .measure).first == .milliseconds(1600))
        // 6 · 0.8 s, and 2 · 0.8 s after it was opened anew.
        #expect(times(log, .close).first == .milliseconds(4800))
        #expect(times(log, .poll) == [.milliseconds(6400)])
    }

    @Test(
        "a buffer that gives nothing and is all there is is opened anew after 1, 2, 4 s and so on")
    func silentWithoutPolling() {
        var plan = ReadingPlan(
            canBuffer: true, canPoll: false, reportsChangesOnly: false, period: .milliseconds(100))

        let log = run(&plan, plan.start(), from: .zero, until: .seconds(12))

        // Given up at 3 s, and half a second after each opening.
        let openings: [Duration] = [
            .zero, .seconds(3), .milliseconds(4500), .seconds(7), .milliseconds(11_500),
        ]
        #expect(times(log, .open) == openings)
        #expect(times(log, .tellSilence).first == .seconds(2))
        #expect(times(log, .measure).isEmpty)
        #expect(times(log, .poll).isEmpty)
        #expect(plan.trustsBuffer)
    }

    @Test("a sensor with a buffer alone that reports changes only may be quiet for ever once it has reported")
    func quietWithoutPolling() {
        var plan = ReadingPlan(
            canBuffer: true, canPoll: false, reportsChangesOnly: true, period: .milliseconds(100))
        var actions = opened(&plan)
        actions += plan.sample(isSettled: true, at: .milliseconds(100))

        let log = run(&plan, actions, from: .milliseconds(100), until: .seconds(100))

        #expect(times(log, .tellSilence).isEmpty)
        #expect(times(log, .close).isEmpty)
    }

    @Test("when polling says nothing either, the buffer is tried again")
    func pollingIsSilent() {
        var plan = streaming()
        _ = plan.start()
        _ = plan.notOpened(failure(22), at: .zero)

        #expect(plan.pollingIsSilent(at: .seconds(3)) == [.tellSilence, .wake(after: .seconds(1))])
        #expect(plan.timePassed(at: .seconds(4)) == [.open, .wake(after: .seconds(2))])
    }
}
