public import OrientationCore

/// What a person is told postures are called: all through one session by the same names.
public struct PostureNames: Sendable {
    private let names: [Posture: String]
    /// Three postures that are enough to tell a mounting, as in "normal, right-up and face-up".
    public let few: String

    /// As the hardware database and iio-sensor-proxy name them.
    public static let hardwareDatabase = PostureNames(of: .normal) { $0.rawValue }

    /// As the daemon names how a device is held.
    ///
    /// - Parameters:
    ///   - natural: The interface orientation that the casing was built for.
    ///   - panel: How the panel is mounted in the casing.
    public init(natural: InterfaceOrientation, panel: PanelOrientation) {
        let postures = CasingPosture.allCases.map { ($0.posture(of: panel), $0) }
        let casing = Dictionary(postures) { first, _ in first }
        self.init(of: panel) { casing[$0]?.deviceOrientation(natural: natural).name ?? $0.rawValue }
    }

    private init(of panel: PanelOrientation, _ name: (Posture) -> String) {
        names = Dictionary(uniqueKeysWithValues: Posture.allCases.map { ($0, name($0)) })
        let few = CasingPosture.few.map { name($0.posture(of: panel)) }
        self.few = few.dropLast().joined(separator: ", ") + " and " + (few.last ?? "")
    }

    /// The name of a posture.
    public subscript(_ posture: Posture) -> String { names[posture] ?? posture.rawValue }
}
