internal import EventLoop
internal import OrientationProtocol
internal import SystemCalls
internal import Varlink

/// One connected client: its socket, what is said over it, and what it holds.
final class Client {
    /// What a client may follow.
    enum Stream {
        /// The state.
        case states
        /// Raw samples.
        case samples
    }

    /// How long a client that streams samples may read nothing while there is something to read.
    static let patience = Duration.seconds(10)

    /// Names the connection within this program; never used again.
    let number: Int
    /// Who it is.
    let peer: Peer
    /// What is said over the connection.
    var connection = ServerConnection()
    /// What is streamed to it, if anything.
    private(set) var stream: Stream?

    /// Whether the server still talks to it.
    var isServed = true
    /// How much memory is held for it elsewhere, in bytes: its policy.
    var keptBytes = 0
    /// How much memory the server has counted for it, in bytes.
    var countedBytes = 0

    private let socket: FileDescriptor
    private var source: DescriptorSource?
    private var awaited: ReadyEvents = .readable
    /// Since when nothing could be written though there was something to be written.
    private var stuckSince: Duration?

    /// The kernel is made to keep as little of what is sent as it can: it counts as the memory of this
    /// process, a reader that sleeps finds the newest state soon, and lost samples are counted here.
    init(number: Int, socket: consuming FileDescriptor, peer: Peer) {
        Connection.minimizeSendBuffer(socket.number)
        self.number = number
        self.socket = socket
        self.peer = peer
    }

    /// How much memory is held for it, in bytes.
    var heldBytes: Int { connection.heldBytes + keptBytes }

    /// The descriptor of the socket.
    var descriptor: Int32 { socket.number }

    /// Calls the handler when the socket is ready for what the connection waits for.
    func wait(in loop: EventLoop, _ handler: @escaping (ReadyEvents) -> Void) throws(SystemCallError) {
        source = try loop.onReady(socket.number, awaited, handler)
    }

    /// Answers the call that is being executed with a stream.
    func begin(_ stream: Stream) {
        self.stream = stream
        connection.beginStream()
    }

    /// Ends the stream with an error. Another call may follow.
    func endStream(_ error: OrientationError) {
        stream = nil
        connection.fail(error)
    }

    /// When the client has to have been looked at again, though nothing came: a message is incomplete for
    /// too long, or samples are not read.
    var deadline: Duration? {
        switch stream {
        case .states: nil
        case .samples: stuckSince.map { $0 + Self.patience }
        case nil: connection.deadline
        }
    }

    /// Whether it has not read its samples for too long.
    func isStuck(at now: Duration) -> Bool {
        guard stream == .samples, let stuckSince else { return false }
        return now - stuckSince >= Self.patience
    }

    /// Reads what there is, as far as it is wanted.
    func receive(at now: Duration, into buffer: UnsafeMutableRawBufferPointer) {
        let room = min(connection.room, buffer.count)
        guard room > 0 else { return }
        switch Connection.receive(from: descriptor, into: .init(rebasing: buffer[..<room])) {
        case .count(let count):
            connection.receive(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: now)
        case .wouldBlock: break
        case .ended: connection.receiveEnd()
        }
    }

    /// Writes one piece of what there is to be written.
    ///
    /// - Parameter make: Makes the newest message of a stream.
    /// - Returns: Whether the connection is alive.
    func write(making make: () -> [UInt8]?) -> Bool {
        var isAlive = true
        connection.write(making: make) { bytes in
            switch Connection.send(to: descriptor, bytes) {
            case .count(let count):
                stuckSince = nil
                return count
            case .wouldBlock: return 0
            case .ended:
                isAlive = false
                return 0
            }
        }
        return isAlive
    }

    /// Waits for what the connection wants by now. Its end is always noticed.
    func awaitWhatIsWanted(at now: Duration) {
        let wantsToWrite = connection.wantsToWrite
        stuckSince = wantsToWrite ? stuckSince ?? now : nil
        var events: ReadyEvents = []
        if connection.wantsToRead { events.insert(.readable) }
        if wantsToWrite { events.insert(.writable) }
        guard events != awaited else { return }
        awaited = events
        source?.wait(for: events)
    }
}
