internal import Configuration
public import IndustrialIO
internal import OrientationCore
internal import SensorSetup
internal import SystemCalls

/// Where a service finds what it needs outside of itself.
public struct ServiceEnvironment: Equatable, Sendable {
    /// The configuration to read; `nil` reads ``Configuration/defaultFile``, which need not be there.
    public var configurationFile: String?
    /// Where to listen; `nil` takes the sockets that the service manager passes, else the usual path.
    public var socketPath: String?
    /// The sensor to use in place of the configured one: an id, or `recording:FILE`.
    public var sensor: String?
    /// The machine whose sensors are used in place of this one's.
    public var remote: RemoteAddress?
    /// The folder of what is kept over restarts.
    public var stateDirectory: String

    /// Describes an environment.
    public init(
        configurationFile: String? = nil, socketPath: String? = nil, sensor: String? = nil,
        remote: RemoteAddress? = nil, stateDirectory: String
    ) {
        self.configurationFile = configurationFile
        self.socketPath = socketPath
        self.sensor = sensor
        self.remote = remote
        self.stateDirectory = stateDirectory
    }

    /// Where clients look for the service.
    public static let defaultSocketPath = "/run/orientationd/org.orientationd"

    /// What the sensors are told of the configuration.
    func sensorOptions(_ settings: SensorSettings) -> SensorOptions {
        var options = SensorOptions(settings, sensor: sensor, remote: remote)
        options.asksGraphicsCards = true
        options.settingsFile = stateDirectory + "/sensor-settings"
        return options
    }

    /// Which switches of this machine say how the device is folded. It is another one where the sensor is not
    /// here.
    func postureSettings(_ settings: PostureSettings) -> PostureSettings {
        var settings = settings
        if remote != nil { (settings.tabletModeSwitch, settings.lidSwitch) = (false, false) }
        return settings
    }

    /// Reads the configuration and judges what single lines cannot show.
    ///
    /// - Parameter kind: The kind of this machine, if the configuration does not say.
    func readConfiguration(kind: DeviceKind) throws(ConfigurationError) -> Configuration {
        let configuration = try Configuration(
            file: configurationFile ?? Configuration.defaultFile, isRequired: configurationFile != nil)
        try configuration.checkLists(for: kind)
        if sensor == nil, remote == nil { try configuration.checkRecording() }
        return configuration
    }
}
