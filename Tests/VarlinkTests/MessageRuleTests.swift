import JSON
import Testing
import Varlink

/// The rules on messages, each in the words of the protocol's documentation.
@Suite("Messages")
struct MessageRuleTests {
    /// A call that is `length` bytes long without its NUL byte.
    private func call(length: Int) -> [UInt8] {
        let start = #"{"method":"a.B","parameters":{"x":""#
        let end = #""}}"#
        let filler = String(repeating: "x", count: length - start.utf8.count - end.utf8.count)
        return Array((start + filler + end + "\0").utf8)
    }

    @Test("messages are at most 65536 bytes without the NUL")
    func longest() {
        var connection = ServerConnection()
        connection.receive(call(length: 65536))

        guard case .execute(let call) = connection.next() else {
            Issue.record("the longest message is not executed")
            return
        }
        #expect(call.method == "a.B")
    }

    @Test("a longer message closes the connection, before its end has come")
    func tooLong() {
        var connection = ServerConnection()
        connection.receive(Array(call(length: 65537).prefix(connection.room)))

        #expect(connection.next() == .close(.tooLong))
        #expect(connection.next() == nil)
        #expect(!connection.wantsToRead)
    }

    @Test(
        "unparsable messages close the connection",
        arguments: [
            "␀", "x␀", "{␀", #"{"method":"a.B"␀"#, #"{"method":"a.B","method":"a.B"}␀"#,
            "{\"method\":\"a.\u{1}\"}␀",
            #"{"method":"a.B","parameters":{"x":NaN}}␀"#, #"{"method":"a.B"}{}␀"#,
        ])
    func unparsable(text: String) {
        var connection = ServerConnection()
        connection.receive(text)

        guard case .close(.notJSON) = connection.next() else {
            Issue.record("not closed")
            return
        }
        #expect(!connection.wantsToWrite)
    }

    @Test("bytes that are not UTF-8 close the connection")
    func notUTF8() {
        var connection = ServerConnection()
        connection.receive(Array(#"{"method":""#.utf8) + [0xFF] + Array("\"}\0".utf8))

        guard case .close(.notJSON) = connection.next() else {
            Issue.record("not closed")
            return
        }
    }

    @Test("nesting beyond 32 levels closes the connection")
    func tooDeep() {
        var connection = ServerConnection()
        let brackets = String(repeating: "[", count: 31) + String(repeating: "]", count: 31)
        connection.receive(#"{"method":"a.B","parameters":{"x":\#(brackets)}}␀"#)

        #expect(connection.next() == .close(.notJSON(.tooDeep)))
    }

    @Test(
        "a message that is not an object closes the connection",
        arguments: ["[]␀", "1␀", "null␀", "true␀", #""{}"␀"#, "[{}]␀"])
    func notAnObject(text: String) {
        var connection = ServerConnection()
        connection.receive(text)

        #expect(connection.next() == .close(.notAnObject))
    }

    @Test(
        "a call with no method closes the connection",
        arguments: ["{}␀", #"{"method":null}␀"#, #"{"method":5}␀"#, #"{"parameters":{}}␀"#])
    func noMethod(text: String) {
        var connection = ServerConnection()
        connection.receive(text)

        #expect(connection.next() == .close(.noMethod))
    }

    @Test("more with oneway closes the connection")
    func moreWithOneway() {
        var connection = ServerConnection()
        connection.receive(#"{"method":"a.B","more":true,"oneway":true}␀"#)

        #expect(connection.next() == .close(.moreWithOneway))
    }

    @Test("upgrade closes the connection")
    func upgrade() {
        var connection = ServerConnection()
        connection.receive(#"{"method":"a.B","upgrade":true}␀"#)

        #expect(connection.next() == .close(.upgrade))
    }

    @Test("unknown top-level keys of a call are ignored")
    func unknownKeys() {
        var connection = ServerConnection()
        connection.receive(#"{"method":"a.B","x":[1],"parameters":{"y":2},"more":false,"upgrade":null}␀"#)

        #expect(connection.next() == .execute(Call(method: "a.B", parameters: ["y": 2])))
    }

    @Test(
        "parameters absent, null and {} are the same",
        arguments: [
            #"{"method":"a.B"}␀"#, #"{"method":"a.B","parameters":null}␀"#,
            #"{"method":"a.B","parameters":{}}␀"#,
        ])
    func noParameters(text: String) {
        var connection = ServerConnection()
        connection.receive(text)

        #expect(connection.next() == .execute(Call(method: "a.B")))
    }

    @Test(
        "a wrong type at the top level closes the connection",
        arguments: [
            (#""parameters":[]"#, "parameters"), (#""parameters":"x""#, "parameters"), (#""more":1"#, "more"),
            (#""oneway":"yes""#, "oneway"), (#""upgrade":0"#, "upgrade"),
        ])
    func wrongType(member: String, key: String) {
        var connection = ServerConnection()
        connection.receive(#"{"method":"a.B",\#(member)}␀"#)

        #expect(connection.next() == .close(.malformed(key: key)))
        #expect(!connection.wantsToWrite)
    }

    @Test("a message may come in any pieces")
    func pieces() {
        var connection = ServerConnection()
        for byte in #"{"method":"a.B"}"#.utf8 {
            connection.receive([byte])
            #expect(connection.next() == nil)
        }
        connection.receive([0])

        #expect(connection.next() == .execute(Call(method: "a.B")))
    }

    @Test("an incomplete message older than 30 s closes the connection")
    func incomplete() {
        var connection = ServerConnection()
        #expect(connection.deadline == nil)
        connection.receive("{", at: .seconds(10))
        #expect(connection.next(at: .seconds(10)) == nil)
        connection.receive(#""method""#, at: .seconds(39))

        #expect(connection.deadline == .seconds(40))
        #expect(connection.next(at: .seconds(40) - .nanoseconds(1)) == nil)
        #expect(connection.next(at: .seconds(40)) == .close(.incomplete))
    }

    @Test("a connection that says nothing is not closed")
    func silent() {
        var connection = ServerConnection()
        connection.receive(#"{"method":"a.B"}␀"#)
        _ = connection.next()
        connection.reply(JSONObject())
        _ = connection.sent()

        #expect(connection.deadline == nil)
        #expect(connection.next(at: .seconds(1_000_000)) == nil)
        #expect(connection.wantsToRead)
    }

    @Test("no message of up to three bytes, and no cut of a call, does harm")
    func smallMessages() {
        let alphabet = Array("{}[]\"n1:,\\ ".utf8) + [0, 0xC3, 0xFF]
        for first in alphabet {
            for second in alphabet {
                for third in alphabet {
                    var connection = ServerConnection()
                    connection.receive([first, second, third, 0])
                    guard case .close = connection.next() else {
                        Issue.record("\([first, second, third]) is taken for a call")
                        return
                    }
                }
            }
        }
        let call = Array(#"{"method":"a.B","parameters":{"x":"é"},"oneway":false}"#.utf8)
        for length in 0..<call.count {
            var connection = ServerConnection()
            connection.receive(call.prefix(length) + [0])
            guard case .close = connection.next() else {
                Issue.record("the first \(length) bytes are taken for a call")
                return
            }
        }
    }
}
