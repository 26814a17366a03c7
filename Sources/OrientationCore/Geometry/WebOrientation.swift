/// The names of W3C's Screen Orientation API (section "OrientationType" of the recommendation).
public enum WebOrientationType: String, CaseIterable, Hashable, Sendable {
    /// The first of the portrait ways up.
    case portraitPrimary = "portrait-primary"
    /// The portrait way up that is upside down to the first.
    case portraitSecondary = "portrait-secondary"
    /// The first of the landscape ways up.
    case landscapePrimary = "landscape-primary"
    /// The landscape way up that is upside down to the first.
    case landscapeSecondary = "landscape-secondary"

    fileprivate init(portrait: Bool, primary: Bool) {
        switch (portrait, primary) {
        case (true, true): self = .portraitPrimary
        case (true, false): self = .portraitSecondary
        case (false, true): self = .landscapePrimary
        case (false, false): self = .landscapeSecondary
        }
    }
}

/// What the casing's turn is called on the web and by Android. None of this depends on how the panel is
/// mounted.
extension DisplayGeometry {
    /// Android's rotation and W3C's `angle`: degrees counter-clockwise from the natural orientation.
    public func webAngle(showing orientation: InterfaceOrientation) -> Int {
        casingTurn(showing: orientation).degrees
    }

    /// W3C's type by the angle, as its recommendation lists it: 0 is the natural orientation's primary,
    /// 90 the other one's primary, 180 and 270 their secondaries.
    public func webType(showing orientation: InterfaceOrientation) -> WebOrientationType {
        let turn = casingTurn(showing: orientation)
        return WebOrientationType(
            portrait: orientation.isPortrait, primary: turn == .none || turn == .quarter)
    }

    /// The transform of a compositor's *logical* output that already hides how the panel is mounted:
    /// quarter turns counter-clockwise, by the casing alone.
    public func logicalTransform(showing orientation: InterfaceOrientation) -> Int {
        casingTurn(showing: orientation).wlOutputTransform
    }
}

extension InterfaceOrientation {
    /// W3C's type by the name alone, as browsers of phones give it whatever the natural orientation:
    /// portrait and landscapeRight are primary.
    public var mobileWebType: WebOrientationType {
        WebOrientationType(portrait: isPortrait, primary: self == .portrait || self == .landscapeRight)
    }
}
