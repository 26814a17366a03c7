public import EventLoop
public import SystemCalls
internal import OrientationCore
internal import Udev

/// The accelerometers of this machine, as they come and go.
///
/// Hot-plug is listened for before what is there is listed, so that nothing falls in between.
public final class SensorCatalog {
    /// What the firmware says about the machine.
    public let machine = MachineFacts()
    /// How casing and panel lie to each other.
    public private(set) var casing: CasingOrientation

    private let loop: EventLoop
    private var options: SensorOptions
    private let onChange: () -> Void
    private let udev: Udev
    private let monitor: UdevMonitor
    private var monitorSource: DescriptorSource?

    private var entries: [String: SensorEntry] = [:]
    /// Where the accelerometers hang that there are, also those of which nothing else is known yet.
    private var placements: [String: SensorPlacement] = [:]
    private var describer: SensorDescriber<String, SensorHardware?>?
    /// Shows those that do not answer.
    private var impatience: TimerSource?
    /// Those that have not answered for some time.
    private var silent: Set<String> = []
    private var selectedPath: String?
    private var departed: [(id: String, record: SensorRecord)] = []
    /// Those that went during the change that is going on.
    private var removed: [SensorEntry] = []
    private var relisting: TimerSource?
    private var isToDescribeAgain = false
    private var descriptionDelay = relistingDelay
    private var ends: [EndSignal] = []
    private let journal: SettingsJournal?
    /// When what a killed program left behind is put back.
    private var recovery: EndSignal?
    private var recording: PlayedRecording?
    private var remote: RemoteSensors?
    /// Called from the loop with what a log should have of the connection to another machine, once for each
    /// change.
    public var onNotice: (String) -> Void = { _ in } {
        didSet { remote?.onNotice = onNotice }
    }

    /// How many sensors that went are remembered for their counters.
    private static let departedLimit = 16
    /// How long after a source found its device gone it is looked whether that is so.
    private static let relistingDelay = Duration.seconds(1)
    /// How long a sensor may take to answer before it is shown as one that does not.
    private static let patience = Duration.milliseconds(500)

    /// Lists the sensors that there are, and follows those that come and go.
    ///
    /// A sensor is among them when its attributes have been read, which most drivers answer from memory. One
    /// that is slow is shown with that as its problem until it answers.
    ///
    /// - Parameters:
    ///   - loop: The loop that calls `onChange` and the handlers of sources.
    ///   - options: What the configuration says.
    ///   - patience: How long to wait here for the sensors that there are.
    ///   - onChange: Called after ``sensors`` or ``selected`` became different; not during `init`.
    /// - Throws: ``SystemCallError`` if the kernel's device events cannot be had.
    public init(
        loop: EventLoop, options: SensorOptions, patience: Duration = .milliseconds(50),
        onChange: @escaping () -> Void
    ) throws(SystemCallError) {
        self.loop = loop
        self.options = options
        self.onChange = onChange
        casing = CasingOrientation(options: options, machine: machine)
        journal = options.settingsFile.map(SettingsJournal.init)
        recovery = try journal.flatMap { journal throws(SystemCallError) in try journal.recover() }
        udev = try Udev()
        monitor = try UdevMonitor(udev, subsystems: ["iio"])
        monitorSource = try loop.onReady(monitor.descriptor, .readable) { [weak self] _ in self?.receive() }
        relisting = try loop.timer(accuracy: .milliseconds(100)) { [weak self] in
            self?.isToDescribeAgain = false
            self?.follow { try? self?.list() }
        }
        describer = try SensorDescriber(loop: loop, describe: SensorHardware.init(path:node:)) {
            [weak self] results in
            self?.follow { self?.take(results) }
        }
        impatience = try loop.timer(accuracy: .milliseconds(50)) { [weak self] in
            self?.follow { self?.showSilent() }
        }
        if let address = options.remote {
            remote = try RemoteSensors(loop: loop, address: address, options: options, casing: casing) {
                [weak self] change in self?.follow(change)
            }
        }
        openRecording()
        try list()
        if let results = describer?.results(within: patience) { take(results) }
        if patience >= Self.patience { showSilent() }
        select()
    }

    deinit { monitorSource = nil }

    /// Every accelerometer, also those that are not used, with the reason.
    public var sensors: [SensorDescription] {
        if let recording { return [recording.description] + hardwareSensors }
        return (remote?.descriptions ?? []) + hardwareSensors
    }

    private var hardwareSensors: [SensorDescription] {
        placements.keys.sorted().compactMap { path in
            guard let entry = entries[path] else { return silentDescription(path) }
            var description = entry.description(
                id: id(of: entry.placement), isPinned: pin.map(entry.placement.isMeant) ?? false,
                deniedNames: options.deniedNames)
            description.isSelected = path == selectedPath
            return description
        }
    }

    /// What is to be shown of a sensor that does not answer; nothing if that may be a matter of moments.
    private func silentDescription(_ path: String) -> SensorDescription? {
        guard silent.contains(path), let placement = placements[path] else { return nil }
        var description = SensorDescription(
            id: id(of: placement), name: placement.node,
            devicePath: "/sys/bus/iio/devices/\(placement.node)", transport: .sysfs)
        description.matrixSources = [MatrixSourceReport(origin: .none, inForce: true)]
        description.problem = Self.silence
        description.isReadable = false
        return description
    }

    /// Whether all sensors that there are have answered, or are known not to.
    private var isListed: Bool { placements.keys.allSatisfy { entries[$0] != nil || silent.contains($0) } }

    private static let silence = "it has not answered yet: its attributes are being read"

    /// The sensor that orientations are to be made of: the best usable one.
    public var selected: SensorDescription? { sensors.first { $0.isSelected } }

    /// Why the sensor that was asked for is not the one in use, for people; nothing if it is, or none was
    /// asked for.
    public var pinProblem: String? {
        guard let pin, selected == nil, remote?.isKnown != false, isListed else { return nil }
        let all = remote?.descriptions ?? sensors
        if let path = placements.keys.sorted().first(where: { placements[$0]?.isMeant(by: pin) == true }) {
            let problem = entries[path].map { $0.hardware.problem ?? "it is gone" } ?? Self.silence
            return "the sensor \(pin) is asked for and cannot be used: \(problem)"
        }
        let others =
            all.isEmpty
            ? "there is no accelerometer at all"
            : "what there is: " + all.map { "\($0.id) (\($0.name))" }.joined(separator: ", ")
        return "the sensor \(pin) is asked for and is not there; \(others)"
    }

    /// Applies another configuration. Sources go on; the frame of their samples is the new one.
    public func reconfigure(_ options: SensorOptions) {
        self.options = options
        casing = CasingOrientation(options: options, machine: machine)
        openRecording()
        follow {
            remote?.reconfigure(options, casing: casing)
            try? list()
        }
        onChange()
    }

    /// Makes a source that reads a sensor. One source of a sensor at a time.
    ///
    /// - Parameters:
    ///   - id: The ``SensorDescription/id`` of one of ``sensors``.
    ///   - handler: Called on the thread of the loop, never from within `start()` or `stop()`.
    /// - Throws: ``SensorFailure`` if there is no such sensor, it cannot be read, or it is being read.
    public func makeSource(
        for id: String, handler: @escaping (SourceEvent) -> Void
    ) throws(SensorFailure) -> any SampleSource {
        if let recording, id == recording.id {
            return recording.makeSource(loop: loop, options: options, handler: handler)
        }
        if let source = try remote?.makeSource(for: id, handler: handler) { return source }
        guard let entry = entries.values.first(where: { self.id(of: $0.placement) == id }) else {
            let isSilent = silent.contains { path in placements[path].map(self.id) == id }
            throw isSilent ? .unusable(Self.silence) : .noSuchSensor(id)
        }
        if let problem = entry.hardware.problem { throw .unusable(problem) }
        if entry.source?.isActive == true { throw .unusable("\(id) is already being read") }
        let source = HardwareSource(
            loop: loop, hardware: entry.hardware, record: entry.record,
            settings: ReaderSettings(
                frequency: options.samplingFrequency, usesBuffer: options.usesBuffer,
                makesTimerTrigger: options.makesTimerTrigger, journal: journal),
            predecessor: entry.end ?? recovery, handler: handler)
        let path = entry.placement.path
        source.onGone = { [weak self] in self?.sourceIsGone(path) }
        source.onStart = { [weak self, weak entry, unowned source] end in
            entry?.source = source
            entry?.end = end
            self?.ends.removeAll { $0.wait(timeout: .zero) }
            self?.ends.append(end)
        }
        source.onStop = { [weak entry] in entry?.source = nil }
        return source
    }

    /// Waits until all that stopped sources changed in the kernel is as it was.
    ///
    /// - Parameter timeout: How long at most; a sensor that hangs is left as it is.
    /// - Returns: Whether everything on this machine is as it was.
    @discardableResult
    public func waitUntilRestored(within timeout: Duration) -> Bool {
        let deadline = KernelClock.monotonic.now + timeout
        defer { remote?.waitUntilRestored(until: deadline) }
        return ends.wait(until: deadline)
    }
}

// MARK: Discovery

extension SensorCatalog {
    /// A sensor's path without the changing number, unless that is not its alone.
    private func id(of placement: SensorPlacement) -> String {
        let id = placement.id
        let isShared = placements.values.contains { $0.path != placement.path && $0.id == id }
        return isShared ? placement.path : id
    }

    private func list() throws(SystemCallError) {
        let devices = try udev.devices(subsystem: "iio")
        let paths = Set(devices.map(\.path))
        for path in placements.keys where !paths.contains(path) { remove(path) }
        add(devices)
    }

    private func receive() {
        follow {
            var present: [UdevDevice] = []
            while let event = monitor.receive() {
                switch event {
                case .present(let device): present.append(device)
                case .removed(let device):
                    present.removeAll { $0.path == device.path }
                    remove(device.path)
                case .overflow: try? list()
                }
            }
            add(present)
        }
    }

    /// A source found its device gone. That udev has not said so yet makes no difference, unless it never
    /// will: then the device is there again with the next listing.
    private func sourceIsGone(_ path: String) {
        follow { remove(path) }
        relisting?.set(after: Self.relistingDelay)
    }

    /// Changes what there is, chooses, and tells. Whoever reads the best sensor turns to another one before
    /// sources whose devices went tell of their end.
    private func follow(_ change: () -> Void) {
        let before = (sensors, selectedPath)
        change()
        select()
        if (sensors, selectedPath) != before { onChange() }
        let orphans = removed.compactMap(\.source).filter(\.isActive)
        removed = []
        for source in orphans { source.deviceIsGone() }
        if !orphans.isEmpty { onChange() }
    }

    /// Has devices described that came or changed. Of one that is there already what udev says counts at once,
    /// and what is known of itself until it has answered.
    private func add(_ devices: [UdevDevice]) {
        let sensors = devices.filter {
            $0.name.hasPrefix("iio:device") && SensorHardware.isAccelerometer($0.path)
        }
        guard !sensors.isEmpty else { return }
        let joysticks =
            (try? udev.devices(subsystem: "input", having: "ID_INPUT_JOYSTICK"))?.map(\.path) ?? []
        for device in sensors {
            let placement = SensorPlacement(device, joysticks: joysticks)
            placements[placement.path] = placement
            if let entry = entries[placement.path] { add(placement, entry.hardware) }
            do throws(SystemCallError) {
                try describer?.describe(placement.path, placement.node)
            } catch { describeAgain() }
        }
        impatience?.set(after: Self.patience)
    }

    /// Takes in what sensors have answered.
    private func take(_ results: [SensorDescriber<String, SensorHardware?>.Result]) {
        var isIncomplete = false
        for result in results {
            silent.remove(result.path)
            guard let placement = placements[result.path] else { continue }
            guard let hardware = result.answer else {
                remove(result.path)
                continue
            }
            // What is known of one that is there already stays until it can be read again.
            if hardware.isIncomplete { isIncomplete = true }
            if !hardware.isIncomplete || entries[result.path] == nil { add(placement, hardware) }
        }
        if isIncomplete || entries.values.contains(where: \.hardware.isIncomplete) {
            describeAgain()
        } else {
            descriptionDelay = Self.relistingDelay
        }
    }

    /// Shows sensors as silent that have not answered up to now.
    private func showSilent() { silent = Set(placements.keys.filter { entries[$0] == nil }) }

    /// Has sensors described anew of which something could not be read, after 1, 2, 4 … 30 s.
    private func describeAgain() {
        if isToDescribeAgain { return }
        isToDescribeAgain = true
        relisting?.set(after: descriptionDelay)
        descriptionDelay = min(descriptionDelay * 2, .seconds(30))
    }

    private func add(_ placement: SensorPlacement, _ hardware: SensorHardware) {
        let finding = MatrixSelection.Finding(
            configuration: options.mountMatrix, udev: placement.mountMatrix, kernel: hardware.mountMatrix,
            kernelIsDeclared: hardware.matrixIsDeclared,
            quirks: options.quirks.filter { $0.concerns(hardware.name, in: machine.names) })
        let matrix = MatrixSelection(
            finding, signs: SensorSigns(name: hardware.name, modalias: placement.modalias), options: options,
            casing: casing)
        if let entry = entries[placement.path] {
            if entry.update(placement, hardware, matrix) { return }
            replace(entry)
        }
        let remembered = departed.first { $0.id == placement.id }?.record
        departed.removeAll { $0.id == placement.id }
        entries[placement.path] = SensorEntry(
            placement, hardware, matrix, usesBuffer: options.usesBuffer, record: remembered)
    }

    /// Takes out a sensor that is gone.
    private func remove(_ path: String) {
        describer?.forget(path)
        placements[path] = nil
        silent.remove(path)
        if let entry = entries[path] { replace(entry) }
    }

    /// Takes out what is known of a sensor and ends its source, as the sensor is gone or is to be read otherwise.
    private func replace(_ entry: SensorEntry) {
        entries[entry.placement.path] = nil
        departed.append((entry.placement.id, entry.record))
        if departed.count > Self.departedLimit { departed.removeFirst() }
        removed.append(entry)
    }

    /// Sees whether the recording can be played that is asked for, and how the machine was built that it is from.
    private func openRecording() {
        guard case .recording(let path) = options.choice else {
            recording = nil
            return
        }
        let opened = PlayedRecording(path: path, after: recording)
        casing.assume(opened.header, unless: options)
        recording = opened
    }

    private var pin: String? { if case .pinned(let pin) = options.choice { pin } else { nil } }

    private func select() {
        if recording != nil || remote != nil {
            selectedPath = nil
            return
        }
        let ordered = entries.values.sorted { $0.placement.path < $1.placement.path }
        let choice = SensorRanking.choice(
            among: ordered.map(\.candidate), pin: pin, deniedNames: options.deniedNames)
        selectedPath = choice.map { ordered[$0].placement.path }
    }
}
