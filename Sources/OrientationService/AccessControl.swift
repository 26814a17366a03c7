internal import SystemCalls

/// Who may do what. Everybody who reaches the socket may read the state.
struct AccessControl {
    /// The group whose members may do everything.
    static let groupName = "orientation"

    /// The number of the group, where there is one.
    var group: UInt32?
    /// The user whose session is active on the first seat, asked for each time.
    var activeUser: () -> UInt32?

    /// Whether the peer may set the rotation lock and the session mask: root, the group, and who sits
    /// in front of the machine.
    func mayLock(_ peer: Peer) -> Bool {
        mayReadSamples(peer) || activeUser() == peer.user
    }

    /// Whether the peer may read raw samples, which betray what is typed: root and the group.
    func mayReadSamples(_ peer: Peer) -> Bool {
        peer.user == 0 || group.map(peer.groups.contains) == true
    }
}
