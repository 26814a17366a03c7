internal import Varlink

/// Writes the messages of state streams, and writes what many have in common only once.
///
/// A change is told to every subscriber. Those with the same policy are told the same, but for the number of
/// the state in their subscription: those with the same number share the bytes, and for others only the
/// number is written anew.
public struct StateMessages: Sendable {
    private var last: WrittenState?

    /// Begins with nothing written.
    public init() {}

    /// The bytes of a reply to `Subscribe`, their NUL byte included.
    ///
    /// - Parameter subscription: The name of the subscription, in its first reply.
    public mutating func message(_ state: OrientationState, subscription: String?) -> [UInt8] {
        guard subscription == nil else {
            return Reply.bytes(StateReply(state: state, subscription: subscription), continues: true)
        }
        if let message = last?.message(of: state) { return message }
        let written = WrittenState(state)
        last = written
        return written.message
    }
}

/// A state and the message that tells it.
private struct WrittenState {
    /// What stands in the message before the number of the state.
    private static let head = #"{"parameters":{"state":{"sequence":"#.utf8.count

    private var state: OrientationState
    private(set) var message: [UInt8]

    init(_ state: OrientationState) {
        self.state = state
        message = Reply.bytes(StateReply(state: state), continues: true)
    }

    /// Renumbers the message for another state; nothing if that differs in more than its number, after
    /// which this one is of no use.
    mutating func message(of other: OrientationState) -> [UInt8]? {
        let number = state.sequence
        state.sequence = other.sequence
        guard state == other else { return nil }
        if number != other.sequence {
            let place = Self.head..<Self.head + number.description.utf8.count
            message.replaceSubrange(place, with: other.sequence.description.utf8)
        }
        return message
    }
}
