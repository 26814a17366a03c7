public import JSON
public import Varlink

/// One accelerometer, usable or not: `Sensor` of the interface.
public struct Sensor: Equatable, Sendable {
    /// Name of the sensor, stable as long as the hardware stays where it is.
    public var id: String
    /// The kernel's name for the sensor.
    public var name: String
    /// The device in sysfs at present. None for recordings and remote sensors.
    public var devicePath: String?
    /// Where the sensor sits.
    public var location: Location
    /// How it is read, or would be read if it were in use.
    public var transport: Transport
    /// Whether it is the one that states are made of.
    public var selected: Bool
    /// Whether it is powered and delivering samples for some client.
    public var active: Bool
    /// m/s² for each raw step: x, y, z.
    public var scale: [Double]
    /// Raw steps added before scaling: x, y, z.
    public var offset: [Double]
    /// What scaled sensor axes are multiplied by to get the device frame, row by row, nine numbers.
    public var mountMatrix: [Double]
    /// Every place that was looked into for a mount matrix, in the order of precedence.
    public var matrixSources: [MatrixSource]
    /// Who stamps its samples.
    public var timestampSource: TimestampSource
    /// Samples each second that it is asked for, while it is active.
    public var samplingFrequency: Double?
    /// How many reads failed since the service started.
    public var errorCount: Int
    /// The last failure, for people.
    public var lastError: String?
    /// How many measurements were all zero, above 2 g or below 0.3 g.
    public var outOfRange: Int
    /// Why it cannot be used, for people. None if it can be.
    public var problem: String?
    /// What a person who sets the machine up should know of it.
    public var notes: [String]

    /// Makes a sensor.
    public init(
        id: String, name: String, devicePath: String? = nil, location: Location = .unknown,
        transport: Transport, selected: Bool = false, active: Bool = false, scale: [Double],
        offset: [Double], mountMatrix: [Double], matrixSources: [MatrixSource],
        timestampSource: TimestampSource, samplingFrequency: Double? = nil, errorCount: Int = 0,
        lastError: String? = nil, outOfRange: Int = 0, problem: String? = nil, notes: [String] = []
    ) {
        self.id = id
        self.name = name
        self.devicePath = devicePath
        self.location = location
        self.transport = transport
        self.selected = selected
        self.active = active
        self.scale = scale
        self.offset = offset
        self.mountMatrix = mountMatrix
        self.matrixSources = matrixSources
        self.timestampSource = timestampSource
        self.samplingFrequency = samplingFrequency
        self.errorCount = errorCount
        self.lastError = lastError
        self.outOfRange = outOfRange
        self.problem = problem
        self.notes = notes
    }

    /// Where in the machine a sensor sits.
    public struct Location: OpenName {
        /// The name on the wire.
        public let rawValue: String
        /// Takes any name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// With the display.
        public static let display = Self(rawValue: "display")
        /// With the keyboard.
        public static let base = Self(rawValue: "base")
        /// In a camera that turns.
        public static let camera = Self(rawValue: "camera")
        /// Nothing says where.
        public static let unknown = Self(rawValue: "unknown")
    }

    /// How samples of a sensor are read.
    public struct Transport: OpenName {
        /// The name on the wire.
        public let rawValue: String
        /// Takes any name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// By hardware interrupt through the IIO buffer.
        public static let bufferHardware = Self(rawValue: "bufferHardware")
        /// By software trigger through the IIO buffer.
        public static let bufferSoftware = Self(rawValue: "bufferSoftware")
        /// By polling sysfs.
        public static let sysfs = Self(rawValue: "sysfs")
        /// Over the network from iiod.
        public static let network = Self(rawValue: "network")
        /// From a recorded file.
        public static let recording = Self(rawValue: "recording")
    }

    /// Who stamps the samples of a sensor.
    public struct TimestampSource: OpenName {
        /// The name on the wire.
        public let rawValue: String
        /// Takes any name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The kernel, when a sample was taken.
        public static let kernel = Self(rawValue: "kernel")
        /// The service, when a sample arrived.
        public static let arrival = Self(rawValue: "arrival")
    }
}

extension Sensor: JSONEncodable, FieldDecodable {
    /// Appends the sensor as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("id", id)
        writer.member("name", name)
        writer.member("devicePath", devicePath)
        writer.member("location", location)
        writer.member("transport", transport)
        writer.member("selected", selected)
        writer.member("active", active)
        writer.member("scale", scale)
        writer.member("offset", offset)
        writer.member("mountMatrix", mountMatrix)
        writer.member("matrixSources", matrixSources)
        writer.member("timestampSource", timestampSource)
        writer.member("samplingFrequency", samplingFrequency)
        writer.member("errorCount", errorCount)
        writer.member("lastError", lastError)
        writer.member("outOfRange", outOfRange)
        writer.member("problem", problem)
        writer.member("notes", notes)
        writer.endObject()
    }

    /// Takes an object.
    public init(_ field: Field) throws(FieldError) {
        var members = try field.members()
        id = try members.required("id")
        name = try members.required("name")
        devicePath = try members.optional("devicePath")
        location = try members.required("location")
        transport = try members.required("transport")
        selected = try members.required("selected")
        active = try members.required("active")
        scale = try members.required("scale")
        offset = try members.required("offset")
        mountMatrix = try members.required("mountMatrix")
        matrixSources = try members.required("matrixSources")
        timestampSource = try members.required("timestampSource")
        samplingFrequency = try members.optional("samplingFrequency")
        errorCount = try members.required("errorCount")
        lastError = try members.optional("lastError")
        outOfRange = try members.required("outOfRange")
        problem = try members.optional("problem")
        notes = try members.required("notes")
        try members.end()
    }
}

/// A place where a mount matrix was looked for, and what was found there.
public struct MatrixSource: Equatable, Sendable {
    /// The place.
    public var source: Place
    /// The text as found, if there was one.
    public var value: String?
    /// Whether this source is the one in force; true for exactly one of a sensor.
    public var inForce: Bool
    /// Why it is not used although it is there, or what is odd about it, for people.
    public var problem: String?

    /// Makes a source.
    public init(source: Place, value: String? = nil, inForce: Bool, problem: String? = nil) {
        self.source = source
        self.value = value
        self.inForce = inForce
        self.problem = problem
    }

    /// A place where mount matrices are found.
    public struct Place: OpenName {
        /// The name on the wire.
        public let rawValue: String
        /// Takes any name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The configuration of the service.
        public static let configuration = Self(rawValue: "configuration")
        /// The udev property `ACCEL_MOUNT_MATRIX`.
        public static let udev = Self(rawValue: "udev")
        /// An attribute of the sensor.
        public static let kernel = Self(rawValue: "kernel")
        /// Nowhere: what suits the kind of sensor.
        public static let none = Self(rawValue: "none")
    }
}

extension MatrixSource: JSONEncodable, FieldDecodable {
    /// Appends the source as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("source", source)
        writer.member("value", value)
        writer.member("inForce", inForce)
        writer.member("problem", problem)
        writer.endObject()
    }

    /// Takes an object.
    public init(_ field: Field) throws(FieldError) {
        var members = try field.members()
        source = try members.required("source")
        value = try members.optional("value")
        inForce = try members.required("inForce")
        problem = try members.optional("problem")
        try members.end()
    }
}
