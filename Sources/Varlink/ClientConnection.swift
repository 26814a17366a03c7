/// The client's side of one connection: bytes in, replies out. No socket.
///
/// Calls are made with ``Call/bytes(method:parameters:wantsMore:isOneway:)``.
public struct ClientConnection: Sendable {
    private var input = MessageBuffer()

    /// Begins with nothing received.
    public init() {}

    /// How many bytes ``receive(_:)`` takes at most. At least one after ``next()`` returned nothing.
    public var room: Int { input.room }

    /// Takes bytes that were read, at most ``room`` of them.
    public mutating func receive(_ bytes: UnsafeRawBufferPointer) { input.append(bytes) }

    /// Takes the next reply that is complete; nothing, if more has to be read first.
    ///
    /// - Throws: When the server does not follow the protocol; the connection is then of no more use.
    public mutating func next() throws(ReplyFault) -> Reply? {
        switch input.next() {
        case .message(let message): try Reply(parsing: message)
        case .incomplete: nil
        case .tooLong: throw .tooLong
        }
    }
}
