internal import CUdev
public import SystemCalls

/// What happened to a device.
public enum UdevEvent {
    /// It came, or something of it is different: handle both alike, since either may be missed.
    case present(UdevDevice)
    /// It is gone. Of the device only paths, names and properties are left.
    case removed(UdevDevice)
    /// More happened than could be kept: list the devices again.
    case overflow
}

/// Tells what happens to the devices of some subsystems, after udev's rules have been applied.
///
/// Make the monitor first and list the devices afterwards: then nothing falls in between.
public final class UdevMonitor {
    private let pointer: OpaquePointer
    private let udev: Udev

    /// Begins to listen.
    ///
    /// Listens to udevd rather than to the kernel: at the time of the kernel's own events neither the
    /// properties from the hardware database nor the permissions of device files are there.
    /// The corresponding function is `udev_monitor_new_from_netlink(3)`.
    public init(_ udev: Udev, subsystems: [String]) throws(SystemCallError) {
        guard let pointer = udev_monitor_new_from_netlink(udev.pointer, "udev") else {
            throw .last("udev_monitor_new_from_netlink")
        }
        self.pointer = pointer
        self.udev = udev
        for subsystem in subsystems {
            try check(
                "udev_monitor_filter_add_match_subsystem_devtype",
                udev_monitor_filter_add_match_subsystem_devtype(pointer, subsystem, nil))
        }
        try check("udev_monitor_enable_receiving", udev_monitor_enable_receiving(pointer))
    }

    deinit { udev_monitor_unref(pointer) }

    /// Readable when ``receive()`` has something to tell. Closed with the monitor.
    public var descriptor: Int32 { udev_monitor_get_fd(pointer) }

    /// The next event, or nothing if none is waiting. Does not block.
    /// The corresponding function is `udev_monitor_receive_device(3)`.
    public func receive() -> UdevEvent? {
        guard let device = udev_monitor_receive_device(pointer) else {
            return SystemCallError.last("udev_monitor_receive_device").name == "ENOBUFS" ? .overflow : nil
        }
        let action = udev_device_get_action(device).map { String(cString: $0) }
        let wrapped = UdevDevice(owning: device)
        return action == "remove" ? .removed(wrapped) : .present(wrapped)
    }
}
