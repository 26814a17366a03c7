public import OrientationCore

/// A way to hold a casing that is asked for, whatever the panel in it: from the way up that the casing was
/// built for.
public enum CasingPosture: String, CaseIterable, Sendable {
    /// As it was built to be held.
    case upright
    /// A quarter turned to the left, counter-clockwise.
    case turnedLeft
    /// Level, the display up.
    case faceUp
    /// A quarter turned to the right, clockwise.
    case turnedRight
    /// Upside down.
    case upsideDown
    /// Level, the display down.
    case faceDown

    /// Those that are enough to tell a mounting along the axes of the casing.
    public static let few: [CasingPosture] = [.upright, .turnedLeft, .faceUp]

    /// The posture of the panel: what mount matrices speak of.
    ///
    /// - Parameter panel: How the panel is mounted in the casing.
    public func posture(of panel: PanelOrientation) -> Posture {
        switch self {
        case .faceUp: return .faceUp
        case .faceDown: return .faceDown
        case .upright, .turnedLeft, .turnedRight, .upsideDown:
            // Counter-clockwise, by the edge that is up; a panel that is mounted with its right side up is
            // turned so already while the casing is upright.
            let order: [Posture] = [.normal, .rightUp, .bottomUp, .leftUp]
            let own =
                [CasingPosture.upright, .turnedLeft, .upsideDown, .turnedRight].firstIndex(of: self) ?? 0
            return order[(own + Int(panel.rawValue)) % 4]
        }
    }

    /// How the device is held then, as the daemon names it.
    ///
    /// - Parameter natural: The interface orientation that the casing was built for.
    public func deviceOrientation(natural: InterfaceOrientation) -> DeviceOrientation {
        switch self {
        case .faceUp: return .faceUp
        case .faceDown: return .faceDown
        case .upright, .turnedLeft, .turnedRight, .upsideDown:
            let order: [DeviceOrientation] = [
                .portrait, .landscapeLeft, .portraitUpsideDown, .landscapeRight,
            ]
            let own =
                [CasingPosture.upright, .turnedLeft, .upsideDown, .turnedRight].firstIndex(of: self) ?? 0
            let start = order.firstIndex(of: natural.deviceOrientation) ?? 0
            return order[(own + start) % 4]
        }
    }
}
