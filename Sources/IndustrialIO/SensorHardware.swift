internal import SystemCalls

/// One axis of an accelerometer.
struct SensorAxis: Equatable, Sendable {
    /// The attribute that is read when the sensor is polled.
    var raw: SysfsAttribute
    /// Metres per second squared for each raw step.
    var scale = 1.0
    /// Raw steps added before scaling.
    var offset = 0.0
}

/// What the kernel says about an accelerometer and how it can be read; nothing that needs a measurement.
struct SensorHardware: Equatable, Sendable {
    /// The device's directory in sysfs.
    let path: String
    /// `iio:deviceN`.
    let node: String
    /// The kernel's name for the chip.
    let name: String
    /// What the firmware calls it, for example `accel-display`.
    let label: String?
    /// Where the embedded controller of a Chromebook says it is: `lid` or `base`.
    let location: String?
    /// x, y and z.
    let axes: [SensorAxis]
    /// Whether it can be polled.
    let hasRaw: Bool
    /// Whether it has a buffer with all three axes in it.
    let hasBuffer: Bool
    /// Whether the kernel stamps what is in the buffer.
    let hasTimestamp: Bool
    /// The mount matrix as its driver shows it.
    let mountMatrix: String?
    /// Whether the device tree has that matrix, rather than the driver's default.
    let matrixIsDeclared: Bool
    /// How often the sensor measures, where that can be set.
    let frequency: SysfsAttribute?
    /// The rates that can be set, as text.
    let availableFrequencies: String?
    /// By how much a reading must change before the sensor reports it, where it has such a threshold.
    let threshold: SysfsAttribute?
    /// Which trigger the buffer waits for. Some chips have buffers without.
    let trigger: SysfsAttribute?
    /// Why it cannot be read, for people.
    let problem: String?
    /// Whether something of it is there and could not be read just now, so that it is to be described anew.
    let isIncomplete: Bool

    /// Describes a device, or nothing if it is no accelerometer.
    ///
    /// - Parameters:
    ///   - device: The device in a context that is not older than it.
    ///   - path: Its directory in sysfs.
    ///   - node: `iio:deviceN`.
    init?(_ device: IIODevice, path: String, node: String) {
        let channels = ["accel_x", "accel_y", "accel_z"].map(device.channel)
        guard channels.contains(where: { $0 != nil }) else { return nil }
        self.path = path
        self.node = node
        name = device.name ?? node
        label = device.label ?? device.attribute("label")
        location = device.attribute("location")

        let units = SensorUnits(channels, of: device)
        var problems = units.problems
        axes = ["x", "y", "z"].enumerated().map { index, letter in
            let file = channels[index]?.fileName(of: "raw") ?? "in_accel_\(letter)_raw"
            return SensorAxis(
                raw: SysfsAttribute("\(path)/\(file)"), scale: units.scale[index],
                offset: units.offset[index])
        }
        hasRaw = channels.allSatisfy { $0?.fileName(of: "raw") != nil }
        hasTimestamp = device.channel("timestamp")?.element?.format.isValid == true
        hasBuffer =
            channels.allSatisfy { $0?.element?.format.isValid == true }
            && SysfsAttribute("\(path)/buffer/enable").exists
        if problems.isEmpty, !hasRaw, !hasBuffer {
            problems.append("its axes can neither be polled nor buffered")
        }

        func file(_ names: [String]) -> SysfsAttribute? {
            names.map { SysfsAttribute("\(path)/\($0)") }.first(where: \.exists)
        }
        // A sensor whose matrix is not known would turn the wrong way.
        var matrix: String?
        var isIncomplete = units.isIncomplete
        if let attribute = file(["in_accel_mount_matrix", "in_mount_matrix", "mount_matrix"]) {
            do throws(SystemCallError) { matrix = try attribute.read() } catch {
                isIncomplete = true
                problems.append("its mount matrix cannot be read: \(error)")
            }
        }
        mountMatrix = matrix
        self.isIncomplete = isIncomplete
        problem = problems.first
        matrixIsDeclared = SysfsAttribute("\(path)/of_node/mount-matrix").exists
        frequency = file(["in_accel_sampling_frequency", "sampling_frequency"])
        availableFrequencies =
            file(["in_accel_sampling_frequency_available", "sampling_frequency_available"])?.readIfThere()
        threshold = file(["in_accel_hysteresis", "hysteresis"])
        trigger = file(["trigger/current_trigger"])
    }
}
