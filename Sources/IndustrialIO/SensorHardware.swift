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
    /// Reads attributes, each of which may block for as long as the driver likes: some ask the chip, and a
    /// sensor hub that hangs is given up after seconds only. libiio is not asked: it reads the scales of all
    /// devices of the machine before it tells of one.
    ///
    /// - Parameters:
    ///   - path: Its directory in sysfs.
    ///   - node: `iio:deviceN`.
    init?(path: String, node: String) {
        guard Self.isAccelerometer(path) else { return nil }
        let files = DeviceFiles(path)
        let letters = ["x", "y", "z"]
        let raw = letters.map { files.attribute("in_accel_\($0)_raw") }
        let formats = letters.map { ScanFormat("in_accel_\($0)", in: files) }
        self.path = path
        self.node = node
        name = files.textIfThere(of: files.attribute("name")) ?? node
        label = files.textIfThere(of: files.attribute("label"))
        location = files.textIfThere(of: files.attribute("location"))

        let units = SensorUnits(axes: letters.map { Self.hasAxis($0, path) }, in: files)
        var problems = units.problems
        axes = letters.indices.map { index in
            SensorAxis(
                raw: raw[index] ?? SysfsAttribute("\(path)/in_accel_\(letters[index])_raw"),
                scale: units.scale[index], offset: units.offset[index])
        }
        hasRaw = raw.allSatisfy { $0 != nil }
        hasTimestamp = ScanFormat("in_timestamp", in: files)?.isValid == true
        hasBuffer =
            formats.allSatisfy { $0?.isValid == true } && files.attribute("buffer/enable") != nil
        if problems.isEmpty, !hasRaw, !hasBuffer {
            problems.append("its axes can neither be polled nor buffered")
        }

        // A sensor whose matrix is not known would turn the wrong way.
        var matrix: String?
        var isIncomplete = units.isIncomplete
        do throws(SystemCallError) {
            matrix = try files.text(
                of: files.attribute("in_accel_mount_matrix", "in_mount_matrix", "mount_matrix"))
        } catch {
            isIncomplete = true
            problems.append("its mount matrix cannot be read: \(error)")
        }
        mountMatrix = matrix
        self.isIncomplete = isIncomplete
        problem = problems.first
        matrixIsDeclared = files.attribute("of_node/mount-matrix") != nil
        frequency = files.attribute("in_accel_sampling_frequency", "sampling_frequency")
        availableFrequencies = files.textIfThere(
            of: files.attribute("in_accel_sampling_frequency_available", "sampling_frequency_available"))
        threshold = files.attribute("in_accel_hysteresis", "hysteresis")
        trigger = files.attribute("trigger/current_trigger")
    }

    /// Whether a device has an axis of an accelerometer. Asks the kernel, not the sensor.
    static func isAccelerometer(_ path: String) -> Bool { ["x", "y", "z"].contains { hasAxis($0, path) } }

    private static func hasAxis(_ letter: String, _ path: String) -> Bool {
        ["in_accel_\(letter)_raw", "scan_elements/in_accel_\(letter)_type"].contains {
            SysfsAttribute("\(path)/\($0)").exists
        }
    }
}
