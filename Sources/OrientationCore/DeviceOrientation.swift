/// How the device is held: the casing, not what is drawn on it.
///
/// Landscape names say where the top edge of the upright casing points, seen from the front:
/// in ``landscapeLeft`` the bottom edge (the home button) is on the right. The interface that
/// suits it is the one of the *other* landscape name, see ``interfaceOrientation``.
///
/// Names and raw values are those of `UIDeviceOrientation`.
public enum DeviceOrientation: UInt8, CaseIterable, Sendable {
    /// No usable measurement has come yet, or none lately.
    case unknown = 0
    /// The top edge is up: a device at rest reads (0, +g, 0).
    case portrait = 1
    /// The bottom edge is up: (0, −g, 0).
    case portraitUpsideDown = 2
    /// Turned counter-clockwise, the right edge is up: (+g, 0, 0).
    case landscapeLeft = 3
    /// Turned clockwise, the left edge is up: (−g, 0, 0).
    case landscapeRight = 4
    /// Close to level, the display towards the sky: (0, 0, +g).
    case faceUp = 5
    /// Close to level, the display towards the ground: (0, 0, −g).
    case faceDown = 6
}

extension DeviceOrientation {
    /// The name on the wire and in files.
    public var name: String {
        switch self {
        case .unknown: "unknown"
        case .portrait: "portrait"
        case .portraitUpsideDown: "portraitUpsideDown"
        case .landscapeLeft: "landscapeLeft"
        case .landscapeRight: "landscapeRight"
        case .faceUp: "faceUp"
        case .faceDown: "faceDown"
        }
    }

    /// The orientation of that ``name``, or nothing.
    public init?(name: String) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }

    /// Whether the casing stands upright or upside down.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }

    /// Whether the casing stands on one of its long sides.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }

    /// Whether the display is close to level.
    public var isFlat: Bool { self == .faceUp || self == .faceDown }

    /// The interface orientation that suits the way the device is held. Nothing while the device lies
    /// flat or is ``unknown``.
    ///
    /// The landscape names are crosswise: content has to turn against the device to stay upright.
    public var interfaceOrientation: InterfaceOrientation? {
        switch self {
        case .portrait: .portrait
        case .portraitUpsideDown: .portraitUpsideDown
        case .landscapeLeft: .landscapeRight
        case .landscapeRight: .landscapeLeft
        case .unknown, .faceUp, .faceDown: nil
        }
    }
}
