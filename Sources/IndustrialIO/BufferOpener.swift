internal import CLinux
internal import SystemCalls

/// Sets a sensor up for its buffer. Runs on the reader's thread: each step may block.
struct BufferOpener {
    /// The sensor, and what of it is to be read.
    let hardware: BufferedChannels
    /// How often a trigger fires that is made for the sensor, in Hz; `nil` makes none.
    let timerFrequency: Double?
    /// Makes what libiio needs.
    let contexts: ContextMaker

    /// How long other sensors may take to answer libiio, before this one is polled.
    private static let contextTime = Duration.milliseconds(700)
    /// How many scans the kernel keeps for a reader that is late: 160 ms of 400 Hz.
    private static let kernelScans: UInt32 = 64

    /// Enables the buffer.
    ///
    /// libiio disables a buffer before it finds out that another program reads it, so that is asked first.
    ///
    /// - Parameter settings: Remembers what is changed in the kernel, also when this fails.
    /// - Throws: EBUSY while another program holds the buffer, EINVAL without a usable trigger, EACCES or
    ///   EPERM without the right to it, ETIMEDOUT while another sensor does not answer libiio, and whatever
    ///   the driver says.
    func open(remembering settings: inout KernelSettings) throws(SystemCallError) -> OpenBuffer {
        let node = "/dev/\(hardware.node)"
        do {
            _ = FileDescriptor(
                owning: try retrying("open", node) { open_file(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0) })
        }
        try leaveToOthers()
        let context = try contexts.context(within: Self.contextTime)
        rememberBuffer(&settings)
        let isBootTime = chooseClock(&settings)
        let isTimed = try chooseTrigger(&settings)

        guard let device = context.device(hardware.node) else {
            throw SystemCallError(call: "iio_context_find_device", subject: hardware.node, code: ENODEV)
        }
        let measured = hardware.channels.compactMap(device.channel)
        let timestamp = hardware.hasTimestamp && isBootTime ? device.channel("timestamp") : nil
        let channels = measured + [timestamp].compactMap { $0 }
        guard measured.count == hardware.channels.count,
            let layout = ScanLayout(channels.compactMap(\.element))
        else {
            throw SystemCallError(call: "scan_elements", subject: hardware.path, code: EINVAL)
        }
        for channel in channels { channel.enable() }
        let buffer = try device.makeBuffer(kernelScans: Self.kernelScans)
        guard buffer.scanSize == layout.size else {
            throw SystemCallError(call: "iio_buffer_step", subject: hardware.path, code: EBADMSG)
        }
        return OpenBuffer(
            buffer: buffer, layout: layout, channels: measured.count, hasTimestamp: timestamp != nil,
            isTimed: isTimed)
    }

    /// Refuses a buffer that somebody else has enabled, even if its file could be opened: iio-sensor-proxy
    /// opens it every 0.7 s and closes it again. Where the driver refuses to be polled beside it there is
    /// no other way than to take it over.
    private func leaveToOthers() throws(SystemCallError) {
        if hardware.isEnabled, hardware.raw?.readIfThere() != nil {
            throw SystemCallError(call: "open", subject: hardware.enable.path, code: EBUSY)
        }
    }

    /// Has scans stamped on the clock that this program uses. The kernel's default is the time of day.
    ///
    /// - Returns: Whether they are.
    private func chooseClock(_ settings: inout KernelSettings) -> Bool {
        let clock = SysfsAttribute("\(hardware.path)/current_timestamp_clock")
        do { try settings.change(clock, to: "boottime") } catch { return false }
        return true
    }

    /// Gives the buffer a trigger if it needs one and has none.
    ///
    /// - Returns: Whether a kernel timer drives it.
    private func chooseTrigger(_ settings: inout KernelSettings) throws(SystemCallError) -> Bool {
        guard let trigger = hardware.trigger else { return false }
        var name = trigger.readIfThere() ?? ""
        if name.isEmpty, let own = ownTrigger() {
            try settings.change(trigger, to: own)
            name = own
        }
        if name.isEmpty, let timerFrequency {
            let timer = try TimerTrigger(
                for: hardware.node, frequency: timerFrequency, remembering: &settings)
            try settings.change(trigger, to: timer.name)
            name = timer.name
        }
        return !name.isEmpty && !triggersOfParent().contains(name)
    }

    /// The trigger that belongs to this device: one that hangs on the same parent. Of several, such as
    /// those for motion or a full FIFO, the one that is only named for the device means new data.
    private func ownTrigger() -> String? {
        let names = triggersOfParent()
        let number = hardware.node.drop { !$0.isNumber }
        return names.first { $0 == "\(hardware.name)-dev\(number)" } ?? names.first { !$0.contains("motion") }
    }

    private func triggersOfParent() -> [String] {
        let parent = hardware.path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        return directoryEntries(parent).filter { $0.hasPrefix("trigger") }.sorted()
            .compactMap { SysfsAttribute("\(parent)/\($0)/name").readIfThere() }
    }

    /// libiio sets these itself. The buffer's switch comes last, to be put back first: while it is on,
    /// nothing else can be. One that was found on is not put back: see ``leaveToOthers()``.
    private func rememberBuffer(_ settings: inout KernelSettings) {
        let elements = "\(hardware.path)/scan_elements"
        let switches = directoryEntries(elements).sorted().filter { $0.hasSuffix("_en") }
        if hardware.isEnabled { try? hardware.enable.write("0") }
        settings.remember(
            switches.map { SysfsAttribute("\(elements)/\($0)") }
                + ["length", "watermark"].map { SysfsAttribute("\(hardware.path)/buffer/\($0)") }
                + ["current_timestamp_clock", "trigger/current_trigger"]
                .map { SysfsAttribute("\(hardware.path)/\($0)") } + [hardware.enable])
    }
}

/// The names in a directory; none if it cannot be read.
/// The corresponding function is `readdir(3)`.
func directoryEntries(_ path: String) -> [String] {
    guard let directory = opendir(path) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
            pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { names.append(name) }
    }
    return names
}
