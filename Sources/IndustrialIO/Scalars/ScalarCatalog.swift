public import EventLoop
public import SystemCalls
internal import Udev

/// The light and proximity sensors of this machine, as they come and go.
public final class ScalarCatalog {
    /// Those that there are, also the unusable ones, in the order of their paths.
    public private(set) var sensors: [ScalarSensor] = []

    private let udev: Udev
    private let monitor: UdevMonitor
    private var monitorSource: DescriptorSource?
    private let onChange: () -> Void

    /// Lists the sensors that there are, and follows those that come and go.
    ///
    /// - Parameter onChange: Called from the loop after any IIO device came, went or changed.
    /// - Throws: ``SystemCallError`` if the kernel's device events cannot be had.
    public init(loop: EventLoop, onChange: @escaping () -> Void) throws(SystemCallError) {
        self.onChange = onChange
        udev = try Udev()
        monitor = try UdevMonitor(udev, subsystems: ["iio"])
        monitorSource = try loop.onReady(monitor.descriptor, .readable) { [unowned self] _ in receive() }
        list()
    }

    deinit { monitorSource = nil }

    /// The usable sensor of a quantity.
    public func sensor(of quantity: ScalarQuantity) -> ScalarSensor? {
        sensors.first { $0.quantity == quantity && $0.problem == nil }
    }

    private func receive() {
        var gone: [String] = []
        while let event = monitor.receive() {
            switch event {
            case .removed(let device): gone.append(device.path)
            case .present(let device): gone.removeAll { $0 == device.path }
            case .overflow: break
            }
        }
        list(without: gone)
        onChange()
    }

    /// Looks at the devices in a context that is newer than they are.
    private func list(without gone: [String] = []) {
        guard let devices = try? udev.devices(subsystem: "iio"), let context = try? IIOContext() else {
            sensors = []
            return
        }
        sensors = devices.filter { $0.name.hasPrefix("iio:device") && !gone.contains($0.path) }.flatMap {
            device in
            guard let found = context.device(device.name) else { return [ScalarSensor]() }
            return ScalarQuantity.allCases.compactMap { quantity in
                ScalarSensor(
                    quantity, found, path: device.path, node: device.name,
                    nearLevel: device.property("PROXIMITY_NEAR_LEVEL"))
            }
        }
    }
}
