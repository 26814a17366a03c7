/// An orientation that a path of evidence would have in force, and since when it says so.
struct PendingOrientation: Sendable {
    /// Nothing while the path says nothing, or what is in force already.
    private(set) var orientation: DeviceOrientation?
    /// When the evidence for it began, in nanoseconds.
    private(set) var since: Int64 = 0

    /// Takes what the path says now; nothing ends the candidate.
    mutating func follow(_ new: DeviceOrientation?, since time: Int64, inForce: DeviceOrientation) {
        let new = new == inForce ? nil : new
        if new == orientation { return }
        orientation = new
        since = time
    }
}
