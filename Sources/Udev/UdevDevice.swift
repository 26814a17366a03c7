internal import CUdev

/// One device of the kernel.
///
/// Paths and properties are those of the moment at which the object was made; attributes are read
/// when they are first asked for, and remembered.
public final class UdevDevice {
    private let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) { self.pointer = pointer }

    deinit { udev_device_unref(pointer) }

    /// The path in sysfs, links resolved, for example `/sys/devices/platform/accel/iio:device0`.
    public var path: String { text(udev_device_get_syspath(pointer)) ?? "" }
    /// The last component of the path.
    public var name: String { text(udev_device_get_sysname(pointer)) ?? "" }
    /// For example `iio`.
    public var subsystem: String? { text(udev_device_get_subsystem(pointer)) }
    /// The type within the subsystem, for example `iio_device`.
    public var type: String? { text(udev_device_get_devtype(pointer)) }
    /// The name of the driver that is bound to the device itself.
    public var driver: String? { text(udev_device_get_driver(pointer)) }
    /// The device file, for example `/dev/iio:device0`.
    public var node: String? { text(udev_device_get_devnode(pointer)) }

    /// The value of a udev property, such as `ACCEL_MOUNT_MATRIX`.
    /// The corresponding function is `udev_device_get_property_value(3)`.
    public func property(_ name: String) -> String? { text(udev_device_get_property_value(pointer, name)) }

    /// The text of an attribute in sysfs without the line's end. Reads the device.
    /// The corresponding function is `udev_device_get_sysattr_value(3)`.
    public func attribute(_ name: String) -> String? { text(udev_device_get_sysattr_value(pointer, name)) }

    /// The device that this one hangs on.
    /// The corresponding function is `udev_device_get_parent(3)`.
    public var parent: UdevDevice? {
        // The parent belongs to the child, so it takes a reference of its own to outlive it.
        udev_device_get_parent(pointer).map { UdevDevice(owning: udev_device_ref($0)) }
    }

    /// All that this one hangs on, the nearest first.
    public var ancestors: [UdevDevice] { Array(sequence(first: self, next: \.parent).dropFirst()) }

    private func text(_ pointer: UnsafePointer<CChar>?) -> String? { pointer.map { String(cString: $0) } }
}
