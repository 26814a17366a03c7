internal import CIIO
internal import CLinux
internal import SystemCalls

/// The IIO devices of this machine as libiio found them at one moment. A device that comes later is
/// not in it.
///
/// Not `Sendable` by itself: the objects that come from a context are used by one thread at a time.
final class IIOContext {
    let pointer: OpaquePointer

    /// Looks at the devices. Reads names and scales of all of them.
    /// The corresponding function is `iio_create_local_context`.
    convenience init() throws(SystemCallError) {
        try self.init("iio_create_local_context") { iio_create_local_context() }
    }

    /// - Parameters:
    ///   - call: What makes a context, for the error.
    ///   - subject: Of which machine.
    init(
        _ call: String, _ subject: String = "", _ make: () -> OpaquePointer?
    ) throws(SystemCallError) {
        _ = libiioIsQuiet
        guard let pointer = make() else { throw .last(call, subject) }
        self.pointer = pointer
    }

    deinit { iio_context_destroy(pointer) }

    /// The device of that name in sysfs, for example `iio:device0`.
    /// The corresponding function is `iio_context_find_device`.
    func device(_ id: String) -> IIODevice? {
        iio_context_find_device(pointer, id).map { IIODevice(pointer: $0, context: self) }
    }
}

/// A device. Keeps its context alive.
struct IIODevice {
    let pointer: OpaquePointer
    let context: IIOContext

    /// The kernel's name for the chip.
    var name: String? { iio_device_get_name(pointer).map { String(cString: $0) } }
    /// What the firmware calls it, for example `accel-display`.
    var label: String? { iio_device_get_label(pointer).map { String(cString: $0) } }

    /// An input channel by its id, for example `accel_x`.
    func channel(_ id: String) -> IIOChannel? {
        iio_device_find_channel(pointer, id, false).map { IIOChannel(pointer: $0, context: context) }
    }

    /// The text of an attribute of the device, or nothing if there is none of that name.
    func attributeIfThere(_ name: String) throws(SystemCallError) -> String? {
        iio_device_find_attr(pointer, name) == nil ? nil : try text(of: name)
    }

    /// The text of an attribute of the device, or nothing.
    func attribute(_ name: String) -> String? {
        guard iio_device_find_attr(pointer, name) != nil else { return nil }
        return try? text(of: name)
    }

    /// The text of an attribute of the device.
    /// The corresponding function is `iio_device_attr_read`.
    func text(of attribute: String) throws(SystemCallError) -> String {
        try IndustrialIO.text("iio_device_attr_read", attribute) {
            iio_device_attr_read(pointer, attribute, $0, $1)
        }
    }

    /// Whether it has an attribute of that name.
    func hasAttribute(_ name: String) -> Bool { iio_device_find_attr(pointer, name) != nil }

    /// Enables the buffer for the channels that are enabled, one scan at a time.
    ///
    /// - Parameter kernelScans: How many scans the kernel keeps for a reader that is late.
    /// - Throws: EBUSY if another program holds it, EINVAL without a trigger, and what the driver says.
    /// The corresponding function is `iio_device_create_buffer`.
    func makeBuffer(kernelScans: UInt32) throws(SystemCallError) -> IIOBuffer {
        _ = iio_device_set_kernel_buffers_count(pointer, kernelScans)
        guard let buffer = iio_device_create_buffer(pointer, 1, false) else {
            throw .last("iio_device_create_buffer", name ?? "")
        }
        return try IIOBuffer(buffer, context)
    }
}

/// A channel of a device. Keeps its context alive.
struct IIOChannel {
    let pointer: OpaquePointer
    let context: IIOContext

    /// Whether it can be part of a scan.
    var isScanElement: Bool { iio_channel_is_scan_element(pointer) }

    /// Its place and form in a scan.
    var element: ScanLayout.Element? {
        guard isScanElement, let format = iio_channel_get_data_format(pointer)?.pointee else { return nil }
        return ScanLayout.Element(
            index: iio_channel_get_index(pointer),
            format: ScanFormat(
                isBigEndian: format.is_be, isSigned: format.is_signed, bits: Int(format.bits),
                storageBits: Int(format.length), shift: Int(format.shift),
                repetitions: max(1, Int(format.repeat))))
    }

    /// Makes it part of the scans of a buffer that is made later.
    func enable() { iio_channel_enable(pointer) }

    /// The name of the file in sysfs that holds an attribute; several channels may share one.
    func fileName(of attribute: String) -> String? {
        guard iio_channel_find_attr(pointer, attribute) != nil else { return nil }
        return iio_channel_attr_get_filename(pointer, attribute).map { String(cString: $0) }
    }

    /// The text of an attribute.
    /// The corresponding function is `iio_channel_attr_read`.
    func text(of attribute: String) throws(SystemCallError) -> String {
        try IndustrialIO.text("iio_channel_attr_read", attribute) {
            iio_channel_attr_read(pointer, attribute, $0, $1)
        }
    }

    /// The text of an attribute, or nothing if there is none of that name.
    func attributeIfThere(_ name: String) throws(SystemCallError) -> String? {
        iio_channel_find_attr(pointer, name) == nil ? nil : try text(of: name)
    }

    /// The text of an attribute, or nothing.
    func attribute(_ name: String) -> String? {
        guard iio_channel_find_attr(pointer, name) != nil else { return nil }
        return try? text(of: name)
    }
}

/// A buffer that is enabled, until it is closed.
///
/// Handed from the thread that opens devices, which may block, to the loop that reads it, and back to
/// be closed: never used by two threads at a time, which is why it may be sent.
final class IIOBuffer: @unchecked Sendable {
    private var pointer: OpaquePointer?
    private let context: IIOContext
    /// Readable when ``read(_:)`` has something.
    let descriptor: Int32
    /// The length of one scan in bytes, as libiio reckons it.
    let scanSize: Int

    fileprivate init(_ pointer: OpaquePointer, _ context: IIOContext) throws(SystemCallError) {
        self.pointer = pointer
        self.context = context
        scanSize = iio_buffer_step(pointer)
        descriptor = iio_buffer_get_poll_fd(pointer)
        iio_buffer_set_blocking_mode(pointer, false)
        if descriptor < 0 { throw SystemCallError(call: "iio_buffer_get_poll_fd", code: -descriptor) }
    }

    deinit { close() }

    /// Disables the buffer, which may block for as long as the driver does. Nothing can be read any more.
    /// The corresponding function is `iio_buffer_destroy`.
    func close() {
        if let pointer { iio_buffer_destroy(pointer) }
        pointer = nil
    }

    /// Takes the scans that are there, without waiting.
    ///
    /// - Parameter body: Called with each of them, the oldest first; answers whether another may be there. If
    ///   there is one after all, the descriptor stays readable.
    /// - Throws: ENODEV when the device is gone.
    /// The corresponding function is `iio_buffer_refill`.
    func read(_ body: (UnsafeRawBufferPointer) -> Bool) throws(SystemCallError) {
        // Bounded, so that a sensor that is faster than its reader cannot hold the loop.
        for _ in 0..<256 {
            guard let pointer else { return }
            let count = iio_buffer_refill(pointer)
            if count == -Int(EAGAIN) { return }
            if count < 0 { throw SystemCallError(call: "iio_buffer_refill", code: Int32(-count)) }
            guard let start = iio_buffer_start(pointer), scanSize > 0 else { return }
            var mayFollow = true
            for offset in stride(from: 0, through: count - scanSize, by: scanSize) {
                mayFollow = body(UnsafeRawBufferPointer(start: start + offset, count: scanSize))
            }
            if !mayFollow { return }
        }
    }
}

/// Calls a libiio function that copies text into a buffer and returns its length, or an errno below 0.
private func text(
    _ call: String, _ subject: String, _ read: (UnsafeMutablePointer<CChar>?, Int) -> Int
) throws(SystemCallError) -> String {
    var buffer = [CChar](repeating: 0, count: 4096)
    let room = buffer.count - 1
    let count = buffer.withUnsafeMutableBufferPointer { read($0.baseAddress, room) }
    guard count >= 0 else { throw SystemCallError(call: call, subject: subject, code: Int32(-count)) }
    let bytes = buffer[..<count].prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
    return trimmed(String(decoding: bytes, as: UTF8.self))
}

/// Gives libiio a stream of its own to print to, once and for good, and says whether that worked. It
/// warns of things that are in order here, such as a kernel without high-speed buffers; what its
/// functions return says enough. `CLinux.standard_error()` goes on to be standard error.
private let libiioIsQuiet: Bool = {
    guard let sink = fopen("/dev/null", "we") else { return false }
    iio_exchange_stderr(sink)
    return true
}()
