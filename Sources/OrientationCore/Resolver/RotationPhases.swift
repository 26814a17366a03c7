/// The callbacks around a turn, from one target orientation after the other.
///
/// | state | event | what happens |
/// |---|---|---|
/// | at rest | another target, animated | will, animate; now turning |
/// | at rest | another target, not animated | changes silently |
/// | turning | another target | did (superseded), then as at rest |
/// | turning | completed | did; now at rest |
/// | any | the target that it has already | nothing |
/// | at rest | completed | nothing |
///
/// So the three phases strictly alternate, there is one did for each will, and half a turn is one turn.
/// A target without a root controller, a launch, a presentation and a dismissal are not animated. This
/// type has no clock: whoever animates says when it is done.
public struct RotationPhases: Equatable, Sendable {
    /// What the interface shows: during a turn already the new orientation.
    public private(set) var orientation: InterfaceOrientation
    /// How far the panel is turned clockwise to suit ``orientation``, in degrees.
    public private(set) var rotation: Int
    /// Size of the interface in ``orientation``.
    public private(set) var size: InterfaceSize
    /// The orientation that is being left. Nothing at rest.
    public private(set) var leaving: InterfaceOrientation?

    /// Begins at rest.
    ///
    /// - Parameters:
    ///   - orientation: What is shown first.
    ///   - rotation: The rotation that suits it, in degrees clockwise.
    ///   - size: Size of the interface in this orientation.
    public init(orientation: InterfaceOrientation, rotation: Int, size: InterfaceSize) {
        self.orientation = orientation
        self.rotation = rotation
        self.size = size
    }

    /// Whether a turn has begun that is not completed.
    public var isTurning: Bool { leaving != nil }

    /// A new target.
    ///
    /// - Parameters:
    ///   - target: What is to be shown.
    ///   - rotation: The rotation that suits it, in degrees clockwise.
    ///   - animated: Whether the client turns visibly: by an animated cause, with a root controller.
    /// - Returns: What to call, in this order.
    public mutating func turn(to target: InterfaceOrientation, rotation: Int, animated: Bool)
        -> [RotationPhase]
    {
        guard target != orientation || rotation != self.rotation else { return [] }
        var phases = complete(superseded: true)
        let turn = RotationTurn(
            from: orientation,
            to: target,
            angle: Resolution.turn(from: self.rotation, to: rotation) ?? 0,
            size: target.isPortrait == orientation.isPortrait ? size : size.transposed)
        orientation = target
        self.rotation = rotation
        size = turn.size
        if animated, turn.from != turn.to {
            leaving = turn.from
            phases += [.will(turn), .animate(turn)]
        }
        return phases
    }

    /// The animation is over.
    public mutating func complete() -> [RotationPhase] { complete(superseded: false) }

    private mutating func complete(superseded: Bool) -> [RotationPhase] {
        guard let from = leaving else { return [] }
        leaving = nil
        return [.did(from: from, to: orientation, superseded: superseded)]
    }
}

/// One turn, as the callbacks are told of it.
public struct RotationTurn: Equatable, Sendable {
    /// The orientation that is left.
    public let from: InterfaceOrientation
    /// The orientation that comes.
    public let to: InterfaceOrientation
    /// Degrees by which what is drawn turns on the panel, clockwise positive, in (−180, 180].
    public let angle: Int
    /// Size of the interface in the new orientation.
    public let size: InterfaceSize
}

/// One callback.
public enum RotationPhase: Equatable, Sendable {
    /// A turn is about to begin: the old layout is still shown.
    case will(RotationTurn)
    /// Lay out for the new orientation, within the animation.
    case animate(RotationTurn)
    /// The turn is over, by its end or because a newer one supersedes it.
    case did(from: InterfaceOrientation, to: InterfaceOrientation, superseded: Bool)
}

/// Width and height of an interface, in whatever unit the client draws in.
public struct InterfaceSize: Hashable, Sendable {
    /// From the left to the right edge of what is drawn.
    public var width: Int
    /// From the top to the bottom edge of what is drawn.
    public var height: Int

    /// Makes a size.
    public init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }

    /// The size after a quarter turn.
    public var transposed: Self { Self(width: height, height: width) }
}
