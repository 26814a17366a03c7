internal import OrientationProtocol
internal import SystemCalls
internal import Varlink

/// A connection to the service, which never waits.
final class ClientSocket {
    private let descriptor: FileDescriptor
    private var connection = ClientConnection()
    private var unsent: [UInt8] = []

    init(connectingTo path: String) throws(ClientError) {
        do throws(SystemCallError) { descriptor = try UnixSocket.connect(to: path) } catch {
            throw .unreachable(error)
        }
    }

    /// The descriptor, valid while this object lives.
    var number: Int32 { descriptor.number }

    /// Whether a part of a call could not be sent yet.
    var isSending: Bool { !unsent.isEmpty }

    /// Sends a call as far as that goes without waiting.
    func send(_ call: [UInt8]) throws(ClientError) {
        unsent += call
        try flush()
    }

    /// Sends on what could not be sent before.
    func flush() throws(ClientError) {
        while !unsent.isEmpty {
            switch unsent.withUnsafeBytes({ Connection.send(to: number, $0) }) {
            case .count(let count): unsent.removeFirst(count)
            case .wouldBlock: return
            case .ended: throw .ended
            }
        }
    }

    /// The next reply, or nothing if it has not come whole.
    func receive() throws(ClientError) -> Reply? {
        while true {
            do throws(ReplyFault) {
                if let reply = try connection.next() { return reply }
            } catch {
                throw .notVarlink(error)
            }
            let room = min(connection.room, 4096)
            let transfer = withUnsafeTemporaryAllocation(byteCount: room, alignment: 1) { buffer in
                let transfer = Connection.receive(from: number, into: buffer)
                if case .count(let count) = transfer {
                    connection.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                }
                return transfer
            }
            switch transfer {
            case .count: break
            case .wouldBlock: return nil
            case .ended: throw .ended
            }
        }
    }
}
