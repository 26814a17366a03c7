internal import CUdev
public import SystemCalls

/// The kernel's devices with what udev's rules and hardware database say about them.
///
/// Not `Sendable`: libudev's objects stay on the thread that made them.
public final class Udev {
    let pointer: OpaquePointer

    /// Makes a library context.
    /// The corresponding function is `udev_new(3)`.
    public init() throws(SystemCallError) {
        guard let pointer = udev_new() else { throw .last("udev_new") }
        self.pointer = pointer
    }

    deinit { udev_unref(pointer) }

    /// The devices that there are.
    ///
    /// - Parameters:
    ///   - subsystem: For example `iio`.
    ///   - property: A udev property that must be set, to whatever value.
    /// - Returns: In the order of their paths. A device that goes meanwhile is left out.
    /// The corresponding function is `udev_enumerate_scan_devices(3)`.
    public func devices(subsystem: String, having property: String? = nil) throws(SystemCallError)
        -> [UdevDevice]
    {
        guard let enumeration = udev_enumerate_new(pointer) else { throw .last("udev_enumerate_new") }
        defer { udev_enumerate_unref(enumeration) }
        try check(
            "udev_enumerate_add_match_subsystem", udev_enumerate_add_match_subsystem(enumeration, subsystem))
        if let property {
            try check(
                "udev_enumerate_add_match_property",
                udev_enumerate_add_match_property(enumeration, property, "*"))
        }
        try check("udev_enumerate_scan_devices", udev_enumerate_scan_devices(enumeration))

        var devices: [UdevDevice] = []
        var entry = udev_enumerate_get_list_entry(enumeration)
        while let current = entry {
            if let path = udev_list_entry_get_name(current),
                let device = udev_device_new_from_syspath(pointer, path)
            {
                devices.append(UdevDevice(owning: device))
            }
            entry = udev_list_entry_get_next(current)
        }
        return devices
    }

    /// The device at a path below `/sys`, or nothing if there is none.
    /// The corresponding function is `udev_device_new_from_syspath(3)`.
    public func device(at path: String) -> UdevDevice? {
        udev_device_new_from_syspath(pointer, path).map { UdevDevice(owning: $0) }
    }
}

/// Throws what a libudev function returned if it is a negative errno.
func check(_ call: String, _ result: Int32) throws(SystemCallError) {
    if result < 0 { throw SystemCallError(call: call, code: -result) }
}
