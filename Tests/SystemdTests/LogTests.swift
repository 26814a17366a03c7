import Testing

@testable import Systemd

@Suite("Log")
struct LogTests {
    private final class Lines {
        var all: [String] = []
    }

    @Test("a line begins with the priority that the journal sorts by")
    func priorities() {
        let lines = Lines()
        let log = Log { lines.all.append($0) }

        log(.error, "one")
        log(.info, "two")
        log(.debug, "three")

        #expect(lines.all == ["<3>one", "<6>two"])
    }

    @Test("what is only for those who look for a fault is written when it is asked for")
    func verbose() {
        let lines = Lines()
        let log = Log(isVerbose: true, withPriority: false) { lines.all.append($0) }

        log(.debug, "three")

        #expect(lines.all == ["three"])
    }

    @Test("the same line is written once a minute, with the number of those kept back")
    func repetitions() {
        let lines = Lines()
        let log = Log(withPriority: false) { lines.all.append($0) }

        for second in 0..<130 { log.limited(.warning, "again", now: .seconds(second)) }
        log.limited(.warning, "other", now: .seconds(130))

        #expect(
            lines.all == [
                "again", "again (59 more times in between)", "again (59 more times in between)", "other",
            ])
    }

    @Test("lines that differ in what does not matter count as the same")
    func keys() {
        let lines = Lines()
        let log = Log(withPriority: false) { lines.all.append($0) }

        for process in 1...3 { log.limited(.notice, "client \(process) left", as: "left", now: .zero) }
        log.limited(.notice, "client 4 left", as: "left", now: .seconds(60))

        #expect(lines.all == ["client 1 left", "client 4 left (2 more times in between)"])
    }
}
