public import OrientationCore

/// How the casing was built and how its panel is mounted, with the reason.
public struct CasingOrientation: Equatable, Sendable {
    /// The way up that the casing was built for.
    public var natural: InterfaceOrientation
    /// How the panel is mounted in the casing.
    public var panel: PanelOrientation
    /// Where the two are from, for people.
    public var reason: String

    /// Takes what is known already.
    public init(natural: InterfaceOrientation, panel: PanelOrientation, reason: String) {
        self.natural = natural
        self.panel = panel
        self.reason = reason
    }

    /// What the configuration says, and for what it leaves open, what the machine shows.
    ///
    /// A panel that scans out wider than high in a casing where it is not mounted on its side makes a
    /// casing that was built to be held wide; a machine without a built-in panel counts as upright.
    ///
    /// - Parameters:
    ///   - options: May set either.
    ///   - panelMode: The preferred mode of the built-in panel, if there is one.
    ///   - mounting: What the kernel knows about how the panel is mounted.
    public init(options: SensorOptions, panelMode: PanelMode?, mounting: PanelMounting = .none) {
        var mounted: (panel: PanelOrientation, connector: String)?
        if case .mounted(let panel, let connector) = mounting { mounted = (panel, connector) }
        panel = options.panelOrientation ?? mounted?.panel ?? .normal
        let isMountedOnItsSide = panel == .rightSideUp || panel == .leftSideUp
        var reasons: [String] = []
        if let configured = options.naturalOrientation {
            natural = configured
            reasons.append("natural orientation from the configuration")
        } else if let panelMode {
            natural = panelMode.isWide != isMountedOnItsSide ? .landscapeRight : .portrait
            reasons.append(
                "natural orientation from panel \(panelMode.connector), \(panelMode.width)x\(panelMode.height)"
                    + (isMountedOnItsSide ? ", mounted on its side" : ""))
        } else {
            natural = .portrait
            reasons.append(
                options.remote == nil
                    ? "no built-in panel found, so portrait"
                    : "the sensor is on another machine, whose panel cannot be seen, so portrait")
        }
        if options.panelOrientation != nil {
            reasons.append("panel orientation from the configuration")
        } else if let mounted {
            reasons.append("panel orientation from the kernel, for \(mounted.connector)")
        } else {
            reasons.append("panel taken as mounted upright")
        }
        reason = reasons.joined(separator: "; ")
    }

    /// What the configuration says, and for what it leaves open, what this machine shows, unless the sensor is
    /// another one's.
    init(options: SensorOptions, machine: MachineFacts) {
        let isHere = options.remote == nil
        let asksCards = isHere && options.asksGraphicsCards && options.panelOrientation == nil
        self.init(
            options: options, panelMode: isHere ? machine.panelMode : nil,
            mounting: asksCards ? PanelMounting(hasPanel: machine.panelMode != nil) : .none)
    }

    /// Takes over how the machine was built that a recording is from, where the configuration leaves it open.
    mutating func assume(_ header: RecordingHeader, unless options: SensorOptions) {
        guard options.naturalOrientation == nil, options.panelOrientation == nil, let natural = header.natural
        else { return }
        self.natural = natural
        panel = header.panel ?? .normal
        reason = "as the recording says of the machine that it is from"
    }
}

/// The preferred mode of a built-in panel, in the direction of its scan-out.
public struct PanelMode: Equatable, Sendable {
    /// The connector, for example `eDP-1`.
    public var connector: String
    /// Pixels in a line.
    public var width: Int
    /// Lines.
    public var height: Int

    /// Whether it is wider than high.
    public var isWide: Bool { width > height }

    /// Reads a mode of a connector.
    ///
    /// - Parameters:
    ///   - connector: The name of a directory in `/sys/class/drm`, such as `card0-eDP-1`.
    ///   - modes: The text of its attribute `modes`: one `WIDTHxHEIGHT` a line, the preferred one first.
    /// - Returns: Nothing for a connector that is not built in (not eDP, LVDS or DSI) or shows no mode.
    public init?(connector: String, modes: String) {
        guard let dash = connector.firstIndex(of: "-") else { return nil }
        let name = connector[connector.index(after: dash)...]
        guard ["eDP-", "LVDS-", "DSI-"].contains(where: name.hasPrefix) else { return nil }
        let numbers = modes.prefix { $0 != "\n" }.split(separator: "x", maxSplits: 1)
        guard numbers.count == 2, let width = Int(numbers[0]),
            let height = Int(numbers[1].prefix { $0.isASCII && $0.isNumber })
        else { return nil }
        self.connector = String(name)
        self.width = width
        self.height = height
    }
}
