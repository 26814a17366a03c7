public import JSON

/// Why a server closes a connection.
public enum CloseReason: Error, Equatable, Sendable {
    /// The peer has closed its sending side, and everything it asked for is answered.
    case peerClosed
    /// The peer has closed its sending side in the middle of a message.
    case cutShort
    /// A message is longer than 65536 bytes.
    case tooLong
    /// A message is not JSON.
    case notJSON(JSONError)
    /// A message is JSON, but not an object.
    case notAnObject
    /// A call names no method.
    case noMethod
    /// A key of a call that is known has a value of the wrong type: `parameters` that are no object, or a
    /// flag that is neither true nor false.
    case malformed(key: String)
    /// A call asks for several replies and for none.
    case moreWithOneway
    /// A call asks to go on in another protocol, which nothing here speaks.
    case upgrade
    /// A message was begun and not ended within ``ServerConnection/messageTimeout``.
    case incomplete
    /// An answer to the named method would be longer than 65536 bytes.
    case replyTooLong(method: String)

    /// Whether the peer did nothing wrong, so that there is nothing to log.
    public var isOrderly: Bool { self == .peerClosed }
}

extension CloseReason: CustomStringConvertible {
    /// One line for a log.
    public var description: String {
        switch self {
        case .peerClosed: "closed by the peer"
        case .cutShort: "closed by the peer in the middle of a message"
        case .tooLong: "a message is longer than \(MessageBuffer.maximumLength) bytes"
        case .notJSON(let error): "a message is not JSON: \(error)"
        case .notAnObject: "a message is not an object"
        case .noMethod: "a call names no method"
        case .malformed(let key): "a call has '\(key)' of a wrong type"
        case .moreWithOneway: "a call has both 'more' and 'oneway'"
        case .upgrade: "a call has 'upgrade', which is not supported"
        case .incomplete: "a message was not complete after \(ServerConnection.messageTimeout)"
        case .replyTooLong(let method):
            "the answer to \(method) is longer than \(MessageBuffer.maximumLength) bytes"
        }
    }
}
