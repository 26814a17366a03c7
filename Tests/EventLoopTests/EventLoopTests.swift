import CSystemd
import Foundation
import SystemCalls
import Testing

@testable import EventLoop

@Suite("Event loop")
struct EventLoopTests {
    /// Two ends of a stream socket, closed with the value.
    private final class Pair {
        let ends: (Int32, Int32)

        init() throws {
            var numbers: [Int32] = [0, 0]
            try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &numbers) == 0)
            ends = (numbers[0], numbers[1])
        }

        deinit {
            close(ends.0)
            close(ends.1)
        }
    }

    @Test("a handler may end its own source, and wait for a descriptor that gets the same number")
    func sameNumber() throws {
        let loop = try EventLoop()
        var calls: [String] = []
        var source: DescriptorSource?
        let pair = try Pair()
        let number = dup(pair.ends.0)
        source = try loop.onReady(number, .readable) { _ in
            calls.append("first")
            source = nil
            // Closes it and opens it anew in one step: another test might take the number between.
            #expect(dup2(pair.ends.0, number) == number)
            source = try? loop.onReady(number, .readable) { _ in calls.append("second") }
        }
        #expect(write(pair.ends.1, "x", 1) == 1)

        try loop.runOnce(timeout: .seconds(5))
        try loop.runOnce(timeout: .seconds(5))

        #expect(calls == ["first", "second"])
        withExtendedLifetime(source) {}
        close(number)
    }

    @Test("a descriptor's handler is called when it is ready, and not before")
    func readiness() throws {
        let loop = try EventLoop()
        let pair = try Pair()
        var seen: [ReadyEvents] = []
        let source = try loop.onReady(pair.ends.0, .readable) { seen.append($0) }

        try loop.runOnce(timeout: .zero)
        #expect(seen.isEmpty)
        #expect(write(pair.ends.1, "x", 1) == 1)
        try loop.runOnce(timeout: .seconds(5))

        #expect(seen == [.readable])
        withExtendedLifetime(source) {}
    }

    @Test("what is waited for can change, and a hang-up is reported for an empty set too")
    func changedInterest() throws {
        let loop = try EventLoop()
        let pair = try Pair()
        var seen: [ReadyEvents] = []
        let source = try loop.onReady(pair.ends.0, .readable) { seen.append($0) }
        #expect(write(pair.ends.1, "x", 1) == 1)

        source.wait(for: [])
        try loop.runOnce(timeout: .zero)
        #expect(seen.isEmpty)
        #expect(shutdown(pair.ends.1, Int32(SHUT_RDWR)) == 0)
        try loop.runOnce(timeout: .seconds(5))

        #expect(seen.first?.contains(.hangUp) == true)
    }

    @Test("a paused source is silent until it is resumed")
    func pause() throws {
        let loop = try EventLoop()
        let pair = try Pair()
        var count = 0
        let source = try loop.onReady(pair.ends.0, .readable) { _ in count += 1 }
        #expect(write(pair.ends.1, "x", 1) == 1)

        source.pause()
        try loop.runOnce(timeout: .zero)
        #expect(count == 0)
        source.resume()
        try loop.runOnce(timeout: .seconds(5))

        #expect(count == 1)
    }

    @Test("a handler may let go of its own source, and is not called again")
    func letGo() throws {
        let loop = try EventLoop()
        let pair = try Pair()
        var count = 0
        var source: DescriptorSource?
        source = try loop.onReady(pair.ends.0, .readable) { _ in
            count += 1
            source = nil
        }
        #expect(write(pair.ends.1, "x", 1) == 1)

        try loop.runOnce(timeout: .seconds(5))
        try loop.runOnce(timeout: .zero)

        #expect(count == 1)
        withExtendedLifetime(source) {}
    }

    @Test("a timer goes off once when it is set, and never when it is cancelled")
    func timers() throws {
        let loop = try EventLoop()
        var calls: [String] = []
        let set = try loop.timer(accuracy: .microseconds(1)) { calls.append("set") }
        let cancelled = try loop.timer(accuracy: .microseconds(1)) { calls.append("cancelled") }
        #expect(!set.isSet)

        set.set(after: .zero)
        cancelled.set(after: .zero)
        cancelled.cancel()
        #expect(set.isSet)
        try loop.runOnce(timeout: .seconds(5))
        try loop.runOnce(timeout: .zero)

        #expect(calls == ["set"])
        #expect(!set.isSet)
    }

    @Test("what is often readable is served beside timers and other descriptors, in each kind of round")
    func frequent() throws {
        let loop = try EventLoop()
        let (often, other) = (try Pair(), try Pair())
        var calls: [String] = []
        let timer = try loop.timer(accuracy: .microseconds(1)) { calls.append("timer") }
        let first = try loop.onReadable(often: often.ends.0) {
            var byte: UInt8 = 0
            #expect(read(often.ends.0, &byte, 1) == 1)
            calls.append("often")
            timer.set(after: .zero)
        }
        let second = try loop.onReady(other.ends.0, .readable) { _ in
            calls.append("other")
            loop.stop()
        }

        #expect(try !loop.runOnce(timeout: .zero))
        #expect(write(often.ends.1, "xx", 2) == 2)
        #expect(try loop.runOnce(timeout: .seconds(5)))
        #expect(calls.first == "often")
        #expect(write(other.ends.1, "x", 1) == 1)
        try loop.run()

        #expect(Set(calls) == ["often", "timer", "other"])
        withExtendedLifetime((first, second)) {}
    }

    @Test("the handler of what is often readable may set a timer, which goes off, and may end the loop")
    func frequentTimer() throws {
        let loop = try EventLoop()
        let pair = try Pair()
        var calls: [String] = []
        let timer = try loop.timer(accuracy: .microseconds(1)) {
            calls.append("timer")
            #expect(write(pair.ends.1, "x", 1) == 1)
        }
        let source = try loop.onReadable(often: pair.ends.0) {
            var byte: UInt8 = 0
            #expect(read(pair.ends.0, &byte, 1) == 1)
            calls.append("often")
            if calls.contains("timer") { loop.stop() } else { timer.set(after: .milliseconds(1)) }
        }
        #expect(write(pair.ends.1, "x", 1) == 1)

        try loop.run()

        #expect(calls == ["often", "timer", "often"])
        withExtendedLifetime(source) {}
    }

    @Test("a timer counts from when it is set, however long ago sd-event made a round")
    func frequentTimerStart() throws {
        let loop = try EventLoop()
        let pair = try Pair()
        let delay: UInt64 = 30_000_000
        var (set, due): (UInt64, UInt64) = (0, 0)
        let timer = try loop.timer(accuracy: .microseconds(1)) {}
        let source = try loop.onReadable(often: pair.ends.0) {
            set = UInt64(KernelClock.monotonic.nanoseconds) / 1000
            timer.set(after: .microseconds(delay))
            #expect(sd_event_source_get_time(timer.pointer, &due) == 0)
        }
        // A round, whose time is before that of the handler.
        try loop.runOnce(timeout: .zero)
        #expect(write(pair.ends.1, "x", 1) == 1)

        try loop.runOnce(timeout: .seconds(5))

        #expect(set > 0)
        #expect(due >= set + delay)
        withExtendedLifetime(source) {}
    }

    @Test("of two that are often readable both are served, and each ends with its source")
    func twoFrequent() throws {
        let loop = try EventLoop()
        let (left, right) = (try Pair(), try Pair())
        var calls: [String] = []
        var first: EventSource?
        first = try loop.onReadable(often: left.ends.0) {
            calls.append("left")
            first = nil
        }
        let second = try loop.onReadable(often: right.ends.0) { calls.append("right") }
        #expect(write(left.ends.1, "x", 1) == 1)
        #expect(write(right.ends.1, "x", 1) == 1)

        try loop.runOnce(timeout: .seconds(5))
        try loop.runOnce(timeout: .seconds(5))

        #expect(Set(calls) == ["left", "right"])
        #expect(calls.filter { $0 == "left" }.count == 1)
        withExtendedLifetime((first, second)) {}
    }

    @Test("a signal reaches its handler, and stopping ends the loop")
    func signals() throws {
        let loop = try EventLoop()
        var count = 0
        let source = try loop.onSignal(SIGUSR2) {
            count += 1
            loop.stop()
        }

        #expect(pthread_kill(pthread_self(), SIGUSR2) == 0)
        try loop.run()

        #expect(count == 1)
        withExtendedLifetime(source) {}
    }

    @Test("a signal that is held waits for its handler, and ends nothing meanwhile")
    func heldSignals() throws {
        let loop = try EventLoop()
        try EventLoop.hold([SIGUSR1])
        #expect(pthread_kill(pthread_self(), SIGUSR1) == 0)

        var count = 0
        let source = try loop.onSignal(SIGUSR1) {
            count += 1
            loop.stop()
        }
        try loop.run()

        #expect(count == 1)
        withExtendedLifetime(source) {}
    }

    @Test("durations become whole microseconds, and none below zero")
    func durations() {
        #expect(microseconds(.milliseconds(1500)) == 1_500_000)
        #expect(microseconds(.nanoseconds(1999)) == 1)
        #expect(microseconds(.seconds(-1)) == 0)
        #expect(microseconds(.milliseconds(-1)) == 0)
    }
}
