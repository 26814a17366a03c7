/// What has to be known of a device to read some of its channels through its buffer.
struct BufferedChannels: Equatable, Sendable {
    /// The device's directory in sysfs.
    let path: String
    /// `iio:deviceN`.
    let node: String
    /// The kernel's name for the chip.
    let name: String
    /// What libiio calls the channels, in the order in which their values are wanted.
    let channels: [String]
    /// The file of one of them that is read without the buffer, where there is one.
    let raw: SysfsAttribute?
    /// Whether the kernel stamps what is in the buffer.
    let hasTimestamp: Bool
    /// Which trigger the buffer waits for. Some chips have buffers without.
    let trigger: SysfsAttribute?

    /// Whether the buffer is enabled, by whomever. May block.
    var isEnabled: Bool { enable.readIfThere() == "1" }
    /// Whether the buffer is certainly not enabled. May block.
    var isDisabled: Bool { enable.readIfThere() == "0" }
    /// The switch of the buffer.
    var enable: SysfsAttribute { SysfsAttribute("\(path)/buffer/enable") }
}

extension SensorHardware {
    /// The three axes, as far as their buffer is concerned.
    var buffered: BufferedChannels {
        BufferedChannels(
            path: path, node: node, name: name, channels: ["accel_x", "accel_y", "accel_z"],
            raw: axes.first?.raw, hasTimestamp: hasTimestamp, trigger: trigger)
    }
}
