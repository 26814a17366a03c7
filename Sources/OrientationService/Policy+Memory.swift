internal import OrientationCore

extension Policy {
    /// About how much memory the policy takes while it is in force, in bytes.
    var heldBytes: Int {
        (root?.heldBytes ?? 0) + modals.reduce(0) { $0 + $1.controller.heldBytes }
    }
}

extension Controller {
    /// What one controller takes without its name: itself in its parent's array, which may have room for
    /// twice as many, and the array of its children.
    private static let ownBytes = 256

    fileprivate var heldBytes: Int {
        children.reduce(Self.ownBytes + (id?.utf8.count ?? 0)) { $0 + $1.heldBytes }
    }
}
