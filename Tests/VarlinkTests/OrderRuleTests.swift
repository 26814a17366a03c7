import JSON
import Testing
import Varlink

/// The rules on order, each in the words of the protocol's documentation.
@Suite("Order of calls and replies")
struct OrderRuleTests {
    private let call = #"{"method":"a.B","parameters":{"n":1}}␀"#

    @Test("a reply has parameters and nothing else")
    func reply() {
        var connection = ServerConnection()
        connection.receive(call)
        _ = connection.next()
        connection.reply(["x": 1] as JSONObject)

        #expect(connection.sent() == #"{"parameters":{"x":1}}␀"#)
    }

    @Test("one call at a time: nothing is parsed while a reply is unsent")
    func oneAtATime() {
        var connection = ServerConnection()
        connection.receive(#"{"method":"a.B"}␀{"method":"a.C"}␀{"method":"#)

        #expect(connection.next() == .execute(Call(method: "a.B")))
        #expect(connection.next() == nil)
        #expect(!connection.wantsToRead)
        #expect(connection.room == 0)

        connection.reply(JSONObject())
        #expect(connection.next() == nil)
        #expect(!connection.wantsToRead)
        // All but the last byte.
        connection.write(making: { nil }, to: { $0.count - 1 })
        #expect(connection.next() == nil)
        #expect(!connection.wantsToRead)

        connection.write(making: { nil }, to: { $0.count })
        #expect(connection.next() == .execute(Call(method: "a.C")))
        connection.reply(JSONObject())
        _ = connection.sent()
        #expect(connection.next() == nil)
        #expect(connection.wantsToRead)
        connection.receive(#""a.D"}␀"#)
        #expect(connection.next() == .execute(Call(method: "a.D")))
    }

    @Test("the age of a pipelined message counts from when it is wanted")
    func pipelinedAge() {
        var connection = ServerConnection()
        connection.receive(call + "{", at: .zero)
        _ = connection.next()
        #expect(connection.deadline == nil)
        connection.reply(JSONObject())
        _ = connection.sent()

        #expect(connection.next(at: .seconds(100)) == nil)
        #expect(connection.deadline == .seconds(130))
    }

    @Test("more on another method is answered once")
    func moreOnPlainMethod() {
        var connection = ServerConnection()
        connection.receive(#"{"method":"a.B","more":true}␀"#)
        #expect(connection.next() == .execute(Call(method: "a.B", wantsMore: true)))
        connection.reply(JSONObject())

        #expect(connection.sent() == #"{"parameters":{}}␀"#)
        #expect(connection.wantsToRead)
    }

    @Test("oneway is executed, not answered")
    func oneway() {
        var connection = ServerConnection()
        connection.receive(
            #"{"method":"a.B","oneway":true}␀{"method":"a.C","oneway":true}␀{"method":"a.D"}␀"#)

        #expect(connection.next() == .execute(Call(method: "a.B", isOneway: true)))
        connection.reply(JSONObject())
        #expect(connection.next() == .execute(Call(method: "a.C", isOneway: true)))
        connection.fail(ServiceError.methodNotFound("a.C"))
        #expect(!connection.wantsToWrite)
        #expect(connection.next() == .execute(Call(method: "a.D")))
    }

    @Test("while a stream runs nothing is read")
    func stream() {
        var connection = ServerConnection()
        connection.receive(#"{"method":"a.S","more":true}␀{"method":"a.C"}␀"#)
        _ = connection.next()
        connection.beginStream()

        #expect(
            connection.sent { Reply.bytes(["n": 1] as JSONObject, continues: true) }
                == #"{"parameters":{"n":1},"continues":true}␀"#)
        #expect(!connection.wantsToRead)
        #expect(connection.next() == nil)
        #expect(!connection.wantsToWrite)
        connection.announce()
        #expect(connection.wantsToWrite)
    }

    @Test("an error ends a stream, behind the message that is being sent, and the next call is executed")
    func streamFails() {
        var connection = ServerConnection()
        connection.receive(#"{"method":"a.S","more":true}␀{"method":"a.C"}␀"#)
        _ = connection.next()
        connection.beginStream()
        connection.write(making: { Reply.bytes(JSONObject(), continues: true) }, to: { _ in 10 })
        connection.announce()
        connection.fail(ServiceError.permissionDenied)

        #expect(
            connection.sent()
                == #"rs":{},"continues":true}␀{"error":"org.varlink.service.PermissionDenied","parameters":{}}␀"#
        )
        #expect(connection.next() == .execute(Call(method: "a.C")))
    }

    @Test("a peer that only shut down its sending side still gets its replies")
    func halfClosed() {
        var connection = ServerConnection()
        connection.receive(#"{"method":"a.B"}␀{"method":"a.C"}␀"#)
        connection.receiveEnd()

        #expect(connection.next() == .execute(Call(method: "a.B")))
        connection.reply(["n": 1] as JSONObject)
        #expect(connection.sent() == #"{"parameters":{"n":1}}␀"#)
        #expect(connection.next() == .execute(Call(method: "a.C")))
        connection.reply(["n": 2] as JSONObject)
        #expect(connection.next() == nil)
        #expect(connection.sent() == #"{"parameters":{"n":2}}␀"#)
        #expect(connection.next() == .close(.peerClosed))
    }

    @Test("a peer that only shut down its sending side still gets its stream")
    func halfClosedStream() {
        var connection = ServerConnection()
        connection.receive(#"{"method":"a.S","more":true}␀"#)
        connection.receiveEnd()
        _ = connection.next()
        connection.beginStream()

        for number in 1...3 {
            connection.announce()
            #expect(
                connection.sent { Reply.bytes(["n": .integer(Int64(number))] as JSONObject) }
                    == #"{"parameters":{"n":\#(number)}}␀"#)
            #expect(connection.next() == nil)
        }
    }

    @Test("a peer that goes in the middle of a message is not orderly")
    func cutShort() {
        var connection = ServerConnection()
        connection.receive(#"{"method":"#)
        connection.receiveEnd()

        #expect(connection.next() == .close(.cutShort))
        #expect(!CloseReason.cutShort.isOrderly)
        #expect(CloseReason.peerClosed.isOrderly)
    }

    @Test("a reply longer than a message may be closes the connection")
    func replyTooLong() {
        var connection = ServerConnection()
        connection.receive(call)
        _ = connection.next()
        connection.reply(["x": .string(String(repeating: "x", count: 65536))] as JSONObject)

        #expect(!connection.wantsToWrite)
        #expect(connection.next() == .close(.replyTooLong(method: "a.B")))
    }
}
