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
    /// The file that is read.
    let file: SysfsAttribute
    /// What a step is worth: `(raw + offset) · scale`.
    let scale: Double
    let offset: Double

    /// Describes what a device measures of a quantity, or nothing if that is none of it.
    ///
    /// - Parameters:
    ///   - device: The device in a context that is not older than it.
    ///   - path: Its directory in sysfs.
    ///   - node: `iio:deviceN`.
    ///   - nearLevel: The udev property `PROXIMITY_NEAR_LEVEL`.
    init?(_ quantity: ScalarQuantity, _ device: IIODevice, path: String, node: String, nearLevel: String?) {
        let found = quantity.channels.lazy.compactMap(device.channel).compactMap { channel in
            // "input" is processed by the driver already.
            ["input", "raw"].lazy.compactMap { kind in
                channel.fileName(of: kind).map { (channel: channel, kind: kind, file: $0) }
            }.first
        }.first
        guard let found else { return nil }
        self.quantity = quantity
        self.path = path
        name = device.name ?? node
        file = SysfsAttribute("\(path)/\(found.file)")
        var problems: [String] = []
        switch (quantity, found.kind) {
        case (.illuminance, "raw"):
            let scale = found.channel.attribute("scale")
            let offset = found.channel.attribute("offset")
            self.scale = scale.map { Double($0) ?? 0 } ?? 1
            self.offset = offset.map { Double($0) ?? .nan } ?? 0
            if !(self.scale.isFinite && self.scale != 0) {
                problems.append("its scale \"\(scale ?? "")\" is not a number other than 0")
            }
            if !self.offset.isFinite { problems.append("its offset \"\(offset ?? "")\" is not a number") }
        default: (self.scale, self.offset) = (1, 0)
        }
        // The hardware database speaks of raw numbers, and so does the kernel's own attribute
        // (Documentation/ABI/testing/sysfs-bus-iio-proximity).
        let level = nearLevel ?? found.channel.attribute("nearlevel")
        self.nearLevel = level.flatMap { Double($0) }.flatMap { $0.isFinite ? $0 : nil }
        if quantity == .proximity, self.nearLevel == nil {
            let reason = level.map { "its near level \"\($0)\" is not a number" }
            problems.append(reason ?? "nobody says what is near: it has no PROXIMITY_NEAR_LEVEL in udev")
        }
        problem = problems.first
    }
}

extension ScalarQuantity {
    /// The ids of the channels that measure it, the best first.
    fileprivate var channels: [String] {
        switch self {
        case .illuminance: ["illuminance", "illuminance0", "intensity_both", "intensity", "intensity0"]
        case .proximity: ["proximity", "proximity0"]
        }
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
