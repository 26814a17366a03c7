import Glibc
import SystemCalls
import Testing

@testable import IndustrialIO

@Suite("Address of another machine")
struct RemoteAddressTests {
    @Test(
        "a host by name or number, with a port or without, is taken as it is written",
        arguments: [
            "ip:tablet", "ip:tablet.local", "ip:my_tablet-2.example.org:30431", "ip:192.168.1.20",
            "ip:192.168.1.20:1", "ip:[::1]", "ip:[fe80::1%eth0]:65535",
        ])
    func addresses(_ text: String) throws {
        #expect(try RemoteAddress(parsing: text).uri == text)
    }

    @Test(
        "anything else is refused, with what is wrong",
        arguments: [
            ("", .otherScheme), ("tablet", .otherScheme), ("IP:tablet", .otherScheme),
            ("usb:1.2.5", .otherScheme), ("local:", .otherScheme), (" ip:tablet", .otherScheme),
            ("ip:", .noHost), ("ip::30431", .noHost), ("ip:a b", .badHost("a b")),
            ("ip:tablet/iio", .badHost("tablet/iio")), ("ip:tablét", .badHost("tablét")),
            ("ip:tablet:", .badPort("")), ("ip:tablet:0", .badPort("0")),
            ("ip:tablet:65536", .badPort("65536")), ("ip:tablet:+1", .badPort("+1")),
            ("ip:tablet:99999999999999999999", .badPort("99999999999999999999")),
            ("ip:fe80::1", .unbracketed), ("ip:[::1", .unclosedBracket), ("ip:[]", .badHost("")),
            ("ip:[tablet]", .badHost("tablet")), ("ip:[::1]30431", .badPort("30431")),
            ("ip:[::1]:", .badPort("")),
        ] as [(String, RemoteAddressError)])
    func refusals(_ text: String, _ expected: RemoteAddressError) {
        #expect(throws: expected) { try RemoteAddress(parsing: text) }
        #expect(!"\(expected)".contains("\n"))
    }
}

@Suite("Pauses before another try")
struct RetryPauseTests {
    @Test("begin with a second, double, and end at half a minute")
    func pauses() {
        var pause = RetryPause()

        #expect((0..<7).map { _ in pause.next() } == [1, 2, 4, 8, 16, 30, 30].map { Duration.seconds($0) })
    }
}

@Suite("Failures of another machine's sensor")
struct RemoteFailureTests {
    private func failure(_ code: Int32) -> SensorFailure {
        SensorFailure(remote: SystemCallError(call: "read", code: code))
    }

    @Test("a broken connection and a missing attribute are as if the sensor were unplugged")
    func gone() {
        for code in [EPIPE, ECONNRESET, ENOTCONN, ENOENT, ENODEV] {
            guard case .gone = failure(code) else {
                Issue.record("\(failure(code)) goes on")
                continue
            }
        }
    }

    @Test("what a driver there may say of a sensor that works is none of that")
    func passing() {
        for code in [EAGAIN, EIO, EREMOTEIO, ETIMEDOUT, EBUSY, EINVAL] {
            if case .gone = failure(code) { Issue.record("\(failure(code)) ends it") }
        }
    }
}
