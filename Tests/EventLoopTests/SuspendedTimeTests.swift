import Testing

@testable import EventLoop

@Suite("Suspended time")
struct SuspendedTimeTests {
    @Test("what the boot time counts and the monotonic clock does not is suspended time, told once")
    func suspended() {
        var time = SuspendedTime(boot: .seconds(100), monotonic: .seconds(90))

        #expect(time.take(boot: .seconds(500), monotonic: .seconds(110)) == .seconds(380))
        #expect(time.take(boot: .seconds(501), monotonic: .seconds(111)) == nil)
        #expect(time.take(boot: .seconds(511), monotonic: .seconds(112)) == .seconds(9))
    }

    @Test("a clock that somebody set is no suspend, nor is the time between two readings")
    func notSuspended() {
        var time = SuspendedTime(boot: .seconds(100), monotonic: .seconds(100))

        #expect(time.take(boot: .seconds(200), monotonic: .seconds(200)) == nil)
        #expect(time.take(boot: .milliseconds(300_050), monotonic: .seconds(300)) == nil)
    }

    @Test("waiting for the machine to wake up wakes nobody")
    func quiet() throws {
        let loop = try EventLoop()
        let source = try WakeUpSource(loop: loop) { _ in Issue.record("nobody slept") }

        #expect(try !loop.runOnce(timeout: .zero))
        withExtendedLifetime(source) {}
    }
}
