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

    @Test(
        "counts if the buffer reported darkness last, or reported nothing and was given up",
        arguments: [
            ([], false, false), ([], true, true), ([200], false, false), ([200], true, false),
            ([200, 0], false, true),
        ] as [([Int64], Bool, Bool)])
    func besideBuffer(_ reports: [Int64], _ isLastResort: Bool, _ counts: Bool) {
        var doubt = ZeroDoubt(hasBuffer: true)
        reports.forEach { doubt.report($0) }

        let answer = doubt.believes(0, isLastResort: isLastResort)

        #expect(answer == counts)
    }

    @Test("counts of a sensor whose measurements have been other numbers")
    func proved() {
        var doubt = ZeroDoubt(hasBuffer: true)
        doubt.report(200)

        let counts = [190, 0].map { doubt.believes($0, isLastResort: false) }

        #expect(counts == [true, true])
    }
}
