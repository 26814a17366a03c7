import Foundation
import JSON
import OrientationClient
import OrientationProtocol
import SystemCalls
import Varlink

/// A service in this process that answers as a test tells it to. Nothing in it waits.
final class TestService {
    /// A connection of a client.
    final class Peer {
        private let descriptor: FileDescriptor
        private var connection = ServerConnection()
        private var outgoing: [[UInt8]] = []
        private var isStreaming = false
        /// The calls that came, oldest first.
        private(set) var requests: [Request] = []

        init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }

        /// Answers the last call once.
        func reply(_ parameters: some JSONEncodable) { connection.reply(parameters) }

        /// Refuses the last call.
        func fail(_ error: OrientationError) { connection.fail(error) }

        /// Sends one reply of a stream, the first of which begins it.
        func send(_ reply: StateReply) {
            if !isStreaming { connection.beginStream() }
            isStreaming = true
            outgoing.append(Reply.bytes(reply, continues: true))
            connection.announce()
        }

        func serve() {
            receive()
            while connection.wantsToWrite {
                connection.write(making: { outgoing.isEmpty ? nil : outgoing.removeFirst() }) { bytes in
                    guard case .count(let count) = Connection.send(to: descriptor.number, bytes) else {
                        return 0
                    }
                    return count
                }
                if !outgoing.isEmpty { connection.announce() }
            }
            receive()
        }

        private func receive() {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
            defer { buffer.deallocate() }
            while connection.room > 0 {
                guard case .count(let count) = Connection.receive(from: descriptor.number, into: buffer)
                else { return }
                connection.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: .zero)
                guard case .execute(let call) = connection.next(at: .zero) else { continue }
                if let request = try? Request(call) { requests.append(request) }
            }
        }
    }

    /// Where it listens.
    let path: String
    private var listener: FileDescriptor?
    /// The connections that are open, oldest first.
    private(set) var peers: [Peer] = []

    init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "orientation-\(UUID().uuidString)").path
        try start()
    }

    deinit { stop() }

    func start() throws { listener = try UnixSocket.listen(at: path, mode: 0o600) }

    /// Closes every connection and listens no more.
    func stop() {
        peers = []
        listener = nil
        unlink(path)
    }

    /// Closes the connections, and goes on listening.
    func closeConnections() { peers = [] }

    /// Takes connections and calls, and sends what is to be sent.
    func serve() {
        if let number = listener?.number, let descriptor = try? UnixSocket.accept(from: number) {
            peers.append(Peer(descriptor))
        }
        for peer in peers { peer.serve() }
    }

    /// Lets both sides have their turn until everything is said.
    func exchange(with subscription: OrientationSubscription) {
        for _ in 0..<4 {
            subscription.dispatch()
            serve()
        }
        subscription.dispatch()
    }
}

extension OrientationState {
    /// A state of a portrait tablet.
    static func showing(_ orientation: InterfaceOrientation, _ cause: Cause = .device, sequence: Int = 1)
        -> Self
    {
        Self(
            sequence: sequence, timestamp: .zero, sensorStatus: .ready, sensor: "s",
            deviceOrientation: orientation.deviceOrientation, interfaceOrientation: orientation,
            supported: true, allowed: InterfaceOrientation.canonicalOrder, kind: .pad, cause: cause,
            turned: nil, rotation: DisplayGeometry().panelTurn(showing: orientation).rotation,
            rotationLock: RotationLock(nil))
    }
}
