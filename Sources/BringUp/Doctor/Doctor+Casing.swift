internal import OrientationCore

extension Doctor {
    static func casingFindings(_ facts: DoctorFacts) -> [DoctorFinding] {
        let orientation = facts.casing.orientation
        let held = DoctorFinding(
            .casing, .ok,
            "The casing is held as \(orientation.natural.name) by nature, its panel mounted \(orientation.panel.name) "
                + "(\(orientation.reason))",
            advice: "If that is wrong: NaturalOrientation= and PanelOrientation= in \(configurationFile)")
        switch facts.casing.panel {
        case .none: return [held]
        case .silent(let connector):
            guard orientation.panel != .normal else { return [held] }
            return [
                held,
                DoctorFinding(
                    .casing, .note,
                    "The configuration says that the panel is mounted \(orientation.panel.name); the kernel knows of "
                        + "nothing the like for \(connector)",
                    advice: "Nothing to do, if the picture is upright"),
            ]
        case .mounted(let panel, let connector):
            guard panel != orientation.panel else { return [held] }
            return [
                held,
                DoctorFinding(
                    .casing, facts.casing.panelIsConfigured ? .warning : .error,
                    "The panel \(connector) is mounted \(panel.name), and \(orientation.panel.name) is in force",
                    advice:
                        "Write this line under [Sensor] in \(configurationFile): PanelOrientation=\(panel.name)"
                ),
            ]
        case .unreadable(let reason):
            guard !facts.casing.panelIsConfigured else { return [held] }
            return [
                held,
                DoctorFinding(
                    .casing, .note,
                    "How the kernel knows the panel to be mounted could not be read: \(reason)",
                    advice: facts.isRoot
                        ? "Nothing to do, if the picture is upright; else PanelOrientation= in \(configurationFile)"
                        : "Run this as root to know"),
            ]
        }
    }
}
