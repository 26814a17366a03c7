public import JSON

/// The server's side of one connection: bytes in, calls out; answers in, bytes out. No socket.
///
/// | state | begins when | reads | parses | next |
/// | --- | --- | --- | --- | --- |
/// | idle | connected; an answer has been sent | yes | yes | executing, closed |
/// | executing | a call is complete | no | no | answering, idle (`oneway`), streaming |
/// | answering | the answer is known | no | no | idle, when its last byte is sent |
/// | streaming | ``beginStream()`` | no | no | answering (``fail(_:)``) |
/// | closed | the peer broke the protocol, or is gone | no | no | |
///
/// One call is executed at a time. Bytes of pipelined calls wait in the socket, or here as far as they
/// came with the call before; never more than one message of them.
///
/// The owner reads while ``wantsToRead``, calls ``next(at:)`` after reading and after writing until there
/// is nothing next, and calls ``write(making:to:)`` once each time that the socket is writable while
/// ``wantsToWrite``.
public struct ServerConnection: Sendable {
    /// How long a message may take from its first byte to its last.
    public static let messageTimeout = Duration.seconds(30)

    /// What the owner has to do next.
    public enum Step: Equatable, Sendable {
        /// Execute a call, and answer with ``reply(_:)``, ``fail(_:)`` or ``beginStream()``, now or later;
        /// a `oneway` call likewise, though nothing is sent.
        case execute(Call)
        /// Close the connection, and log the reason unless it is orderly.
        case close(CloseReason)
    }

    private enum State {
        case idle
        case executing(method: String, isOneway: Bool)
        case answering
        case streaming(method: String)
        case closing(CloseReason)
        case closed
    }

    private var state = State.idle
    private var input = MessageBuffer()
    private var output = Outbox()
    /// When the first byte of the incomplete message came.
    private var messageStart: Duration?
    /// Whether the peer has closed its sending side.
    private var hasEnded = false

    /// Begins idle.
    public init() {}

    /// How much memory the peer makes this side hold, in bytes: what it has sent and is not executed yet, and
    /// answers that it has not read.
    public var heldBytes: Int { input.heldBytes + output.heldBytes }

    // MARK: Input

    /// Whether bytes of the peer are wanted. While they are not, its end still shows as a hang-up.
    public var wantsToRead: Bool {
        if case .idle = state { !hasEnded } else { false }
    }

    /// Whether there are bytes of the peer that are no call executed or begun.
    public var hasInput: Bool { !input.isEmpty }

    /// How many bytes ``receive(_:at:)`` takes at most.
    public var room: Int { wantsToRead ? input.room : 0 }

    /// When ``next(at:)`` has to be called though nothing came: an incomplete message is then too old.
    public var deadline: Duration? {
        guard case .idle = state else { return nil }
        return messageStart.map { $0 + Self.messageTimeout }
    }

    /// Takes bytes that were read, at most ``room`` of them.
    public mutating func receive(_ bytes: UnsafeRawBufferPointer, at now: Duration) {
        if messageStart == nil, !bytes.isEmpty { messageStart = now }
        input.append(bytes)
    }

    /// Notes that the peer has closed its sending side. It is still answered.
    public mutating func receiveEnd() { hasEnded = true }

    /// Says what to do next; nothing, until more is read or written or the ``deadline`` has come.
    public mutating func next(at now: Duration) -> Step? {
        while case .idle = state {
            switch input.next() {
            case .message(let message):
                messageStart = nil
                do throws(CloseReason) {
                    let call = try Call(parsing: message)
                    state = .executing(method: call.method, isOneway: call.isOneway)
                    return .execute(call)
                } catch {
                    state = .closing(error)
                }
            case .tooLong: state = .closing(.tooLong)
            case .incomplete:
                if messageStart == nil, !input.isEmpty { messageStart = now }
                if hasEnded {
                    state = .closing(input.isEmpty ? .peerClosed : .cutShort)
                } else if let deadline, now >= deadline {
                    state = .closing(.incomplete)
                } else {
                    return nil
                }
            }
        }
        guard case .closing(let reason) = state else { return nil }
        state = .closed
        return .close(reason)
    }

    // MARK: Answers

    /// Answers the call that is being executed, once and for all.
    ///
    /// - Parameter parameters: Written as an object.
    public mutating func reply(_ parameters: some JSONEncodable) {
        guard case .executing(let method, let isOneway) = state else {
            preconditionFailure("a reply answers a call that is being executed")
        }
        if isOneway {
            state = .idle
        } else {
            put(Reply.bytes(parameters), method: method)
        }
    }

    /// Refuses the call that is being executed, or ends the stream that it began.
    public mutating func fail(_ error: some VarlinkError) {
        switch state {
        case .executing(_, isOneway: true): state = .idle
        case .executing(let method, isOneway: false), .streaming(let method):
            put(Reply.bytes(error), method: method)
        case .idle, .answering, .closing, .closed:
            preconditionFailure("an error answers a call that is being executed")
        }
    }

    /// Answers the call that is being executed with a stream, whose first message is due at once.
    ///
    /// Only for a call that ``Call/wantsMore``.
    public mutating func beginStream() {
        guard case .executing(let method, isOneway: false) = state else {
            preconditionFailure("a stream answers a call that is being executed")
        }
        state = .streaming(method: method)
        output.announce()
    }

    /// Notes that the stream has something newer to say. Said twice before it can be sent, it is one message.
    public mutating func announce() {
        if case .streaming = state { output.announce() }
    }

    private mutating func put(_ message: [UInt8], method: String) {
        if message.count > MessageBuffer.maximumLength + 1 {
            state = .closing(.replyTooLong(method: method))
        } else {
            state = .answering
            output.put(message)
        }
    }

    // MARK: Output

    /// Whether there is something to write.
    public var wantsToWrite: Bool { !output.isEmpty }

    /// Writes one piece of what there is to write.
    ///
    /// - Parameters:
    ///   - make: Makes the newest message of the stream, see ``Reply/bytes(_:continues:)``. Nothing, if it
    ///     turns out that there is nothing to say.
    ///   - send: Writes the beginning of the bytes and says how many it wrote; 0 if none can be written.
    public mutating func write(making make: () -> [UInt8]?, to send: (UnsafeRawBufferPointer) -> Int) {
        var isTooLong = false
        output.write(
            making: {
                guard let message = make() else { return nil }
                isTooLong = message.count > MessageBuffer.maximumLength + 1
                return isTooLong ? nil : message
            }, to: send)
        if isTooLong, case .streaming(let method) = state {
            state = .closing(.replyTooLong(method: method))
        } else if output.isEmpty, case .answering = state {
            state = .idle
        }
    }
}
