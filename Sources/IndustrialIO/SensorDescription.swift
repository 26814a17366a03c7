/// Where in the machine a sensor sits.
public enum SensorLocation: String, Sendable, CaseIterable {
    /// In the lid or tablet, with the display. Preferred.
    case display
    /// In the base, with the keyboard. Used only when it is pinned.
    case base
    /// In a camera that turns. Used only when it is pinned.
    case camera
    /// Nothing says where. Used if nothing better is there.
    case unknown
}

/// How samples of a sensor are read.
public enum SensorTransport: String, Sendable, CaseIterable {
    /// Through the IIO buffer, at the pace of the sensor's own interrupt or FIFO.
    case bufferHardware
    /// Through the IIO buffer, at the pace of a trigger that a kernel timer drives.
    case bufferSoftware
    /// One attribute in sysfs after the other.
    case sysfs
    /// Over the network, from an iiod.
    case network
    /// From a recorded file.
    case recording
}

/// Who stamps the samples of a sensor.
public enum TimestampSource: String, Sendable, CaseIterable {
    /// The kernel, when the sample was taken.
    case kernel
    /// This program, when the sample arrived.
    case arrival
}

/// A place where a mount matrix was looked for.
public enum MatrixOrigin: String, Sendable, CaseIterable {
    /// This program's own configuration.
    case configuration
    /// The udev property `ACCEL_MOUNT_MATRIX`, from the hardware database.
    case udev
    /// An attribute of the sensor, from device tree or firmware.
    case kernel
    /// Nowhere: what suits the kind of sensor.
    case none
}

/// A place where a mount matrix was looked for, and what was found there.
public struct MatrixSourceReport: Equatable, Sendable {
    /// The place.
    public var origin: MatrixOrigin
    /// The text as found, if there was one.
    public var value: String?
    /// Whether this one is in force; true for exactly one of a sensor.
    public var inForce: Bool
    /// Why it is not used although it is there, or what is odd about it, for people.
    public var problem: String?

    /// Describes one place.
    public init(origin: MatrixOrigin, value: String? = nil, inForce: Bool = false, problem: String? = nil) {
        self.origin = origin
        self.value = value
        self.inForce = inForce
        self.problem = problem
    }
}

/// One accelerometer, usable or not, as it is at present.
public struct SensorDescription: Equatable, Sendable {
    /// Its path in `/sys/devices` without the changing `iio:deviceN` at the end; `ip:HOST/NAME` for one of
    /// another machine, `recording:FILE` for a recorded trace. Stable as long as the hardware stays where it is.
    public var id: String
    /// The kernel's name for the sensor.
    public var name: String
    /// The device in sysfs at present. None for recordings and sensors of other machines.
    public var devicePath: String?
    /// Where the sensor sits.
    public var location = SensorLocation.unknown
    /// How it is read, or would be read if it were in use.
    public var transport: SensorTransport
    /// Whether the catalogue chose it.
    public var isSelected = false
    /// Whether a source of it is started.
    public var isActive = false
    /// Metres per second squared for each raw step: x, y, z.
    public var scale: [Double] = [1, 1, 1]
    /// Raw steps added before scaling: x, y, z.
    public var offset: [Double] = [0, 0, 0]
    /// What scaled sensor axes are multiplied by to get the device frame, row by row, nine numbers.
    public var deviceFrame: [Double] = [1, 0, 0, 0, 1, 0, 0, 0, 1]
    /// Whether nobody says how x and y of the matrix in force count: a device tree's matrix that may follow
    /// the kernel's text literally or be in the hardware database's frame, as both are found.
    public var conventionIsAssumed = false
    /// Every place that was looked into for a mount matrix, in the order of precedence.
    public var matrixSources: [MatrixSourceReport] = []
    /// Who stamps its samples.
    public var timestampSource = TimestampSource.arrival
    /// Samples each second that it is asked for, while it is active.
    public var samplingFrequency: Double?
    /// How many reads failed since the catalogue was made.
    public var errorCount = 0
    /// The last failure, for people.
    public var lastError: String?
    /// How many measurements were all zero, above 2 g or below 0.3 g.
    public var outOfRange = 0
    /// Why it cannot be used, or is never chosen by itself, for people. None if it can be used.
    public var problem: String?
    /// Whether it can be read. Where it cannot, ``problem`` says why, and choosing it by hand does not help; else
    /// that is why it is never chosen by itself.
    public var isReadable = true
    /// What a person who sets the machine up should know, one line each.
    public var notes: [String] = []

    /// Describes a sensor by what is always known.
    public init(id: String, name: String, devicePath: String?, transport: SensorTransport) {
        self.id = id
        self.name = name
        self.devicePath = devicePath
        self.transport = transport
    }
}
