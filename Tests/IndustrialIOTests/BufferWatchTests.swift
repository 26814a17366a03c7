import Testing

@testable import IndustrialIO

@Suite("Buffer watch")
struct BufferWatchTests {
    /// What is found in so many samples at a rate.
    private func findings(
        _ watch: inout BufferWatch, rate: Double, known: Double, seconds: Double, differs: Bool = true
    ) -> [BufferWatch.Findings] {
        (0...Int(rate * seconds)).map {
            let time = Int64((Double($0) / rate * 1e9).rounded())
            return watch.take(at: time, differs: differs, known: known)
        }
        .filter { !$0.isEmpty }
    }

    /// Milliseconds in nanoseconds.
    private func milliseconds(_ count: Int) -> Int64 { Int64(count) * 1_000_000 }

    @Test(
        "a sensor that keeps to its rate, as well as sensors do, is believed", arguments: [10.0, 8.5, 11.8])
    func sameRate(_ rate: Double) {
        var watch = BufferWatch(hasThreshold: false)

        #expect(findings(&watch, rate: rate, known: 10, seconds: 60).isEmpty)
    }

    @Test("a rate that somebody else changed is found within 20 samples", arguments: [5.0, 50, 400])
    func otherRate(_ rate: Double) {
        var watch = BufferWatch(hasThreshold: false)

        #expect(findings(&watch, rate: rate, known: 10, seconds: max(1, 20 / rate)) == [.otherRate])
    }

    @Test("a rate that stays another one is doubted every 10 s at most")
    func doubted() {
        var watch = BufferWatch(hasThreshold: false)

        #expect(findings(&watch, rate: 50, known: 10, seconds: 29).count == 3)
    }

    @Test("a rate that is known to be another one from now on is measured from now on")
    func knownRateChanges() {
        var watch = BufferWatch(hasThreshold: true)
        for count in 1...40 {
            #expect(watch.take(at: milliseconds(40 * count), differs: true, known: 25).isEmpty)
        }

        for count in 41...100 {
            #expect(watch.take(at: milliseconds(100 * count), differs: true, known: 10).isEmpty)
        }

        let later = (1...60).map {
            watch.take(at: milliseconds(11_000 + 20 * $0), differs: true, known: 10)
        }
        .filter { !$0.isEmpty }
        #expect(later == [.otherRate])
    }

    @Test("a sensor with a threshold may leave samples out, and may not be faster than it was told")
    func threshold() {
        var slow = BufferWatch(hasThreshold: true)
        var fast = BufferWatch(hasThreshold: true)

        #expect(findings(&slow, rate: 2, known: 25, seconds: 60).isEmpty)
        #expect(findings(&fast, rate: 50, known: 25, seconds: 5) == [.otherRate])
    }

    @Test("fifty samples in a row that do not differ show that a threshold is not obeyed, which is told once")
    func restless() {
        var brief = BufferWatch(hasThreshold: true)
        var watch = BufferWatch(hasThreshold: true)
        var streaming = BufferWatch(hasThreshold: false)

        #expect(findings(&brief, rate: 25, known: 25, seconds: 1.9, differs: false).isEmpty)
        #expect(findings(&watch, rate: 25, known: 25, seconds: 60, differs: false) == [.restless])
        #expect(findings(&streaming, rate: 10, known: 10, seconds: 60, differs: false).isEmpty)
    }

    @Test("the time for which a buffer was closed says nothing about the rate")
    func restart() {
        var watch = BufferWatch(hasThreshold: false)
        for tenth in 1...30 { _ = watch.take(at: milliseconds(100 * tenth), differs: true, known: 10) }

        watch.restart()

        let later = (1...300).map {
            watch.take(at: milliseconds(60_000 + 100 * $0), differs: true, known: 10)
        }
        .filter { !$0.isEmpty }
        #expect(later.isEmpty)
    }

    @Test("a sensor that keeps still may be fast, any other is as slow as will do")
    func rate() {
        var rate = BufferRate(lowest: 10)
        #expect(rate.wanted == 10)

        rate.keepsStill = true
        #expect(rate.wanted == 25)

        rate.keepsStill = false
        #expect(rate.wanted == 10)
        #expect(BufferRate(lowest: 100).wanted == 100)
    }
}
