public import OrientationCore

/// All that can be configured, at its defaults until a file says otherwise.
public struct Settings: Equatable, Sendable {
    /// `[Sensor]`
    public var sensor = SensorSettings()
    /// `[Classifier]`
    public var classifier = ClassifierSettings()
    /// `[Interface]`
    public var interface = InterfaceSettings()
    /// `[Posture]`
    public var posture = PostureSettings()
    /// `[Socket]`
    public var socket = SocketSettings()

    /// Everything at its default.
    public init() {}
}

/// Which accelerometer is read, and how its axes lie in the machine.
public struct SensorSettings: Equatable, Sendable {
    /// A place where a mount matrix is looked for.
    public enum MatrixSource: String, CaseIterable, Sendable {
        /// ``SensorSettings/mountMatrix``.
        case configuration
        /// The udev property `ACCEL_MOUNT_MATRIX`.
        case udev
        /// The sensor's attribute.
        case kernel
    }

    /// The sensor to use: an id or path in `/sys/devices`, or `recording:FILE`; `nil` takes the best.
    public var sensor: String?
    /// A mount matrix that was measured, in the frame of the hardware database; all rows count.
    public var mountMatrix: String?
    /// The places a mount matrix is taken from; the first that has a valid one wins.
    public var matrixSources: [MatrixSource] = MatrixSource.allCases
    /// Which frame a mount matrix from outside brings readings into; `nil`: as it is known for the
    /// machine, else that of the hardware database.
    public var convention: MatrixConvention?
    /// Whether z is negated after all else; `nil`: as it is known for the machine, else not.
    public var invertZ: Bool?
    /// Whose x and y a mount matrix from outside speaks of, where the panel is mounted turned.
    public var matrixAxes = MatrixAxes.panel
    /// The way up the casing was built for, as an interface orientation; `nil` finds out.
    public var naturalOrientation: InterfaceOrientation?
    /// How the panel is mounted in the casing; `nil` finds out.
    public var panelOrientation: PanelOrientation?
    /// The lowest rate that will do for a buffered sensor, in Hz, 1 to 400.
    public var samplingFrequency = 10.0
    /// Whether samples are read through the sensor's buffer where it has one.
    public var usesBuffer = true
    /// Whether a sensor without a trigger of its own gets one that a kernel timer drives.
    public var makesTimerTrigger = false
    /// Names of sensors and drivers that are used only when they are pinned.
    public var deniedNames = ["lis3lv02d", "hp_accel", "hdaps", "applesmc"]
    /// Whether a recording starts again when it is over.
    public var repeatsRecording = false
    /// What is known of single machines, from `quirks.conf`; the first that fits counts.
    public var quirks: [Quirk] = []

    /// Everything at its default.
    public init() {}
}

/// What the machine offers to those who draw on it.
public struct InterfaceSettings: Equatable, Sendable {
    /// The orientations that may be shown; each list is ordered, and `nil` while it is not configured.
    public var lists = OrientationLists()
    /// The kind of device, by which defaults and lists are chosen; `nil` finds out.
    public var kind: DeviceKind?

    /// Everything at its default.
    public init() {}
}

/// Which switches hold the interface in its natural orientation.
public struct PostureSettings: Equatable, Sendable {
    /// Whether the tablet-mode switch in laptop position does.
    public var tabletModeSwitch = true
    /// Whether the lid switch, closed, does.
    public var lidSwitch = true

    /// Everything at its default.
    public init() {}
}

/// How many may connect.
public struct SocketSettings: Equatable, Sendable {
    /// Connections at the same time, 1 to 4096.
    public var maxConnections = 512
    /// Connections of one user at the same time, 1 to 4096; root may have more.
    public var maxConnectionsPerUser = 128

    /// Everything at its default.
    public init() {}
}
