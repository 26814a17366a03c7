import Testing

@testable import IndustrialIO

/// Milliseconds in nanoseconds.
private func milliseconds(_ count: Int64) -> Int64 { count * 1_000_000 }

@Suite("Time of a sample")
struct SampleStampsTests {
    @Test("the kernel's stamp is believed while it grows and is not older than 2 s")
    func kernel() {
        var stamps = SampleStamps(period: .milliseconds(100))

        let first = stamps.stamp(milliseconds(10_000), arrival: milliseconds(10_010), behind: 0)
        let second = stamps.stamp(milliseconds(10_100), arrival: milliseconds(10_200), behind: 0)

        #expect([first, second] == [milliseconds(10_000), milliseconds(10_100)])
        #expect(!stamps.isUsingArrival)
    }

    @Test(
        "a stamp of 0, one from the future, an old one and one on another clock give way to the arrival",
        arguments: [0, milliseconds(11_000), milliseconds(7900), milliseconds(1_700_000_000_000), .min, .max])
    func arrival(_ stamp: Int64) {
        var stamps = SampleStamps(period: .milliseconds(100))

        #expect(stamps.stamp(stamp, arrival: milliseconds(10_000), behind: 0) == milliseconds(10_000))
        #expect(stamps.isUsingArrival)
    }

    @Test("another sample may be there once as much time has passed as between the last two")
    func mayBeFollowed() {
        let (before, time) = (milliseconds(10_000), milliseconds(10_040))
        let stamps = SampleStamps.self

        #expect(!stamps.mayBeFollowed(time, after: before, at: milliseconds(10_041)))
        #expect(!stamps.mayBeFollowed(time, after: before, at: milliseconds(10_079)))
        #expect(stamps.mayBeFollowed(time, after: before, at: milliseconds(10_080)))
        // Stamps that do not grow, and those of drivers that know none, tell nothing.
        #expect(stamps.mayBeFollowed(time, after: time, at: time))
        #expect(stamps.mayBeFollowed(0, after: before, at: milliseconds(10_041)))
    }

    @Test("a stamp that does not grow gives way to the arrival")
    func standingStill() {
        var stamps = SampleStamps(period: .milliseconds(100))
        _ = stamps.stamp(milliseconds(10_000), arrival: milliseconds(10_010), behind: 0)

        #expect(
            stamps.stamp(milliseconds(10_000), arrival: milliseconds(10_110), behind: 0)
                == milliseconds(10_110))
    }

    @Test("samples that arrive together are a period apart, and none is before the one before it")
    func together() {
        var stamps = SampleStamps(period: .milliseconds(100))

        let times = [2, 1, 0].map { stamps.stamp(nil, arrival: milliseconds(10_000), behind: $0) }
        let next = stamps.stamp(nil, arrival: milliseconds(10_000), behind: 0)

        #expect(times == [milliseconds(9800), milliseconds(9900), milliseconds(10_000)])
        #expect(next > milliseconds(10_000))
    }
}
