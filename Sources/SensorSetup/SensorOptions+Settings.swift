public import Configuration
public import IndustrialIO

extension SensorOptions {
    /// What the configuration says about sensors.
    ///
    /// - Parameters:
    ///   - settings: The section `[Sensor]`.
    ///   - sensor: In place of the configured sensor: an id, a path, or `recording:FILE`.
    ///   - remote: The machine whose sensors are used. The configured sensor is one of this machine, and is
    ///     not looked for there.
    public init(_ settings: SensorSettings, sensor: String?, remote: RemoteAddress? = nil) {
        self.init()
        self.remote = remote
        choice = Self.choice(of: sensor ?? (remote == nil ? settings.sensor : nil))
        mountMatrix = settings.mountMatrix
        convention = settings.convention
        invertZ = settings.invertZ
        matrixAxes = settings.matrixAxes
        matrixOrder = settings.matrixSources.map { source in
            switch source {
            case .configuration: .configuration
            case .udev: .udev
            case .kernel: .kernel
            }
        }
        naturalOrientation = settings.naturalOrientation
        panelOrientation = settings.panelOrientation
        samplingFrequency = settings.samplingFrequency
        usesBuffer = settings.usesBuffer
        makesTimerTrigger = settings.makesTimerTrigger
        deniedNames = settings.deniedNames
        repeatsRecording = settings.repeatsRecording
        quirks = settings.quirks.map(SensorQuirk.init)
    }

    private static func choice(of sensor: String?) -> Choice {
        guard let sensor else { return .automatic }
        let recording = "recording:"
        return sensor.hasPrefix(recording)
            ? .recording(String(sensor.dropFirst(recording.count))) : .pinned(sensor)
    }
}

extension SensorQuirk {
    /// What `quirks.conf` says of a machine.
    init(_ quirk: Quirk) {
        let matrix: Matrix =
            switch quirk.matrix {
            case .any: .any
            case .none: .none
            case .text(let text): .text(text)
            }
        self.init(
            name: "[\(quirk.name)] at \(quirk.origin.file):\(quirk.origin.line)", machine: quirk.machine,
            sensor: quirk.sensor, matrix: matrix, convention: quirk.convention, invertZ: quirk.invertZ)
    }
}
