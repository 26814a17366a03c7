/// A set of interface orientations.
///
/// The bit of an orientation is `1 << rawValue`, as in `UIInterfaceOrientationMask`.
public struct InterfaceOrientationMask: OptionSet, Hashable, Sendable {
    /// One bit for each orientation, at the place of its raw value (2, 4, 8, 16).
    public let rawValue: UInt8

    /// Makes a mask of those bits; bits that stand for no orientation are dropped.
    public init(rawValue: UInt8) { self.rawValue = rawValue & 0b11110 }

    /// The mask of one orientation.
    public init(_ orientation: InterfaceOrientation) { self.init(rawValue: 1 << orientation.rawValue) }

    /// The mask of those orientations; order and repetition do not matter.
    public init(_ orientations: some Sequence<InterfaceOrientation>) {
        self.init(rawValue: orientations.reduce(0) { $0 | 1 << $1.rawValue })
    }

    /// Upright alone.
    public static let portrait = Self(.portrait)
    /// Upside down alone.
    public static let portraitUpsideDown = Self(.portraitUpsideDown)
    /// The interface of a device turned clockwise.
    public static let landscapeLeft = Self(.landscapeLeft)
    /// The interface of a device turned counter-clockwise.
    public static let landscapeRight = Self(.landscapeRight)
    /// Both landscapes.
    public static let landscape: Self = [.landscapeLeft, .landscapeRight]
    /// What a phone shows: everything but upside down.
    public static let allButUpsideDown: Self = [.portrait, .landscape]
    /// What a pad shows: everything.
    public static let all: Self = [.portrait, .portraitUpsideDown, .landscape]

    /// Whether the orientation is in the set.
    public func contains(_ orientation: InterfaceOrientation) -> Bool { contains(Self(orientation)) }

    /// The orientations of the set in canonical order: portrait, landscapeRight, landscapeLeft,
    /// portraitUpsideDown.
    public var orientations: [InterfaceOrientation] {
        InterfaceOrientation.canonicalOrder.filter { contains($0) }
    }
}

extension InterfaceOrientation {
    /// The order in which orientations are tried when nothing else ranks them.
    public static let canonicalOrder: [InterfaceOrientation] = [
        .portrait, .landscapeRight, .landscapeLeft, .portraitUpsideDown,
    ]
}
