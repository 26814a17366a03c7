import JSON
import OrientationTestSupport
import Testing
import Varlink

@Suite("The memory that a connection holds")
struct HeldMemoryTests {
    private let call = #"{"method":"a.S"}␀"#

    @Test("is none while nothing has been said, and none after everything has been answered")
    func idle() {
        var connection = ServerConnection()
        #expect(connection.heldBytes == 0)

        connection.receive(call)
        _ = connection.next()
        connection.reply([:] as JSONObject)
        _ = connection.sent()

        #expect(connection.heldBytes == 0)
    }

    @Test("has what came of a message in it")
    func unfinished() {
        var connection = ServerConnection()

        connection.receive([UInt8](repeating: UInt8(ascii: "a"), count: 40_000))
        _ = connection.next()

        #expect((40_000..<80_000).contains(connection.heldBytes))
    }

    @Test("has calls in it that wait while a stream runs")
    func waiting() {
        var connection = ServerConnection()

        connection.receive(#"{"method":"a.S","more":true}␀"# + String(repeating: "b", count: 30_000))
        _ = connection.next()
        connection.beginStream()

        #expect((30_000..<60_000).contains(connection.heldBytes))
    }

    @Test("has an answer in it until its last byte is sent")
    func unread() {
        var connection = ServerConnection()
        connection.receive(call)
        _ = connection.next()

        connection.reply(["text": .string(String(repeating: "c", count: 20_000))] as JSONObject)
        #expect((20_000..<80_000).contains(connection.heldBytes))
        connection.write(making: { nil }, to: { _ in 19_999 })
        #expect(connection.heldBytes >= 20_000)
        _ = connection.sent()

        #expect(connection.heldBytes == 0)
    }
}
