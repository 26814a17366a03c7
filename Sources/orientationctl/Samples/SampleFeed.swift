internal import EventLoop
internal import OrientationClient
internal import OrientationCore
internal import OrientationProtocol

/// What comes from a sensor.
enum SampleEvent {
    /// What the sensor is like; first of all, and when it has changed.
    case sensor(Sensor)
    /// Samples, the oldest first; how many were lost before them; and how the device was held after the
    /// last of them, if the sensor is the one that decides about it.
    case samples([Sample], lost: Int, device: DeviceOrientation?)
    /// Nothing more will come: a recording is over, or something failed.
    case ended(Failure?)
}

/// Where samples come from: the daemon, or the sensor itself.
protocol SampleFeed: AnyObject {
    /// How the casing was built and its panel is mounted, as far as that can be known.
    var casing: Casing? { get }

    /// Tells what has come and was not told, at the end.
    func drain(_ handler: (SampleEvent) -> Void)

    /// Puts back what was changed for reading. Nothing is told any more.
    func stop()
}

/// How a machine was built.
struct Casing {
    /// The way up that it was built for.
    let natural: InterfaceOrientation
    /// How the panel is mounted in it.
    let panel: PanelOrientation
}

/// The options by which commands choose where samples come from.
struct SampleOptions {
    /// The lines of a command's help about these options.
    static let help = """
          --sensor ID      of this sensor (see orientationctl sensors) instead of the one
                           in use
          --direct         read the sensor without the daemon, as the daemon would
          --config FILE    the daemon's configuration, where this program reads it
                           itself, instead of /etc/orientationd/orientationd.conf
          --socket PATH    where the daemon listens, instead of
                           /run/orientationd/org.orientationd
        """

    private(set) var sensor: String?
    private(set) var isDirect = false
    private(set) var configuration: String?
    private(set) var socketPath = OrientationSubscription.defaultSocketPath
    /// How many samples each second are wanted at most.
    var maximumRate: Double?

    /// Takes an option that is one of these.
    ///
    /// - Returns: Whether it is.
    mutating func take(
        _ argument: Arguments.Argument, _ arguments: inout Arguments
    ) throws(Failure) -> Bool {
        switch argument {
        case .option("--sensor"): sensor = try arguments.value(of: "--sensor")
        case .option("--direct"): isDirect = true
        case .option("--config"): configuration = try arguments.value(of: "--config")
        case .option("--socket"): socketPath = try arguments.value(of: "--socket")
        default: return false
        }
        return true
    }

    /// Begins to read.
    ///
    /// - Parameter handler: Called on the loop's thread, never during this call.
    func open(
        _ loop: EventLoop, _ handler: @escaping (SampleEvent) -> Void
    ) throws(Failure) -> any SampleFeed {
        isDirect
            ? try DirectFeed(loop: loop, options: self, handler)
            : try DaemonFeed(loop: loop, options: self, handler)
    }
}
