/// What one peer still has to be told: the rest of a message that is being sent, and one after it, which
/// mostly is not made yet. Never a queue.
///
/// A newer message is made at the moment when it can be sent, so that a reader that sleeps finds what
/// was sent before it slept, and then the newest state.
struct Outbox: Sendable {
    /// The message that is being sent.
    private var message: [UInt8] = []
    /// How many of its bytes have been sent.
    private var sent = 0
    /// What follows it.
    private var following = Following.nothing

    private enum Following {
        case nothing
        /// A message that is made when it can be sent.
        case newest
        case message([UInt8])
    }

    /// Whether there is nothing to be sent.
    var isEmpty: Bool {
        if case .nothing = following { message.isEmpty } else { false }
    }

    /// How much memory the messages take that are made and not sent, in bytes.
    var heldBytes: Int {
        if case .message(let bytes) = following {
            message.capacity + bytes.capacity
        } else {
            message.capacity
        }
    }

    /// Sends a message after the one that is being sent, and nothing newer.
    mutating func put(_ bytes: [UInt8]) { following = .message(bytes) }

    /// Notes that there is something newer to say.
    mutating func announce() { following = .newest }

    /// Sends one piece: the rest of the message that is being sent, else a new one.
    ///
    /// Called once each time that the socket is writable, and then only once: a second message would
    /// be older than need be when it is read.
    ///
    /// - Parameters:
    ///   - make: Makes the newest message, with its NUL byte. Nothing, if it turns out that there is
    ///     nothing to say.
    ///   - send: Sends the beginning of the bytes and says how many it sent; 0 if none can be sent.
    mutating func write(making make: () -> [UInt8]?, to send: (UnsafeRawBufferPointer) -> Int) {
        if message.isEmpty {
            switch following {
            case .nothing: return
            case .newest: message = make() ?? []
            case .message(let bytes): message = bytes
            }
            following = .nothing
        }
        if message.isEmpty { return }
        sent += message.withUnsafeBytes { send(UnsafeRawBufferPointer(rebasing: $0[sent...])) }
        if sent == message.count {
            message = []
            sent = 0
        }
    }
}
