internal import CLinux
internal import EventLoop
internal import SystemCalls

/// What an evdev device said.
enum SwitchEvent: Equatable {
    /// One switch changed.
    case changed(code: UInt16, isOn: Bool)
    /// Events were lost: ask for all switches.
    case dropped
}

/// One evdev device with switches.
final class SwitchDevice {
    private let file: FileDescriptor
    /// Waits for its events.
    var source: DescriptorSource?

    /// Opens the device file.
    init(_ path: String) throws(SystemCallError) {
        file = FileDescriptor(
            owning: try retrying("open", path) { open_file(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC, 0) })
    }

    deinit { source = nil }

    /// Readable when ``read()`` has something.
    var descriptor: Int32 { file.number }

    /// Which switches are on, one bit each; nothing if the device does not say.
    /// The corresponding system call is `ioctl(2)` with `EVIOCGSW`.
    var bits: UInt64? {
        var bits: UInt = 0
        return get_switches(file.number, &bits) < 0 ? nil : UInt64(bits)
    }

    /// What was said since the last time, without waiting.
    ///
    /// - Throws: ENODEV when the device is gone.
    func read() throws(SystemCallError) -> [SwitchEvent] {
        var said: [SwitchEvent] = []
        var events = Array(repeating: input_event(), count: 16)
        let size = MemoryLayout<input_event>.stride
        while true {
            let number = file.number
            let length = events.count * size
            let count: Int
            do throws(SystemCallError) {
                count = try retrying("read") { CLinux.read(number, &events, length) }
            } catch {
                if error.code == EAGAIN { return said }
                throw error
            }
            for event in events[..<(count / size)] {
                switch (Int32(event.type), Int32(event.code)) {
                case (EV_SW, _): said.append(.changed(code: event.code, isOn: event.value != 0))
                case (EV_SYN, SYN_DROPPED): said.append(.dropped)
                default: continue
                }
            }
            if count < length { return said }
        }
    }
}
