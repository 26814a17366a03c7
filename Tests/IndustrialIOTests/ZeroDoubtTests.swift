import Testing

@testable import IndustrialIO

@Suite("A measurement of 0")
struct ZeroDoubtTests {
    @Test("counts where there is no buffer that says otherwise")
    func withoutBuffer() {
        var doubt = ZeroDoubt(hasBuffer: false)

        let counts = doubt.believes(0, isLastResort: false)

        #expect(counts)
    }

    @Test("does not count while the buffer may still report, and counts once that was given up")
    func beforeTheFirstReport() {
        var doubt = ZeroDoubt(hasBuffer: true)

        let counts = [false, true].map { doubt.believes(0, isLastResort: $0) }

        #expect(counts == [false, true])
    }

    @Test("does not count after the buffer reported light, given up or not")
    func afterLight() {
        var doubt = ZeroDoubt(hasBuffer: true)
        doubt.report(200)

        let counts = [false, true].map { doubt.believes(0, isLastResort: $0) }

        #expect(counts == [false, false])
    }

    @Test("counts after the buffer reported darkness")
    func afterDarkness() {
        var doubt = ZeroDoubt(hasBuffer: true)
        doubt.report(200)
        doubt.report(0)

        let counts = doubt.believes(0, isLastResort: false)

        #expect(counts)
    }

    @Test("counts of a sensor whose measurements have been other numbers")
    func proved() {
        var doubt = ZeroDoubt(hasBuffer: true)
        doubt.report(200)

        let counts = [190, 0].map { doubt.believes($0, isLastResort: false) }

        #expect(counts == [true, true])
    }
}
