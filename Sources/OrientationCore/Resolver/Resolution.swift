/// What one client should show, and why.
public struct Resolution: Equatable, Sendable {
    /// How to draw the interface.
    public let orientation: InterfaceOrientation
    /// Whether the policy allows ``orientation``. If not, nothing is left, and the last orientation is
    /// held.
    public let supported: Bool
    /// What could be shown now, in the order of the lists, best first.
    public let allowed: [InterfaceOrientation]
    /// How far the panel is turned clockwise to suit ``orientation``: 0, 90, 180 or 270 degrees. See
    /// ``CounterclockwiseTurn/rotation``.
    public let rotation: Int
    /// Why this differs from the resolution before.
    public let cause: Cause
    /// Degrees by which the drawn content turned on the panel since the resolution before, clockwise
    /// positive, in (−180, 180]. Nothing if it did not turn.
    public let turned: Int?

    /// The turn from one ``rotation`` to another, as the user sees the content turn: degrees clockwise,
    /// in (−180, 180]. Nothing if they are the same.
    public static func turn(from old: Int, to new: Int) -> Int? {
        let turn = ((old - new) % 360 + 360) % 360
        if turn == 0 { return nil }
        return turn > 180 ? turn - 360 : turn
    }
}
