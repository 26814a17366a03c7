internal import CIIO
internal import CLinux
internal import SystemCalls

extension IIOContext {
    /// Connects to another machine and asks for its devices. A machine that does not answer is given up after
    /// some seconds, 5 for each step, and so is everything that is asked of it later.
    ///
    /// All that comes from such a context may block, and is used by the thread that made it.
    /// The corresponding function is `iio_create_context_from_uri`.
    convenience init(remote address: RemoteAddress) throws(SystemCallError) {
        try self.init("connect", address.uri) { iio_create_context_from_uri(address.uri) }
    }

    /// All devices, triggers among them.
    var devices: [IIODevice] {
        (0..<iio_context_get_devices_count(pointer)).compactMap { index in
            iio_context_get_device(pointer, index).map { IIODevice(pointer: $0, context: self) }
        }
    }
}

extension IIODevice {
    /// `iio:deviceN` or `triggerN`.
    var id: String { iio_device_get_id(pointer).map { String(cString: $0) } ?? "" }

    /// The name of the trigger that its buffer waits for; empty without one.
    ///
    /// - Throws: ENOENT if it knows no triggers.
    /// The corresponding function is `iio_device_get_trigger`.
    func triggerName() throws(SystemCallError) -> String {
        var trigger: OpaquePointer?
        let code = iio_device_get_trigger(pointer, &trigger)
        if code < 0 { throw SystemCallError(call: "iio_device_get_trigger", subject: id, code: -code) }
        return trigger.flatMap { iio_device_get_name($0) }.map { String(cString: $0) } ?? ""
    }

    /// Has its buffer wait for a trigger, or for none.
    /// The corresponding function is `iio_device_set_trigger`.
    func setTrigger(_ trigger: IIODevice?) throws(SystemCallError) {
        let code = iio_device_set_trigger(pointer, trigger?.pointer)
        if code < 0 { throw SystemCallError(call: "iio_device_set_trigger", subject: id, code: -code) }
    }

    /// Replaces an attribute.
    /// The corresponding function is `iio_device_attr_write`.
    func set(_ attribute: String, to text: String) throws(SystemCallError) {
        let count = iio_device_attr_write(pointer, attribute, text)
        if count < 0 {
            throw SystemCallError(
                call: "iio_device_attr_write", subject: attribute, code: Int32(clamping: -count))
        }
    }
}

extension IIOChannel {
    /// Replaces an attribute.
    /// The corresponding function is `iio_channel_attr_write`.
    func set(_ attribute: String, to text: String) throws(SystemCallError) {
        let count = iio_channel_attr_write(pointer, attribute, text)
        if count < 0 {
            throw SystemCallError(
                call: "iio_channel_attr_write", subject: attribute, code: Int32(clamping: -count))
        }
    }
}

/// A buffer of another machine's device. Enabled until it is let go of; each scan is waited for.
final class IIOStream {
    private let pointer: OpaquePointer
    private let channels: [(channel: IIOChannel, format: ScanFormat)]
    private var isBroken = false

    /// Enables the buffer.
    ///
    /// - Parameter channels: What scans are to have.
    /// - Throws: EBUSY if another program there holds it, EINVAL without a trigger, and what the driver says.
    /// The corresponding function is `iio_device_create_buffer`.
    init(of device: IIODevice, _ channels: [IIOChannel]) throws(SystemCallError) {
        self.channels = channels.compactMap { channel in channel.element.map { (channel, $0.format) } }
        for channel in channels { channel.enable() }
        guard let buffer = iio_device_create_buffer(device.pointer, 1, false) else {
            throw .last("iio_device_create_buffer", device.id)
        }
        pointer = buffer
    }

    deinit {
        // One that is cancelled is let go of without asking a machine that does not answer.
        if isBroken { iio_buffer_cancel(pointer) }
        iio_buffer_destroy(pointer)
    }

    /// Waits for the next scan.
    ///
    /// - Returns: The values of the channels, in their order.
    /// - Throws: ETIMEDOUT if the machine answers that none came.
    /// The corresponding function is `iio_buffer_refill`.
    func next() throws(SystemCallError) -> [Int64] {
        let count = iio_buffer_refill(pointer)
        if count < 0 {
            let error = SystemCallError(call: "iio_buffer_refill", code: Int32(clamping: -count))
            if case .gone = SensorFailure(remote: error) { isBroken = true }
            throw error
        }
        guard let end = iio_buffer_end(pointer) else { return [] }
        // Other programs there may have channels of their own in the scans, so each is looked up.
        return channels.compactMap { channel, format in
            guard let start = iio_buffer_first(pointer, channel.pointer), end - start >= format.valueSize
            else {
                return nil
            }
            return format.decode(UnsafeRawBufferPointer(start: start, count: format.valueSize), at: 0)
        }
    }
}

extension SensorFailure {
    /// Sorts a failed call upon another machine. A broken connection, and one on which nothing came for too
    /// long (libiio makes EPIPE of that), are as if the sensor were unplugged. So is a missing attribute.
    init(remote error: SystemCallError) {
        switch error.name {
        case "EPIPE", "ECONNRESET", "ECONNABORTED", "ENOTCONN", "ESHUTDOWN", "EBADF", "ENOENT":
            self = .gone(error)
        default: self.init(error)
        }
    }
}
