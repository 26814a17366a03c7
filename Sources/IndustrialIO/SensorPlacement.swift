internal import Udev

/// Where in the machine a sensor hangs, and what that says about using it.
struct SensorPlacement: Equatable, Sendable {
    /// The device's directory in sysfs, ending in `iio:deviceN`.
    var path: String
    /// The drivers bound to the device and to what it hangs on, the nearest first.
    var drivers: [String] = []
    /// The modalias of the nearest device that has one.
    var modalias: String?
    /// The property `ACCEL_LOCATION`.
    var location: String?
    /// The property `ACCEL_MOUNT_MATRIX`.
    var mountMatrix: String?
    /// Whether it hangs on Bluetooth.
    var isBluetooth = false
    /// Whether it hangs on something that the kernel says can be pulled out.
    var isRemovable = false
    /// Whether it belongs to a game controller.
    var isJoystick = false
    /// Whether a program made it up through uinput.
    var isSynthetic = false

    /// The name that stays while the hardware stays where it is: the path without `iio:deviceN`.
    var id: String {
        let parent = path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        return parent == "/sys/devices" || parent.isEmpty ? path : parent
    }

    /// `iio:deviceN`.
    var node: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Whether a person means this sensor: by its id, or by its path in `/sys/devices` with or without
    /// `/sys` at the front and `iio:deviceN` at the end.
    func isMeant(by pin: String) -> Bool {
        let wanted = pin.hasSuffix("/") ? String(pin.dropLast()) : pin
        return [path, id, String(path.dropFirst("/sys".count)), String(id.dropFirst("/sys".count))].contains(
            wanted)
    }
}

extension SensorPlacement {
    /// Looks a device up.
    ///
    /// - Parameters:
    ///   - device: The IIO device.
    ///   - joysticks: The paths of the input devices that udev takes for game controllers.
    init(_ device: UdevDevice, joysticks: [String]) {
        let ancestors = device.ancestors
        self.init(path: device.path)
        drivers = ([device] + ancestors).compactMap(\.driver)
        modalias = ancestors.lazy.compactMap { $0.attribute("modalias") }.first
        location = device.property("ACCEL_LOCATION")
        mountMatrix = device.property("ACCEL_MOUNT_MATRIX")
        let hid = ancestors.first { $0.subsystem == "hid" }
        // HID devices are named BUS:VENDOR:PRODUCT.NUMBER; bus 0005 is Bluetooth (linux/input.h).
        isBluetooth =
            hid?.name.hasPrefix("0005:") == true || ancestors.contains { $0.subsystem == "bluetooth" }
        isRemovable = ancestors.contains { $0.attribute("removable") == "removable" }
        isJoystick =
            hid.map { hid in
                hid.property("ID_INPUT_JOYSTICK") == "1"
                    || joysticks.contains { $0.hasPrefix(hid.path + "/") }
            } ?? false
        isSynthetic = ancestors.contains { $0.name == "uinput" || $0.path.contains("/uinput/") }
    }
}
