/// How far something is turned counter-clockwise, seen from the front: θ in this project's tables.
///
/// Turned by 0 the top edge is up, by 90 the right edge, by 180 the bottom edge, by 270 the left edge.
public enum CounterclockwiseTurn: Int, CaseIterable, Hashable, Sendable {
    /// Not turned: the top edge is up.
    case none = 0
    /// By a quarter counter-clockwise: the right edge is up.
    case quarter = 90
    /// By half a turn: the bottom edge is up.
    case half = 180
    /// By three quarters counter-clockwise, which is a quarter clockwise: the left edge is up.
    case threeQuarters = 270

    /// How far in degrees: 0, 90, 180 or 270.
    public var degrees: Int { rawValue }

    /// The turn of so many degrees counter-clockwise. Negative ones and full turns count. Nothing if
    /// it is no multiple of 90.
    public init?(degrees: Int) { self.init(rawValue: (degrees % 360 + 360) % 360) }

    /// One turn after the other.
    public static func + (left: Self, right: Self) -> Self {
        let index = (left.rawValue + right.rawValue) / 90 % 4
        return allCases[index]
    }

    /// The same in the other sense.
    public static prefix func - (turn: Self) -> Self {
        switch turn {
        case .none: .none
        case .quarter: .threeQuarters
        case .half: .half
        case .threeQuarters: .quarter
        }
    }

    /// The turn that leads from the right one to the left one.
    public static func - (left: Self, right: Self) -> Self { left + -right }
}
