internal import EventLoop
internal import SystemCalls
internal import Varlink

/// One connected client: its socket, what is said over it, and what it holds.
final class Client {
    /// Names the connection within this program; never used again.
    let number: Int
    /// Who it is.
    let peer: Peer
    /// What is said over the connection.
    var connection = ServerConnection()
    /// Whether states are streamed to it.
    private(set) var isStreaming = false

    private let socket: FileDescriptor
    private var source: DescriptorSource?
    private var awaited: ReadyEvents = .readable

    init(number: Int, socket: consuming FileDescriptor, peer: Peer) {
        self.number = number
        self.socket = socket
        self.peer = peer
    }

    /// The descriptor of the socket.
    var descriptor: Int32 { socket.number }

    /// Calls the handler when the socket is ready for what the connection waits for.
    func wait(in loop: EventLoop, _ handler: @escaping (ReadyEvents) -> Void) throws(SystemCallError) {
        source = try loop.onReady(socket.number, awaited, handler)
    }

    /// Answers the call that is being executed with the states from now on. The kernel keeps as few
    /// of them as it can, so that a reader that sleeps finds the newest one soon.
    func beginStates() {
        Connection.minimizeSendBuffer(descriptor)
        isStreaming = true
        connection.beginStream()
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
            case .count(let count): return count
            case .wouldBlock: return 0
            case .ended:
                isAlive = false
                return 0
            }
        }
        return isAlive
    }

    /// Waits for what the connection wants by now. Its end is always noticed.
    func awaitWhatIsWanted() {
        var events: ReadyEvents = []
        if connection.wantsToRead { events.insert(.readable) }
        if connection.wantsToWrite { events.insert(.writable) }
        guard events != awaited else { return }
        awaited = events
        source?.wait(for: events)
    }
}
