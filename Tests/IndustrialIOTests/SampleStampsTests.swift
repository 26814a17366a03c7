import Testing

@testable import IndustrialIO

@Suite("Time of a sample")
struct SampleStampsTests {
    private func nanoseconds(_ duration: Duration) -> Int64 { duration.wholeNanoseconds }

    @Test("the kernel's stamp is believed while it grows and is not older than 2 s")
    func kernel() {
        var stamps = SampleStamps(period: .milliseconds(100))

        let first = stamps.stamp(nanoseconds(.seconds(10)), arrival: .milliseconds(10_010), behind: 0)
        let second = stamps.stamp(
            nanoseconds(.milliseconds(10_100)), arrival: .milliseconds(10_200), behind: 0)

        #expect([first, second] == [.seconds(10), .milliseconds(10_100)])
        #expect(!stamps.isUsingArrival)
    }

    @Test(
        "a stamp of 0, one from the future, an old one and one on another clock give way to the arrival",
        arguments: [.zero, .seconds(11), .milliseconds(7900), .seconds(1_700_000_000)] as [Duration])
    func arrival(_ stamp: Duration) {
        var stamps = SampleStamps(period: .milliseconds(100))

        #expect(stamps.stamp(nanoseconds(stamp), arrival: .seconds(10), behind: 0) == .seconds(10))
        #expect(stamps.isUsingArrival)
    }

    @Test("another sample may be there once as much time has passed as between the last two")
    func mayBeFollowed() {
        let (before, time) = (Duration.milliseconds(10_000), Duration.milliseconds(10_040))
        let stamps = SampleStamps.self

        #expect(!stamps.mayBeFollowed(time, after: before, at: .milliseconds(10_041)))
        #expect(!stamps.mayBeFollowed(time, after: before, at: .milliseconds(10_079)))
        #expect(stamps.mayBeFollowed(time, after: before, at: .milliseconds(10_080)))
        // Stamps that do not grow, and those of drivers that know none, tell nothing.
        #expect(stamps.mayBeFollowed(time, after: time, at: time))
        #expect(stamps.mayBeFollowed(.zero, after: before, at: .milliseconds(10_041)))
    }

    @Test("a stamp that does not grow gives way to the arrival")
    func standingStill() {
        var stamps = SampleStamps(period: .milliseconds(100))
        _ = stamps.stamp(nanoseconds(.seconds(10)), arrival: .milliseconds(10_010), behind: 0)

        #expect(
            stamps.stamp(nanoseconds(.seconds(10)), arrival: .milliseconds(10_110), behind: 0)
                == .milliseconds(10_110))
    }

    @Test("samples that arrive together are a period apart, and none is before the one before it")
    func together() {
        var stamps = SampleStamps(period: .milliseconds(100))

        let times = [2, 1, 0].map { stamps.stamp(nil, arrival: .seconds(10), behind: $0) }
        let next = stamps.stamp(nil, arrival: .seconds(10), behind: 0)

        #expect(times == [.milliseconds(9800), .milliseconds(9900), .seconds(10)])
        #expect(next > .seconds(10))
    }
}
