internal import Varlink

/// Writes the messages of state streams, and writes what many have in common only once.
///
/// A change is told to every subscriber. Those with the same policy are told the same, but for the number of
/// the state in their subscription, and writing the text costs several times what the number does.
public struct StateMessages: Sendable {
    /// What every message begins with; the number follows.
    private static let head = Array(#"{"parameters":{"state":{"sequence":"#.utf8)

    /// The state of the last message, numbered 0.
    private var last: OrientationState?
    /// What stands behind the number in its message.
    private var tail: ArraySlice<UInt8> = []

    /// Begins with nothing written.
    public init() {}

    /// The bytes of a reply to `Subscribe`, their NUL byte included.
    ///
    /// - Parameter subscription: The name of the subscription, in its first reply.
    public mutating func message(_ state: OrientationState, subscription: String?) -> [UInt8] {
        guard subscription == nil else {
            return Reply.bytes(StateReply(state: state, subscription: subscription), continues: true)
        }
        var unnumbered = state
        unnumbered.sequence = 0
        if unnumbered != last {
            tail = Reply.bytes(StateReply(state: unnumbered), continues: true).dropFirst(Self.head.count + 1)
            last = unnumbered
        }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(Self.head.count + 20 + tail.count)
        bytes.append(contentsOf: Self.head)
        bytes.append(contentsOf: String(state.sequence).utf8)
        bytes.append(contentsOf: tail)
        return bytes
    }
}
