internal import SystemCalls

/// What another machine says about one of its accelerometers; nothing that needs a measurement.
struct RemoteSensor: Equatable, Sendable {
    /// `iio:deviceN` there.
    let device: String
    /// The kernel's name for the chip.
    let name: String
    /// What the firmware calls it, for example `accel-display`.
    let label: String?
    /// Where the embedded controller of a Chromebook says it is: `lid` or `base`.
    let location: String?
    /// How its raw steps count.
    let units: SensorUnits
    /// Whether it can be polled.
    let hasRaw: Bool
    /// Whether it has a buffer that gives samples all the time. One with a threshold of its own is quiet while
    /// it lies still, which cannot be told from one that has died.
    let streams: Bool
    /// The mount matrix as its driver shows it.
    let mountMatrix: String?
    /// Why it cannot be read, for people.
    let problem: String?

    /// The channels of the axes.
    static let axes = ["accel_x", "accel_y", "accel_z"]

    /// Describes a device, or nothing if it is no accelerometer, or was one and is not there any more: iiod shows
    /// what was there when it started.
    ///
    /// - Throws: ``SystemCallError`` if the connection broke.
    init?(_ device: IIODevice) throws(SystemCallError) {
        let channels = Self.axes.map(device.channel)
        guard let first = channels.lazy.compactMap({ $0 }).first,
            try Self.isThere(device, first)
        else { return nil }
        self.device = device.id
        name = Self.name(of: device)
        label = device.label ?? device.attribute("label")
        location = device.attribute("location")
        units = SensorUnits(channels, of: device)
        hasRaw = channels.allSatisfy { $0?.fileName(of: "raw") != nil }
        let hasThreshold = first.fileName(of: "hysteresis") != nil || device.hasAttribute("hysteresis")
        let hasBuffer = channels.allSatisfy { $0?.element?.format.isValid == true }
        streams = hasBuffer && !(hasThreshold && hasRaw)
        // libiio takes in_mount_matrix for an attribute of a channel "mount".
        mountMatrix =
            first.attribute("mount_matrix") ?? device.channel("mount")?.attribute("matrix")
            ?? device.attribute("mount_matrix")
        problem =
            units.problems.first
            ?? (hasRaw || hasBuffer ? nil : "its axes can neither be polled nor buffered")
        // What was read from a connection that broke meanwhile is worth nothing.
        guard try Self.isThere(device, first) else { return nil }
    }

    /// The kernel's name for a device, made fit for one line of a log: the other machine may say anything.
    static func name(of device: IIODevice) -> String {
        let name = device.name ?? device.id
        return String(
            String.UnicodeScalarView(name.unicodeScalars.prefix(64).map { $0.value < 32 ? "?" : $0 }))
    }

    private static func isThere(_ device: IIODevice, _ channel: IIOChannel) throws(SystemCallError) -> Bool {
        do throws(SystemCallError) {
            for attribute in ["scale", "raw"] where channel.fileName(of: attribute) != nil {
                _ = try channel.text(of: attribute)
                return true
            }
            return true
        } catch {
            if ["ENOENT", "ENODEV", "ENXIO"].contains(error.name) { return false }
            if case .gone = SensorFailure(remote: error) { throw error }
            // It is there, and refuses.
            return true
        }
    }

    /// What the kind of sensor implies. The modalias is not to be had over the network; the names are those that
    /// the drivers hid-sensor-accel-3d and cros_ec_accel give.
    var signs: SensorSigns {
        let modalias: String? =
            switch name {
            case "accel_3d": "HID-SENSOR-200073"
            case _ where name.hasPrefix("cros-ec-accel"): name
            default: nil
            }
        return SensorSigns(name: name, modalias: modalias)
    }
}
