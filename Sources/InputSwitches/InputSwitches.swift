public import EventLoop
public import SystemCalls
internal import Udev

/// Follows the tablet-mode and lid switches of this machine through evdev.
///
/// Devices may come and go: a keyboard that is taken off takes its switch with it.
public final class InputSwitches {
    /// What the switches say at present.
    public var state: SwitchState { board.state }

    /// Why a switch could not be read, since the last time that all could; for a log.
    public private(set) var problem: SystemCallError?

    private let loop: EventLoop
    private let onChange: () -> Void
    private let udev: Udev
    private let monitor: UdevMonitor
    private var monitorSource: DescriptorSource?
    private var board = SwitchBoard()
    private var devices: [String: SwitchDevice] = [:]
    private var capabilities: [String: UInt64] = [:]

    /// Finds the switches that there are, asks how they are, and follows them.
    ///
    /// - Parameters:
    ///   - loop: The loop that calls `onChange`.
    ///   - onChange: Called after ``state`` or ``problem`` became different; not during `init`.
    /// - Throws: ``SystemCallError`` if the kernel's device events cannot be had. A switch that cannot be
    ///   opened is a ``problem``, not an error.
    public init(loop: EventLoop, onChange: @escaping () -> Void) throws(SystemCallError) {
        self.loop = loop
        self.onChange = onChange
        udev = try Udev()
        monitor = try UdevMonitor(udev, subsystems: ["input"])
        monitorSource = try loop.onReady(monitor.descriptor, .readable) { [weak self] _ in self?.receive() }
        try list()
    }

    deinit { monitorSource = nil }

    private func list() throws(SystemCallError) {
        let found = try udev.devices(subsystem: "input", having: "ID_INPUT_SWITCH")
        let paths = Set(found.map(\.path))
        for path in devices.keys where !paths.contains(path) { remove(path) }
        found.forEach(add)
    }

    private func receive() {
        let before = (state, problem)
        while let event = monitor.receive() {
            switch event {
            case .present(let device): add(device)
            case .removed(let device): remove(device.path)
            case .overflow: try? list()
            }
        }
        if (state, problem) != before { onChange() }
    }

    private func add(_ device: UdevDevice) {
        let path = device.path
        guard
            device.name.hasPrefix("event"), device.property("ID_INPUT_SWITCH") == "1", devices[path] == nil,
            let node = device.node,
            let mask = device.parent?.attribute("capabilities/sw").flatMap({ UInt64($0, radix: 16) }),
            SwitchBoard.Switch.allCases.contains(where: { mask & 1 << UInt64($0.rawValue) != 0 })
        else { return }
        do throws(SystemCallError) {
            let opened = try SwitchDevice(node)
            opened.source = try loop.onReady(opened.descriptor, .readable) { [weak self] _ in
                self?.read(path)
            }
            devices[path] = opened
            capabilities[path] = mask
            askAll(path)
            problem = nil
        } catch { problem = error }
    }

    private func askAll(_ path: String) {
        guard let bits = devices[path]?.bits, let mask = capabilities[path] else { return }
        board.set(path, capabilities: mask, bits: bits)
    }

    private func read(_ path: String) {
        let before = (state, problem)
        do throws(SystemCallError) {
            for event in try devices[path]?.read() ?? [] {
                switch event {
                case .changed(let code, let isOn): board.change(path, code: code, isOn: isOn)
                case .dropped: askAll(path)
                }
            }
        } catch { remove(path) }
        if (state, problem) != before { onChange() }
    }

    private func remove(_ path: String) {
        devices[path] = nil
        capabilities[path] = nil
        board.remove(path)
    }
}
