public import OrientationCore

extension SettingsKey {
    /// The keys of `[Sensor]`.
    static let sensorKeys: [SettingsKey] = [
        SettingsKey(
            section: "Sensor", name: "Sensor",
            expected: "auto, the id or path of a sensor, or recording:FILE",
            apply: { (settings, text) throws(ValueError) in
                guard !text.isEmpty, text != "recording:" else { throw ValueError() }
                settings.sensor.sensor = text == "auto" ? nil : text
            }, text: { $0.sensor.sensor ?? "auto" }),
        SettingsKey(
            section: "Sensor", name: "MountMatrix",
            expected: "nothing, or nine numbers such as 0, 1, 0; -1, 0, 0; 0, 0, 1",
            apply: { (settings, text) throws(ValueError) in
                settings.sensor.mountMatrix = text.isEmpty ? nil : try measuredMatrix(text)
            }, text: { $0.sensor.mountMatrix ?? "" }),
        SettingsKey(
            section: "Sensor", name: "MatrixSources",
            expected: "some of configuration, udev and kernel, the most important first",
            apply: { (settings, text) throws(ValueError) in
                var sources: [SensorSettings.MatrixSource] = []
                for word in words(text) {
                    guard let source = SensorSettings.MatrixSource(rawValue: word), !sources.contains(source)
                    else { throw ValueError() }
                    sources.append(source)
                }
                settings.sensor.matrixSources = sources
            }, text: { $0.sensor.matrixSources.map(\.rawValue).joined(separator: " ") }),
        named(
            "Sensor", "Convention", \.sensor.convention,
            MatrixConvention.allCases.map { ($0.rawValue, $0) }, text: \.rawValue),
        named(
            "Sensor", "InvertZ", \.sensor.invertZ, [("yes", true), ("no", false)],
            text: { $0 ? "yes" : "no" }),
        choice("Sensor", "MatrixAxes", \.sensor.matrixAxes),
        named(
            "Sensor", "NaturalOrientation", \.sensor.naturalOrientation,
            [.portrait, .landscapeRight, .landscapeLeft].map { ($0.name, $0) }, text: \.name),
        named(
            "Sensor", "PanelOrientation", \.sensor.panelOrientation,
            PanelOrientation.allCases.map { ($0.name, $0) }, text: \.name),
        number("Sensor", "SamplingFrequency", 1...400, unit: "Hz", \.sensor.samplingFrequency),
        flag("Sensor", "Buffer", \.sensor.usesBuffer),
        flag("Sensor", "TimerTrigger", \.sensor.makesTimerTrigger),
        SettingsKey(
            section: "Sensor", name: "DeniedNames",
            expected: "names of sensors or drivers, separated by blanks",
            apply: { (settings, text) throws(ValueError) in settings.sensor.deniedNames = words(text) },
            text: { $0.sensor.deniedNames.joined(separator: " ") }),
        flag("Sensor", "RepeatRecording", \.sensor.repeatsRecording),
    ]

    /// The keys of `[Classifier]`, as the core lists them.
    static let classifierKeys: [SettingsKey] = ClassifierSettings.parameters.map { parameter in
        SettingsKey(
            section: "Classifier", name: parameter.key,
            expected: number(within: parameter.range, unit: parameter.unit.rawValue),
            apply: { (settings, text) throws(ValueError) in
                guard let value = decimal(text), parameter.range.contains(value) else { throw ValueError() }
                settings.classifier[keyPath: parameter.path] = value
            }, text: { short($0.classifier[keyPath: parameter.path]) })
    }

    /// The keys of `[Interface]`.
    static let interfaceKeys: [SettingsKey] = [
        orientations("SupportedOrientations", \.interface.lists.general),
        orientations("SupportedOrientationsPad", \.interface.lists.pad),
        orientations("SupportedOrientationsPhone", \.interface.lists.phone),
        named(
            "Interface", "Kind", \.interface.kind, DeviceKind.allCases.map { ($0.name, $0) }, text: \.name),
    ]

    /// The keys of `[Posture]`.
    static let postureKeys: [SettingsKey] = [
        flag("Posture", "TabletModeSwitch", \.posture.tabletModeSwitch),
        flag("Posture", "LidSwitch", \.posture.lidSwitch),
    ]

    /// The keys of `[Socket]`.
    static let socketKeys: [SettingsKey] = [
        integer("Socket", "MaxConnections", 1...4096, \.socket.maxConnections),
        integer("Socket", "MaxConnectionsPerUser", 1...4096, \.socket.maxConnectionsPerUser),
    ]

    /// The key of a list of orientations.
    public static func list(_ name: OrientationLists.Name) -> SettingsKey? {
        let key =
            switch name {
            case .general: "SupportedOrientations"
            case .pad: "SupportedOrientationsPad"
            case .phone: "SupportedOrientationsPhone"
            }
        return interfaceKeys.first { $0.name == key }
    }

    /// Whether it has no default: where no file sets it there is no list, which is not the same as an
    /// empty one.
    public var isListOfOrientations: Bool {
        [.general, .pad, .phone].contains { name in Self.list(name)?.id == id }
    }

    /// A key whose value is an ordered list of orientations. An empty value is an empty list.
    private static func orientations(
        _ name: String, _ path: WritableKeyPath<Settings, [InterfaceOrientation]?> & Sendable
    ) -> SettingsKey {
        SettingsKey(
            section: "Interface", name: name,
            expected: "orientations separated by blanks, of "
                + InterfaceOrientation.canonicalOrder.map(\.name).joined(separator: ", "),
            apply: { (settings, text) throws(ValueError) in
                var list: [InterfaceOrientation] = []
                for word in words(text) {
                    guard let orientation = InterfaceOrientation(name: word) else { throw ValueError() }
                    if !list.contains(orientation) { list.append(orientation) }
                }
                settings[keyPath: path] = list
            },
            text: { settings in
                (settings[keyPath: path] ?? []).map(\.name).joined(separator: " ")
            })
    }

    /// Checks all three rows of a matrix that a person measured.
    private static func measuredMatrix(_ text: String) throws(ValueError) -> String {
        do throws(MountMatrixError) {
            try MountMatrix(parsing: text).checkAllRows()
            return text
        } catch {
            throw ValueError(expected: "nine numbers whose rows are unit vectors at right angles: \(error)")
        }
    }
}
