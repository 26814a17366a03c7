/// How a display panel is mounted in its casing: which of the panel's sides is up while the casing
/// stands the way it was built for.
///
/// Cases and names are those of the DRM connector property "panel orientation".
public enum PanelOrientation: UInt8, CaseIterable, Sendable {
    /// The top of the panel is up.
    case normal
    /// The right side of the panel is up.
    case rightSideUp
    /// The bottom of the panel is up.
    case upsideDown
    /// The left side of the panel is up.
    case leftSideUp
}

extension PanelOrientation {
    /// The name in configuration files and in the kernel's command line.
    public var name: String {
        switch self {
        case .normal: "normal"
        case .rightSideUp: "right-side-up"
        case .upsideDown: "upside-down"
        case .leftSideUp: "left-side-up"
        }
    }

    /// The orientation of that ``name``, or nothing.
    public init?(name: String) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }

    /// The mounting in degrees: 0, 90, 180 or 270 in the order of the cases.
    public var degrees: Int { Int(rawValue) * 90 }
}
