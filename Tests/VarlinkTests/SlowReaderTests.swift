import JSON
import OrientationTestSupport
import SystemCalls
import Testing
import Varlink

/// The rules for readers that do not keep up, each in the words of the protocol's documentation.
@Suite("Slow readers of the state")
struct SlowReaderTests {
    /// A message of a stream that is as long as a state.
    private func message(_ number: Int) -> [UInt8] {
        let filler = JSONValue.string(String(repeating: "x", count: 400))
        return Reply.bytes(
            ["sequence": .integer(Int64(number)), "filler": filler] as JSONObject, continues: true)
    }

    private func streaming() -> ServerConnection {
        var connection = ServerConnection()
        connection.receive(#"{"method":"a.S","more":true}␀"#)
        _ = connection.next()
        connection.beginStream()
        return connection
    }

    @Test("a message serialises the newest state when the socket is writable, not before")
    func madeWhenWritable() {
        var connection = streaming()
        var state = 1
        var made: [Int] = []
        func write(taking count: Int) {
            connection.write(
                making: {
                    made.append(state)
                    return message(state)
                }, to: { min($0.count, count) })
        }

        write(taking: .max)
        for number in 2...499 {
            state = number
            connection.announce()
        }
        #expect(made == [1])
        state = 500
        write(taking: .max)

        #expect(made == [1, 500])
        #expect(!connection.wantsToWrite)
    }

    @Test("a partly written message is finished first")
    func partlyWritten() {
        var connection = streaming()
        var bytes: [UInt8] = []
        func write(_ number: Int, taking count: Int) {
            connection.write(making: { message(number) }) { piece in
                bytes += piece.prefix(count)
                return min(piece.count, count)
            }
        }

        write(1, taking: 100)
        connection.announce()
        write(2, taking: 100)
        write(3, taking: .max)
        #expect(bytes == message(1))
        write(4, taking: .max)

        #expect(bytes == message(1) + message(4))
        #expect(!connection.wantsToWrite)
    }

    @Test("nothing is lost when the socket takes nothing")
    func takesNothing() {
        var connection = streaming()
        connection.write(making: { message(1) }, to: { _ in 0 })
        #expect(connection.wantsToWrite)

        var bytes: [UInt8] = []
        connection.write(making: { message(2) }) { piece in
            bytes += piece
            return piece.count
        }

        #expect(bytes == message(1))
    }

    @Test("a state that turns out to be no news is not sent")
    func noNews() {
        var connection = streaming()
        _ = connection.sent { message(1) }
        connection.announce()

        #expect(connection.sent { nil } == "")
        #expect(!connection.wantsToWrite)
    }

    @Test("a reader that sleeps from state 1 to state 500 reads two messages: [1, 500]")
    func stoppedReader() throws {
        let sockets = try SocketPair()
        Connection.minimizeSendBuffer(sockets.server.number)
        var connection = streaming()
        var state = 0
        var isSending = true

        /// Does what a service does after an event: writes if there is something, and the socket is writable.
        func serve() {
            guard connection.wantsToWrite, Connection.writable([sockets.server.number]) == [true] else {
                return
            }
            connection.write(making: { message(state) }) { bytes in
                switch Connection.send(to: sockets.server.number, bytes) {
                case .count(let count): return count
                case .wouldBlock: return 0
                case .ended:
                    isSending = false
                    return bytes.count
                }
            }
        }

        for number in 1...500 {
            state = number
            connection.announce()
            serve()
        }
        let sequences = try readAll(from: sockets.client.number, serve)

        #expect(sequences == [1, 500])
        #expect(isSending)
    }

    /// The `sequence` of each reply, read until none comes though the server had its turn.
    private func readAll(from descriptor: Int32, _ serve: () -> Void) throws -> [Int] {
        var client = ClientConnection()
        var sequences: [Int] = []
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
        defer { buffer.deallocate() }
        while case .count(let count) = Connection.receive(from: descriptor, into: buffer) {
            client.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            while let reply = try client.next() {
                sequences.append(Int(reply.parameters["sequence"]?.integer ?? -1))
            }
            serve()
        }
        return sequences
    }
}
