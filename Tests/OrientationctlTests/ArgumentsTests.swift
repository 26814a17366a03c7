import OrientationCore
import OrientationTestSupport
import Testing

@testable import orientationctl

@Suite("Arguments")
struct ArgumentsTests {
    private func all(_ list: [String]) throws -> [Arguments.Argument] {
        var arguments = Arguments(list)
        var taken: [Arguments.Argument] = []
        while let argument = try arguments.next() { taken.append(argument) }
        return taken
    }

    @Test("options begin with a hyphen, and everything after -- is a value")
    func kinds() throws {
        #expect(
            try all(["--json", "x", "-", "-v"]) == [
                .option("--json"), .value("x"), .value("-"), .option("-v"),
            ])
        #expect(try all(["--", "--json", "--"]) == [.value("--json"), .value("--")])
        #expect(try all([]) == [])
    }

    @Test("the value of an option is the next argument, or what is behind =")
    func values() throws {
        for list in [["--socket", "/a=b"], ["--socket=/a=b"]] {
            var arguments = Arguments(list)

            #expect(try arguments.next() == .option("--socket"))
            #expect(try arguments.value(of: "--socket") == "/a=b")
            #expect(try arguments.next() == nil)
        }
    }

    @Test("a value that is missing, or that nobody takes, is told in one line")
    func wrongValues() {
        let missing = failure(Failure.self) { try Status(["--socket"]) }
        let forgotten = failure(Failure.self) { try Status(["--socket", "--json"]) }
        let superfluous = failure(Failure.self) { try Status(["--json=1"]) }
        let unknown = failure(Failure.self) { try Status(["--colour"]) }
        let tooMany = failure(Failure.self) { try Status(["portrait"]) }

        #expect(missing?.message == "--socket needs a value")
        #expect(forgotten?.message == "--socket needs a value")
        #expect(superfluous?.message == "--json takes no value")
        #expect(unknown?.message == "there is no option --colour")
        #expect(tooMany?.message == "portrait is one argument too many")
        for failure in [missing, superfluous, unknown, tooMany] { #expect(failure?.status == .usage) }
    }

    @Test("numbers are checked", arguments: ["0", "-1", "1.5", "x", "", "99999999999999999999"])
    func counts(text: String) {
        #expect(throws: Failure.self) { try Monitor(["--count", text]) }
    }

    @Test("seconds are checked", arguments: ["-1", "x", "", "nan", "inf", "1e30"])
    func seconds(text: String) {
        #expect(throws: Failure.self) { try Monitor(["--timeout", text]) }
        #expect(throws: Never.self) { try Monitor(["--timeout", "0.5", "--count", "3"]) }
    }

    @Test("the interface question takes interface names and names of the hardware database")
    func interfaceQuestion() {
        for name in [
            "portrait", "portraitUpsideDown", "landscapeLeft", "landscapeRight", "normal", "left-up",
        ] {
            #expect(throws: Never.self) { try Status(["--is", name]) }
        }
        for name in ["faceUp", "unknown", "Portrait", "left", ""] {
            #expect(throws: Failure.self) { try Status(["--is", name]) }
        }
    }

    @Test("the device question takes device names too")
    func deviceQuestion() {
        for name in ["faceUp", "faceDown", "unknown", "landscapeLeft", "right-up", "bottom-up"] {
            #expect(throws: Never.self) { try Status(["--is-device", name]) }
        }
        #expect(throws: Failure.self) { try Status(["--is-device", "up"]) }
        #expect(throws: Failure.self) { try Status(["--is-device", "faceUp", "--is", "portrait"]) }
    }

    @Test("a lock takes what goes with its word")
    func lock() {
        let right = [[], ["on"], ["on", "portrait"], ["toggle", "left-up"], ["off"], ["--json", "on"]]
        let wrong = [
            ["portrait"], ["off", "portrait"], ["on", "faceUp"], ["on", "portrait", "portrait"], ["ON"],
        ]

        for list in right { #expect(throws: Never.self) { try Lock(list) } }
        for list in wrong { #expect(throws: Failure.self) { try Lock(list) } }
    }

    @Test("policy check names one file")
    func policyCheck() {
        #expect(throws: Never.self) { try PolicyCheck(["check", "--kind", "phone", "file"]) }
        for list in [[], ["check"], ["file"], ["check", "a", "b"], ["check", "--kind", "watch", "a"]] {
            #expect(throws: Failure.self) { try PolicyCheck(list) }
        }
    }
}

extension Command {
    fileprivate init(_ list: [String]) throws(Failure) {
        var arguments = Arguments(list)
        try self.init(&arguments)
    }
}
