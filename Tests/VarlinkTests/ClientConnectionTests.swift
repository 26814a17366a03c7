import JSON
import Testing
import Varlink

@Suite("The client's side of a connection")
struct ClientConnectionTests {
    private func replies(_ text: String) throws -> [Reply] {
        var connection = ClientConnection()
        Array(text.utf8).replacingNUL().withUnsafeBytes { connection.receive($0) }
        var replies: [Reply] = []
        while let reply = try connection.next() { replies.append(reply) }
        return replies
    }

    @Test("replies are told apart by their NUL bytes, and keys that are not known are skipped")
    func replies() throws {
        #expect(
            try replies(
                #"{"parameters":{"a":1},"continues":true}␀{"later":1}␀{"error":"a.E","parameters":null}␀{"#)
                == [
                    Reply(parameters: ["a": 1], continues: true), Reply(), Reply(error: "a.E"),
                ])
    }

    @Test(
        "what is not a reply is refused",
        arguments: ["␀", "[]␀", #"{"parameters":1}␀"#, #"{"continues":1}␀"#, #"{"error":1}␀"#])
    func refused(text: String) {
        #expect(throws: ReplyFault.self) { try replies(text) }
    }

    @Test("a message longer than 65536 bytes is refused")
    func tooLong() {
        #expect(throws: ReplyFault.tooLong) { try replies(String(repeating: " ", count: 65537)) }
    }

    @Test("a server understands the calls that a client makes")
    func calls() {
        var server = ServerConnection()
        server.receive(Call.bytes(method: "a.B", parameters: ["x": 1] as JSONObject, wantsMore: true))
        #expect(server.next() == .execute(Call(method: "a.B", parameters: ["x": 1], wantsMore: true)))

        server = ServerConnection()
        server.receive(Call.bytes(method: "a.B", parameters: JSONObject(), isOneway: true))
        #expect(server.next() == .execute(Call(method: "a.B", isOneway: true)))
    }

    @Test("the interface of a method is what is before its last dot")
    func names() {
        #expect(Call(method: "org.a.B").interface == "org.a")
        #expect(Call(method: "org.a.B").member == "B")
        #expect(Call(method: "Nothing").interface == "Nothing")
        #expect(Call(method: "Nothing").member == "")
    }
}
