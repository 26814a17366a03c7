/// What a sensor of one number measures.
public enum ScalarQuantity: CaseIterable, Hashable, Sendable {
    /// The light that falls on the display, in lux.
    case illuminance
    /// How near something is to the display, in steps of the sensor: the more, the nearer.
    case proximity
}

/// A sensor that measures one number, as it was found.
public struct ScalarSensor: Equatable, Sendable {
    /// What it measures.
    public let quantity: ScalarQuantity
    /// The device's directory in sysfs.
    public let path: String
    /// The kernel's name for the chip.
    public let name: String
    /// From which raw number on something counts as near.
    public let nearLevel: Double?
    /// Why it cannot be used, for people.
    public let problem: String?
    /// The file that is read when it is polled, where there is one.
    let file: SysfsAttribute?
    /// How it is read through its buffer, where it is worth that.
    let buffered: BufferedChannels?
    /// Whether it has a threshold of its own, below which it reports nothing.
    let reportsChangesOnly: Bool
    /// How often it measures, where that can be set.
    let frequency: SysfsAttribute?
    /// The rates that can be set, as text.
    let availableFrequencies: String?
    /// What a step is worth: `(raw + offset) · scale`.
    let scale: Double
    let offset: Double

    /// What tells it from the others, also those of the same device.
    var id: String { "\(path) \(quantity)" }

    /// What a raw number means.
    func value(_ raw: Double) -> Double { (raw + offset) * scale }

    /// Whether a raw number can be a measurement.
    func canMeasure(_ raw: Double) -> Bool { quantity.canMean(value(raw), raw: raw) }

    /// Describes what a device measures of a quantity, or nothing if that is none of it.
    ///
    /// - Parameters:
    ///   - device: The device in a context that is not older than it.
    ///   - path: Its directory in sysfs.
    ///   - node: `iio:deviceN`.
    ///   - nearLevel: The udev property `PROXIMITY_NEAR_LEVEL`.
    init?(_ quantity: ScalarQuantity, _ device: IIODevice, path: String, node: String, nearLevel: String?) {
        let measuring = quantity.channels.lazy.compactMap { id in
            device.channel(id).flatMap { MeasuringChannel($0, id: id) }
        }
        guard let found = measuring.first else { return nil }
        self.quantity = quantity
        self.path = path
        name = device.name ?? node
        file = found.file.map { SysfsAttribute("\(path)/\($0)") }
        let buffered = BufferedChannels(
            path: path, node: node, name: name, channels: [found.id], raw: file,
            hasTimestamp: device.channel("timestamp")?.element?.format.isValid == true,
            trigger: SysfsAttribute("\(path)/trigger/current_trigger").ifThere)
        let isUsable = found.isInScans && buffered.enable.exists && !quantity.sharesBuffer(of: device, file)
        self.buffered = isUsable ? buffered : nil
        if file == nil, !isUsable { return nil }
        func shared(_ attribute: String) -> SysfsAttribute? {
            let name = found.channel.fileName(of: attribute) ?? attribute
            return SysfsAttribute("\(path)/\(name)").ifThere
        }
        reportsChangesOnly = shared("hysteresis") != nil
        frequency = shared("sampling_frequency")
        availableFrequencies = shared("sampling_frequency_available")?.readIfThere()

        var problems: [String] = []
        if quantity == .illuminance, !found.isProcessed {
            let scale = found.channel.attribute("scale")
            let offset = found.channel.attribute("offset")
            self.scale = scale.map { Double($0) ?? 0 } ?? 1
            self.offset = offset.map { Double($0) ?? .nan } ?? 0
            if !(self.scale.isFinite && self.scale != 0) {
                problems.append("its scale \(quoted(scale ?? "")) is not a number other than 0")
            }
            if !self.offset.isFinite { problems.append("its offset \(quoted(offset ?? "")) is not a number") }
        } else {
            (self.scale, self.offset) = (1, 0)
        }
        // The hardware database speaks of raw numbers, and so does the kernel's own attribute
        // (Documentation/ABI/testing/sysfs-bus-iio-proximity).
        let level = nearLevel ?? found.channel.attribute("nearlevel")
        self.nearLevel = level.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
        if quantity == .proximity, self.nearLevel == nil {
            let reason = level.map { "its near level \(quoted($0)) is not a number" }
            problems.append(reason ?? "nobody says what is near: it has no PROXIMITY_NEAR_LEVEL in udev")
        }
        problem = problems.first
    }
}

extension ScalarQuantity {
    /// Drivers hand on numbers of at most 32 bits (`IIO_VAL_INT` and the like in the kernel's
    /// include/linux/iio/types.h).
    private static let limit = 4_294_967_296.0

    /// Whether a number can be a measurement of this: there is no light below none, and no driver says what
    /// is larger than it can.
    ///
    /// - Parameters:
    ///   - value: `(raw + offset) · scale`.
    ///   - raw: As it was read.
    func canMean(_ value: Double, raw: Double) -> Bool {
        // What is not a number is in no range.
        let lowest = self == .illuminance ? 0 : -Self.limit
        return (-Self.limit...Self.limit).contains(raw) && (lowest...Self.limit).contains(value)
    }

    /// The ids of the channels that measure it, the best first.
    fileprivate var channels: [String] {
        switch self {
        case .illuminance: ["illuminance", "illuminance0", "intensity_both", "intensity", "intensity0"]
        case .proximity: ["proximity", "proximity0"]
        }
    }

    /// Whether a buffer that is open for this would keep others from theirs: a device has one buffer, and many
    /// drivers refuse to be polled beside it.
    ///
    /// - Parameter file: What can be read without the buffer. Where there is nothing, only an accelerometer
    ///   goes first.
    fileprivate func sharesBuffer(of device: IIODevice, _ file: SysfsAttribute?) -> Bool {
        let others = Self.allCases.filter { $0 != self && file != nil }.flatMap(\.channels)
        return (others + ["accel_x"]).contains { device.channel($0) != nil }
    }
}

/// A channel and how it can be read.
private struct MeasuringChannel {
    let channel: IIOChannel
    let id: String
    /// What is read when it is polled.
    let file: String?
    /// Whether the driver has processed what the file says.
    let isProcessed: Bool
    /// Whether it can be part of a scan whose numbers mean what those of the file do.
    let isInScans: Bool

    /// Nothing if it can be read in no way.
    init?(_ channel: IIOChannel, id: String) {
        let input = channel.fileName(of: "input")
        self.channel = channel
        self.id = id
        isProcessed = input != nil
        file = input ?? channel.fileName(of: "raw")
        isInScans = !isProcessed && channel.element?.format.isValid == true
        if file == nil, !isInScans { return nil }
    }
}

/// Whether something is near, with hysteresis.
///
/// It is near from the level on, as udev's `60-sensor.hwdb` defines the level, and no longer near below
/// nine tenths of it, so that a hand that is held at the level does not switch to and fro.
public struct ProximityThreshold: Equatable, Sendable {
    private let level: Double
    /// Whether something is near.
    public private(set) var isNear = false

    /// Begins with nothing near.
    public init(level: Double) { self.level = level }

    /// Takes a raw number, and says whether something is near.
    public mutating func take(_ value: Double) -> Bool {
        isNear = value >= (isNear ? level * 0.9 : level)
        return isNear
    }
}
