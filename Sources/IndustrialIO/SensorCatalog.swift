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
    private var selectedPath: String?
    private var departed: [(id: String, record: SensorRecord)] = []
    /// Those that went during the change that is going on.
    private var removed: [SensorEntry] = []
    private var relisting: TimerSource?
    private var descriptionDelay = relistingDelay
    private var ends: [EndSignal] = []
    private let journal: SettingsJournal?
    /// When what a killed program left behind is put back.
    private var recovery: EndSignal?
    private weak var recording: RecordingSource?
    private var recordingProblem: String?
    private var recordingHeader = RecordingHeader()
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

    /// Lists the sensors that there are, and follows those that come and go.
    ///
    /// - Parameters:
    ///   - loop: The loop that calls `onChange` and the handlers of sources.
    ///   - options: What the configuration says.
    ///   - onChange: Called after ``sensors`` or ``selected`` became different; not during `init`.
    /// - Throws: ``SystemCallError`` if the kernel's device events cannot be had.
    public init(
        loop: EventLoop, options: SensorOptions, onChange: @escaping () -> Void
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
            self?.follow { try? self?.list() }
        }
        if let address = options.remote {
            remote = try RemoteSensors(loop: loop, address: address, options: options, casing: casing) {
                [weak self] change in self?.follow(change)
            }
        }
        openRecording()
        try list()
        select()
    }

    deinit { monitorSource = nil }

    /// Every accelerometer, also those that are not used, with the reason.
    public var sensors: [SensorDescription] {
        if let path = recordingPath { return [description(ofRecording: path)] + hardwareSensors }
        return (remote?.descriptions ?? []) + hardwareSensors
    }

    private var hardwareSensors: [SensorDescription] {
        entries.values.sorted { $0.placement.path < $1.placement.path }.map { entry in
            var description = entry.description(
                id: id(of: entry), isPinned: pin.map(entry.placement.isMeant) ?? false,
                deniedNames: options.deniedNames)
            description.isSelected = entry.placement.path == selectedPath
            return description
        }
    }

    /// The sensor that orientations are to be made of: the best usable one.
    public var selected: SensorDescription? { sensors.first { $0.isSelected } }

    /// Why the sensor that was asked for is not the one in use, for people; nothing if it is, or none was
    /// asked for.
    public var pinProblem: String? {
        guard let pin, selected == nil, remote?.isKnown != false else { return nil }
        let all = remote?.descriptions ?? sensors
        if let entry = entries.values.first(where: { $0.placement.isMeant(by: pin) }) {
            return
                "the sensor \(pin) is asked for and cannot be used: \(entry.hardware.problem ?? "it is gone")"
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
        if let path = recordingPath, id == Self.id(ofRecording: path) {
            let source = RecordingSource(
                loop: loop, path: path, inRealTime: options.playsInRealTime,
                repeats: options.repeatsRecording, handler: handler)
            recording = source
            return source
        }
        if let source = try remote?.makeSource(for: id, handler: handler) { return source }
        guard let entry = entries.values.first(where: { self.id(of: $0) == id }) else {
            throw .noSuchSensor(id)
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
        source.onStart = { [weak self, weak entry] end in
            entry?.end = end
            self?.ends.removeAll { $0.wait(timeout: .zero) }
            self?.ends.append(end)
        }
        entry.source = source
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
    private func id(of entry: SensorEntry) -> String {
        let id = entry.placement.id
        let isShared = entries.values.contains { $0 !== entry && $0.placement.id == id }
        return isShared ? entry.placement.path : id
    }

    private func list() throws(SystemCallError) {
        let devices = try udev.devices(subsystem: "iio")
        let paths = Set(devices.map(\.path))
        for path in entries.keys where !paths.contains(path) { remove(path) }
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

    /// Describes devices that came or changed, in a context that is newer than they are.
    private func add(_ devices: [UdevDevice]) {
        let sensors = devices.filter { $0.name.hasPrefix("iio:device") }
        guard !sensors.isEmpty, let context = try? IIOContext() else { return }
        let joysticks =
            (try? udev.devices(subsystem: "input", having: "ID_INPUT_JOYSTICK"))?.map(\.path) ?? []
        var isIncomplete = false
        for device in sensors {
            guard let found = context.device(device.name),
                let hardware = SensorHardware(found, path: device.path, node: device.name)
            else { continue }
            // What is known of one that is there already stays until it can be read again.
            if hardware.isIncomplete { isIncomplete = true }
            if hardware.isIncomplete, entries[device.path] != nil { continue }
            add(SensorPlacement(device, joysticks: joysticks), hardware)
        }
        if isIncomplete || entries.values.contains(where: \.hardware.isIncomplete) {
            describeAgain()
        } else {
            descriptionDelay = Self.relistingDelay
        }
    }

    /// Has sensors described anew of which something could not be read, after 1, 2, 4 … 30 s.
    private func describeAgain() {
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
            remove(placement.path)
        }
        let remembered = departed.first { $0.id == placement.id }?.record
        departed.removeAll { $0.id == placement.id }
        entries[placement.path] = SensorEntry(
            placement, hardware, matrix, usesBuffer: options.usesBuffer, record: remembered)
    }

    private func remove(_ path: String) {
        guard let entry = entries.removeValue(forKey: path) else { return }
        departed.append((entry.placement.id, entry.record))
        if departed.count > Self.departedLimit { departed.removeFirst() }
        removed.append(entry)
    }

    private var pin: String? { if case .pinned(let pin) = options.choice { pin } else { nil } }

    private func select() {
        if recordingPath != nil || remote != nil {
            selectedPath = nil
            return
        }
        let ordered = entries.values.sorted { $0.placement.path < $1.placement.path }
        let choice = SensorRanking.choice(
            among: ordered.map(\.candidate), pin: pin, deniedNames: options.deniedNames)
        selectedPath = choice.map { ordered[$0].placement.path }
    }
}

// MARK: Recordings

extension SensorCatalog {
    private var recordingPath: String? {
        if case .recording(let path) = options.choice { path } else { nil }
    }

    private static func id(ofRecording path: String) -> String { "recording:\(path)" }

    /// Sees whether the recording can be played, and how the machine was built that it is from.
    private func openRecording() {
        (recordingProblem, recordingHeader) = (nil, RecordingHeader())
        guard let recordingPath else { return }
        if recordingPath.isEmpty {
            recordingProblem = "recording: needs the name of a file behind it, as in recording:tablet.csv"
            return
        }
        do throws(RecordingError) {
            recordingHeader = try RecordingReader.headerOfPlayable(recordingPath)
            casing.assume(recordingHeader, unless: options)
        } catch {
            recordingProblem = error.description
        }
    }

    /// A recording with a header is described as its sensor was; one without is in the device frame.
    private func description(ofRecording path: String) -> SensorDescription {
        let file = path.split(separator: "/").last.map(String.init) ?? path
        var description = SensorDescription(
            id: Self.id(ofRecording: path), name: recordingHeader.sensorName ?? file, devicePath: nil,
            transport: .recording)
        let header = recordingHeader
        if let scale = header.scale, let frame = header.frame {
            description.scale = scale
            description.offset = header.offset ?? description.offset
            description.deviceFrame = frame
        } else {
            description.scale = Array(repeating: 1 / RecordingSource.stepsPerUnit, count: 3)
        }
        description.matrixSources =
            header.matrixSources.isEmpty
            ? [MatrixSourceReport(origin: .none, inForce: true)] : header.matrixSources
        description.location = header.location ?? .unknown
        description.timestampSource = header.timestampSource ?? .kernel
        description.samplingFrequency = header.samplingFrequency
        description.isActive = recording?.isActive ?? false
        description.problem = recordingProblem
        description.isReadable = description.problem == nil
        description.isSelected = description.isReadable
        return description
    }
}
