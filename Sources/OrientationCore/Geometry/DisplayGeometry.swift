/// How a machine's panel, casing and interface stand to each other.
///
/// The *panel* has a top edge where its scan-out begins. The *casing* was built to be held one way up,
/// its natural orientation. A turn of the panel is the turn of the casing plus how the panel is mounted
/// in it:
///
///     θ panel = θ casing + panel orientation
///
/// Portrait-native casing, and landscape-native casing (natural orientation landscapeRight):
///
/// | θ casing | device | interface | | device | interface |
/// |---|---|---|---|---|---|
/// | 0 | portrait | portrait | | landscapeLeft | landscapeRight |
/// | 90 | landscapeLeft | landscapeRight | | portraitUpsideDown | portraitUpsideDown |
/// | 180 | portraitUpsideDown | portraitUpsideDown | | landscapeRight | landscapeLeft |
/// | 270 | landscapeRight | landscapeLeft | | portrait | portrait |
public struct DisplayGeometry: Hashable, Sendable {
    /// The interface orientation of the casing held the way up that it was built for.
    public var naturalOrientation: InterfaceOrientation
    /// How the panel is mounted in the casing.
    public var panelOrientation: PanelOrientation

    /// Makes a geometry; whatever is left out is that of a portrait tablet.
    public init(
        naturalOrientation: InterfaceOrientation = .portrait,
        panelOrientation: PanelOrientation = .normal
    ) {
        self.naturalOrientation = naturalOrientation
        self.panelOrientation = panelOrientation
    }

    /// How far the casing is turned, from the way up that it was built for, when an interface
    /// orientation is upright on it. Android's `Surface.ROTATION_…` and W3C's `angle` follow this.
    public func casingTurn(showing orientation: InterfaceOrientation) -> CounterclockwiseTurn {
        orientation.turnFromPortrait - naturalOrientation.turnFromPortrait
    }

    /// How far the panel is turned, from its own top edge up, when an interface orientation is upright
    /// on it. Everything that turns output or touch follows this, see ``CounterclockwiseTurn``.
    public func panelTurn(showing orientation: InterfaceOrientation) -> CounterclockwiseTurn {
        casingTurn(showing: orientation) + panelOrientation.turn
    }

    /// The interface orientation that is upright on a casing turned so far.
    public func interfaceOrientation(casingTurn turn: CounterclockwiseTurn) -> InterfaceOrientation {
        InterfaceOrientation(turnFromPortrait: turn + naturalOrientation.turnFromPortrait)
    }

    /// The interface orientation that is upright on a panel turned so far.
    public func interfaceOrientation(panelTurn turn: CounterclockwiseTurn) -> InterfaceOrientation {
        interfaceOrientation(casingTurn: turn - panelOrientation.turn)
    }
}

extension InterfaceOrientation {
    /// How far a casing is turned counter-clockwise from upright portrait when this is upright on it.
    ///
    /// The world's up, in the axes of a thing turned by θ counter-clockwise, is R(−θ)(0, 1): at 90 it is
    /// the right edge. The bottom edge with the home button is then at R(90)(0, −1), which is on the
    /// right: device landscapeLeft, and so interface ``landscapeRight``.
    public var turnFromPortrait: CounterclockwiseTurn {
        switch self {
        case .portrait: .none
        case .landscapeRight: .quarter
        case .portraitUpsideDown: .half
        case .landscapeLeft: .threeQuarters
        }
    }

    /// The orientation that is upright on a casing turned so far from upright portrait.
    public init(turnFromPortrait turn: CounterclockwiseTurn) {
        switch turn {
        case .none: self = .portrait
        case .quarter: self = .landscapeRight
        case .half: self = .portraitUpsideDown
        case .threeQuarters: self = .landscapeLeft
        }
    }
}

extension PanelOrientation {
    /// How far the panel is turned in the casing.
    public var turn: CounterclockwiseTurn {
        switch self {
        case .normal: .none
        case .rightSideUp: .quarter
        case .upsideDown: .half
        case .leftSideUp: .threeQuarters
        }
    }
}

extension Machine {
    /// How panel, casing and interface of this machine stand to each other.
    public var geometry: DisplayGeometry {
        DisplayGeometry(naturalOrientation: naturalOrientation, panelOrientation: panelOrientation)
    }

    /// How far the panel is turned clockwise when an interface orientation is upright on it: 0, 90, 180
    /// or 270 degrees, `rotation` on the wire.
    public func rotation(showing orientation: InterfaceOrientation) -> Int {
        geometry.panelTurn(showing: orientation).rotation
    }
}
