public import EventLoop
public import SystemCalls
internal import Udev

/// The light and proximity sensors of this machine, as they come and go.
public final class ScalarCatalog {
    /// Those that there are, also the unusable ones, in the order of their paths. One whose attributes cannot be
    /// read at once is among them when it has answered.
    public var sensors: [ScalarSensor] { found.keys.sorted().flatMap { found[$0] ?? [] } }

    /// What each device measures, by its path.
    private var found: [String: [ScalarSensor]] = [:]
    private var describer: SensorDescriber<Question, [ScalarSensor]>?
    private let udev: Udev
    private let monitor: UdevMonitor
    private var monitorSource: DescriptorSource?
    /// The devices that udev has told of. Others are in sysfs before their permissions and properties are set.
    private var announced: Set<String> = []
    private let onChange: () -> Void
    private let loop: EventLoop
    private let journal: SettingsJournal?
    /// When what a killed program left behind is put back.
    private var recovery: EndSignal?
    /// When the last source of each sensor has put everything back, by the sensor's id.
    private var ends: [String: EndSignal] = [:]

    /// Lists the sensors that there are, and follows those that come and go.
    ///
    /// - Parameters:
    ///   - settingsFile: A file in which it is noted what sources change in the kernel, so that the next start
    ///     can put it back after this program was killed. `nil` notes nothing.
    ///   - onChange: Called from the loop after any IIO device came, went or changed.
    /// - Throws: ``SystemCallError`` if the kernel's device events cannot be had.
    public init(
        loop: EventLoop, settingsFile: String?, onChange: @escaping () -> Void
    ) throws(SystemCallError) {
        self.loop = loop
        self.onChange = onChange
        journal = settingsFile.map(SettingsJournal.init)
        recovery = try journal.flatMap { journal throws(SystemCallError) in try journal.recover() }
        udev = try Udev()
        monitor = try UdevMonitor(udev, subsystems: ["iio"])
        monitorSource = try loop.onReady(monitor.descriptor, .readable) { [unowned self] _ in receive() }
        announceAll()
        describer = try SensorDescriber(loop: loop, describe: Self.describe) { [unowned self] results in
            let before = sensors
            take(results)
            if sensors != before { self.onChange() }
        }
        list()
        if let results = describer?.results(within: Self.patience) { take(results) }
    }

    deinit { monitorSource = nil }

    /// The usable sensor of a quantity.
    public func sensor(of quantity: ScalarQuantity) -> ScalarSensor? {
        sensors.first { $0.quantity == quantity && $0.problem == nil }
    }

    /// Begins to read a sensor. One source of a sensor at a time.
    ///
    /// - Parameters:
    ///   - period: How far apart the numbers are to be. A sensor with a threshold tells only what differs.
    ///   - handler: Called on the thread of the loop.
    /// - Returns: The source, which reads for as long as it is referred to.
    public func makeSource(
        of sensor: ScalarSensor, every period: Duration, handler: @escaping (ScalarEvent) -> Void
    ) throws(SystemCallError) -> ScalarSource {
        let source = try ScalarSource(
            sensor, every: period, loop: loop, journal: journal, after: ends[sensor.id] ?? recovery,
            handler: handler)
        ends = ends.filter { !$1.wait(timeout: .zero) }
        ends[sensor.id] = source.restored
        return source
    }

    /// Waits until all that sources changed in the kernel is as it was, once they are not referred to any more.
    ///
    /// - Parameter timeout: How long at most; a sensor that hangs is left as it is.
    public func waitUntilRestored(within timeout: Duration) {
        _ = ends.values.wait(until: KernelClock.monotonic.now + timeout)
    }

    private func receive() {
        while let event = monitor.receive() {
            switch event {
            case .removed(let device): announced.remove(device.path)
            case .present(let device): announced.insert(device.path)
            case .overflow: announceAll()
            }
        }
        list()
        onChange()
    }

    private func announceAll() {
        announced = Set(((try? udev.devices(subsystem: "iio")) ?? []).map(\.path))
    }

    /// Has the devices described that there are, and forgets those that went.
    private func list() {
        let devices = ((try? udev.devices(subsystem: "iio")) ?? []).filter {
            $0.name.hasPrefix("iio:device") && announced.contains($0.path)
        }
        let paths = Set(devices.map(\.path))
        for path in found.keys where !paths.contains(path) {
            found[path] = nil
            describer?.forget(path)
        }
        for device in devices {
            found[device.path] = found[device.path] ?? []
            try? describer?.describe(
                device.path,
                Question(node: device.name, nearLevel: device.property("PROXIMITY_NEAR_LEVEL")))
        }
    }

    private func take(_ results: [SensorDescriber<Question, [ScalarSensor]>.Result]) {
        for result in results where found[result.path] != nil { found[result.path] = result.answer }
    }

    /// How long to wait at first for the sensors that there are.
    private static let patience = Duration.milliseconds(500)

    /// What is known of a device by udev.
    private struct Question: Sendable {
        let node: String
        let nearLevel: String?
    }

    /// What a device measures, on a thread: libiio reads the scales of all devices for it.
    private static func describe(_ path: String, _ question: Question) -> [ScalarSensor] {
        guard let context = try? IIOContext(), let device = context.device(question.node) else { return [] }
        return ScalarQuantity.allCases.compactMap { quantity in
            ScalarSensor(
                quantity, device, path: path, node: question.node, nearLevel: question.nearLevel)
        }
    }
}
