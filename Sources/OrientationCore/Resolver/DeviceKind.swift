/// What kind of device this machine is, by which default and per-kind lists are chosen.
public enum DeviceKind: CaseIterable, Hashable, Sendable {
    /// A tablet or convertible: shows all four orientations unless told otherwise.
    case pad
    /// A phone: shows all but upside down unless told otherwise.
    case phone

    /// The name on the wire and in files.
    public var name: String {
        switch self {
        case .pad: "pad"
        case .phone: "phone"
        }
    }

    /// The kind of that ``name``, or nothing.
    public init?(name: String) {
        guard let match = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = match
    }

    /// What a controller of this kind of device shows when it does not say: a pad all, a phone all but
    /// upside down.
    public var defaultMask: InterfaceOrientationMask {
        switch self {
        case .pad: .all
        case .phone: .allButUpsideDown
        }
    }
}
