internal import Varlink

/// A state that many clients are told, each under a number of its own.
public final class SharedState: Sendable {
    /// The state. Its number is that of the first client which was told it.
    public let state: OrientationState

    /// Shares a state.
    public init(_ state: OrientationState) { self.state = state }

    /// The state as it is told under a number.
    public func state(numbered sequence: Int) -> OrientationState {
        var state = state
        state.sequence = sequence
        return state
    }
}

/// Writes the messages of state streams, and writes what many have in common only once.
///
/// A change is told to every subscriber. Those with the same policy are told the same, but for the number of
/// the state in their subscription: those with the same number share the bytes, and for others only the
/// number is written anew.
public struct StateMessages: Sendable {
    /// What stands in a message before the number of the state.
    private static let head = #"{"parameters":{"state":{"sequence":"#.utf8.count

    private var shared: SharedState?
    private var sequence = 0
    /// What tells the shared state under that number.
    private var message: [UInt8] = []

    /// Begins with nothing written.
    public init() {}

    /// The bytes of a reply to `Subscribe`, their NUL byte included.
    ///
    /// - Parameters:
    ///   - shared: The state.
    ///   - sequence: Its number in the subscription.
    ///   - subscription: The name of the subscription, in its first reply.
    public mutating func message(_ shared: SharedState, sequence: Int, subscription: String?) -> [UInt8] {
        guard subscription == nil else {
            let reply = StateReply(state: shared.state(numbered: sequence), subscription: subscription)
            return Reply.bytes(reply, continues: true)
        }
        if shared !== self.shared {
            self.shared = shared
            message = Reply.bytes(StateReply(state: shared.state(numbered: sequence)), continues: true)
        } else if sequence != self.sequence {
            let place = Self.head..<Self.head + self.sequence.description.utf8.count
            message.replaceSubrange(place, with: sequence.description.utf8)
        }
        self.sequence = sequence
        return message
    }
}
