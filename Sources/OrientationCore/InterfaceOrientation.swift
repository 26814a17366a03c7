/// How a user interface is drawn on the display.
///
/// The landscape names are crosswise to those of ``DeviceOrientation``: a device held in
/// `landscapeLeft` shows an interface in ``landscapeRight``. The two types cannot be compared;
/// ``DeviceOrientation/interfaceOrientation`` and ``deviceOrientation`` convert.
///
/// Names and raw values are those of `UIInterfaceOrientation`.
public enum InterfaceOrientation: UInt8, CaseIterable, Sendable {
    /// Upright in a casing held upright.
    case portrait = 1
    /// Upright in a casing held upside down.
    case portraitUpsideDown = 2
    /// Upright in a casing turned counter-clockwise.
    case landscapeRight = 3
    /// Upright in a casing turned clockwise.
    case landscapeLeft = 4
}

extension InterfaceOrientation {
    /// The name on the wire and in files.
    public var name: String {
        switch self {
        case .portrait: "portrait"
        case .portraitUpsideDown: "portraitUpsideDown"
        case .landscapeRight: "landscapeRight"
        case .landscapeLeft: "landscapeLeft"
        }
    }

    /// The orientation of that ``name``, or nothing.
    public init?(name: String) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }

    /// Whether the interface stands on one of its short sides.
    public var isPortrait: Bool { self == .portrait || self == .portraitUpsideDown }

    /// Whether the interface stands on one of its long sides.
    public var isLandscape: Bool { self == .landscapeLeft || self == .landscapeRight }

    /// The way of holding the device that this interface suits.
    public var deviceOrientation: DeviceOrientation {
        switch self {
        case .portrait: .portrait
        case .portraitUpsideDown: .portraitUpsideDown
        case .landscapeRight: .landscapeLeft
        case .landscapeLeft: .landscapeRight
        }
    }
}
