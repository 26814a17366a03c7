public import OrientationCore

/// What the configuration says about sensors: which one, how its axes lie, how it is read.
public struct SensorOptions: Equatable, Sendable {
    /// Which sensor is to be used.
    public enum Choice: Equatable, Sendable {
        /// The best one that there is.
        case automatic
        /// This one and no other, even one that would never be chosen: its ``SensorDescription/id``, or
        /// its path in `/sys/devices` with or without the `iio:deviceN` at the end.
        case pinned(String)
        /// A recorded trace in this file, in place of hardware.
        case recording(String)
    }

    /// Which sensor is to be used.
    public var choice = Choice.automatic
    /// The machine whose sensors are used in place of this one's; pinned ones may be named by what the other
    /// machine's kernel calls them. Cannot be changed later.
    public var remote: RemoteAddress?
    /// A mount matrix that replaces all others: "a, b, c; d, e, f; g, h, i". All three rows count.
    public var mountMatrix: String?
    /// How x and y of an outside matrix count; `nil` is as the machine is known for, else as in the
    /// hardware database.
    public var convention: MatrixConvention?
    /// Whether z is negated after all else; `nil` is as the machine is known for, else not.
    public var invertZ: Bool?
    /// Whose x and y an outside matrix speaks of, where the panel is mounted turned in the casing.
    public var matrixAxes = MatrixAxes.panel
    /// The places a matrix is taken from, the first that has a valid one wins.
    public var matrixOrder: [MatrixOrigin] = [.configuration, .udev, .kernel]
    /// The way up that the casing was built for; `nil` finds out.
    public var naturalOrientation: InterfaceOrientation?
    /// How the panel is mounted in the casing; `nil` finds out.
    public var panelOrientation: PanelOrientation?
    /// Whether the graphics cards are asked how the panel is mounted, if that is to be found out.
    public var asksGraphicsCards = false
    /// The lowest rate that will do for a buffered sensor, in samples each second. The nearest
    /// supported one that is not below is set.
    public var samplingFrequency = 10.0
    /// Whether samples are read through the sensor's buffer where it has one.
    public var usesBuffer = true
    /// Whether a sensor without a trigger of its own gets one that a kernel timer drives.
    public var makesTimerTrigger = false
    /// A file in which it is noted what is changed in the kernel, so that the next start can put it back
    /// after this program was killed. `nil` notes nothing.
    public var settingsFile: String?
    /// Names of sensors and drivers that are never chosen, only pinned. By default the protection
    /// sensors of hard disks.
    public var deniedNames = ["lis3lv02d", "hp_accel", "hdaps", "applesmc"]
    /// Whether a recording is played at the speed of its timestamps; as fast as possible otherwise.
    public var playsInRealTime = true
    /// Whether a recording starts again when it is over.
    public var repeatsRecording = false

    /// What is known of single machines; the first that fits counts.
    public var quirks: [SensorQuirk] = []

    /// Whether the same sensor is read in the same way, however its axes are taken: a source may go on.
    public func isRead(like other: Self) -> Bool {
        choice == other.choice && remote == other.remote && samplingFrequency == other.samplingFrequency
            && usesBuffer == other.usesBuffer && makesTimerTrigger == other.makesTimerTrigger
            && playsInRealTime == other.playsInRealTime && repeatsRecording == other.repeatsRecording
    }

    /// Everything automatic.
    public init() {}
}
