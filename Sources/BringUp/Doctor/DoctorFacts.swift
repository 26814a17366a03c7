public import IndustrialIO
public import OrientationCore

/// What was found on a machine, for ``Doctor`` to judge. Gathered elsewhere; nothing here looks anything up.
public struct DoctorFacts: Equatable, Sendable {
    /// The configuration files.
    public var configuration = DoctorConfiguration.files([])
    /// The sensor that the configuration pins, if it pins one.
    public var pinnedSensor: String?
    /// What the configuration says of how x and y of matrices count, if it says anything.
    public var convention: MatrixConvention?
    /// Whether the configuration has z negated.
    public var invertsZ = false
    /// The address of the machine whose sensors the daemon uses, if that is another one. ``sensors`` are its.
    public var remoteAddress: String?
    /// The recording that is played in place of a sensor, such as `recording:tablet.csv`, if there is one.
    public var recording: String?
    /// Why no devices could be listed.
    public var listingProblem: String?
    /// All IIO accelerometers.
    public var sensors: [DoctorSensor] = []
    /// The names of IIO devices that measure something else.
    public var otherDevices: [String] = []
    /// The names of input devices that are accelerometers for other purposes.
    public var inputAccelerometers: [String] = []
    /// Devices that a driver for accelerometers would fit and that have none.
    public var driverless: [DriverlessDevice] = []
    /// The programs that run.
    public var programs = DoctorPrograms()
    /// Whether root asks, from whom nothing is kept.
    public var isRoot = false
    /// What the used sensor delivered, if it was tried.
    public var measurement: DoctorMeasurement?
    /// How casing and panel lie to each other.
    public var casing = DoctorCasing()
    /// Units, socket and daemon.
    public var service = DoctorService()

    /// Nothing found.
    public init() {}

    /// The accelerometer that is, or would be, used.
    public var used: DoctorSensor? { sensors.first { $0.description.isSelected } }
}

/// What the configuration files are like.
public enum DoctorConfiguration: Equatable, Sendable {
    /// These were read, and are right.
    case files([String])
    /// Why they cannot be used, with file and line.
    case wrong(String)
}

/// A device without a driver.
public struct DriverlessDevice: Equatable, Sendable {
    /// Its path in sysfs.
    public var path: String
    /// What drivers are chosen by, for example `acpi:KIOX000A:KIOX000A:`.
    public var modalias: String
    /// The kernel module that would fit.
    public var module: String

    /// Describes a device.
    public init(path: String, modalias: String, module: String) {
        self.path = path
        self.modalias = modalias
        self.module = module
    }
}

/// One accelerometer.
public struct DoctorSensor: Equatable, Sendable {
    /// What the catalogue says about it.
    public var description: SensorDescription
    /// The driver that is bound to the device it hangs on.
    public var driver: String?
    /// Whether the device tree declares the kernel's matrix.
    public var matrixIsDeclared = false
    /// Its buffer, if it has one.
    public var buffer: DoctorBuffer?
    /// Whether its axes can be read one by one.
    public var hasRaw = true
    /// The files that reading it needs, and who may use them.
    public var files: [DoctorFile] = []

    /// Describes an accelerometer.
    public init(_ description: SensorDescription) { self.description = description }
}

/// The buffer of a sensor.
public struct DoctorBuffer: Equatable, Sendable {
    /// Whether it waits for a trigger. Some chips fill it by themselves.
    public var needsTrigger = true
    /// The triggers that belong to the sensor.
    public var ownTriggers: [String] = []
    /// The trigger that is set.
    public var currentTrigger: String?
    /// Whether it is enabled now.
    public var isEnabled = false

    /// A buffer that needs a trigger and has none.
    public init() {}
}

/// A program that runs.
public struct RunningProgram: Equatable, Sendable {
    /// The process.
    public var process: Int32
    /// Its name, as the kernel keeps it.
    public var name: String

    /// Describes a program.
    public init(process: Int32, name: String) {
        self.process = process
        self.name = name
    }
}

/// The programs that have to do with sensors.
public struct DoctorPrograms: Equatable, Sendable {
    /// Those that have the used sensor's device file open.
    public var holders: [RunningProgram] = []
    /// How many processes could not be looked into.
    public var hidden = 0
    /// iio-sensor-proxy, if it runs.
    public var rival: RunningProgram?

    /// None.
    public init() {}
}

/// How casing and panel lie to each other.
public struct DoctorCasing: Equatable, Sendable {
    /// What is in force, with the reason.
    public var orientation = CasingOrientation(options: SensorOptions(), panelMode: nil)
    /// Whether the configuration says how the panel is mounted.
    public var panelIsConfigured = false
    /// What the kernel knows about the built-in panel.
    public var panel = PanelMounting.none

    /// A casing held as portrait, without a panel.
    public init() {}
}
