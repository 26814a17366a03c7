/// The session masks that are set, each of which ends with the connection that set it. The newest
/// counts.
public struct SessionMasks<Owner: Equatable & Sendable>: Sendable {
    private var masks: [(owner: Owner, mask: InterfaceOrientationMask)] = []

    /// Begins without a mask.
    public init() {}

    /// The mask that counts: the newest. Nothing if none is set.
    public var newest: InterfaceOrientationMask? { masks.last?.mask }

    /// Sets the mask of a connection. It replaces the one that this connection set before, and is the
    /// newest.
    ///
    /// - Returns: Whether the mask was taken. An empty one is not, and changes nothing.
    public mutating func set(_ mask: InterfaceOrientationMask, for owner: Owner) -> Bool {
        guard !mask.isEmpty else { return false }
        remove(for: owner)
        masks.append((owner, mask))
        return true
    }

    /// Takes the mask of a connection back, because it asks for that or has ended. Without a mask of
    /// its own nothing changes.
    public mutating func remove(for owner: Owner) { masks.removeAll { $0.owner == owner } }
}
