internal import EventLoop
internal import OrientationCore
internal import SystemCalls

/// The accelerometers of another machine, as its connection comes and goes.
///
/// A sensor whose connection broke counts as unplugged. While there is none at all, one entry stands for the
/// machine and says why.
final class RemoteSensors {
    private final class Entry {
        let id: String
        var sensor: RemoteSensor
        var matrix: MatrixSelection
        let record: SensorRecord
        weak var source: RemoteSource?

        init(id: String, sensor: RemoteSensor, matrix: MatrixSelection, record: SensorRecord) {
            (self.id, self.sensor, self.matrix, self.record) = (id, sensor, matrix, record)
        }
    }

    /// How many sensors are remembered for their counters.
    private static let recordLimit = 16

    /// How a change is brought about: the owner looks before and after, and tells.
    private let perform: (() -> Void) -> Void
    private let loop: EventLoop
    private let address: RemoteAddress
    private let directory: RemoteDirectory
    private var options: SensorOptions
    private var casing: CasingOrientation
    private var arrivals: DescriptorSource?

    private var entries: [Entry] = []
    private var records: [String: SensorRecord] = [:]
    private var ends: [EndSignal] = []
    /// Why there are no sensors.
    private var problem: String?
    /// Whether the last that was told is that the machine answers.
    private var toldReachable: Bool?
    /// What a log should have of the connection, once for each change.
    var onNotice: (String) -> Void = { _ in }

    /// - Parameter perform: Does what it is given, and tells whoever has to know if that changed something.
    init(
        loop: EventLoop, address: RemoteAddress, options: SensorOptions, casing: CasingOrientation,
        perform: @escaping (() -> Void) -> Void
    ) throws(SystemCallError) {
        self.loop = loop
        self.address = address
        self.options = options
        self.casing = casing
        self.perform = perform
        problem = "\(address.uri) has not answered yet"
        directory = try RemoteDirectory(address)
        arrivals = try loop.onReady(directory.findings.descriptor, .readable) { [weak self] _ in
            guard let self else { return }
            for finding in self.directory.findings.takeAll() { self.take(finding) }
        }
        try directory.start()
    }

    deinit {
        arrivals = nil
        directory.end()
    }

    /// Whether the machine has answered, so that what it lacks is not there.
    var isKnown: Bool { !entries.isEmpty }

    /// The sensor that orientations are to be made of.
    private var selected: Entry? {
        let usable = entries.filter { $0.sensor.problem == nil }
        if case .pinned(let pin) = options.choice {
            return usable.first { [$0.id, $0.sensor.name, $0.sensor.device].contains(pin) }
        }
        let candidates = usable.map(Self.candidate)
        return SensorRanking.choice(among: candidates, pin: nil, deniedNames: options.deniedNames)
            .map { usable[$0] }
    }

    /// All that is to be shown of them.
    var descriptions: [SensorDescription] {
        if entries.isEmpty {
            var description = SensorDescription(
                id: address.uri, name: address.uri, devicePath: nil, transport: .network)
            description.matrixSources = [MatrixSourceReport(origin: .none, inForce: true)]
            description.problem = problem
            description.isReadable = false
            return [description]
        }
        let selected = selected
        return entries.map { description(of: $0, isSelected: $0 === selected) }
    }

    /// Applies another configuration. Sources go on.
    func reconfigure(_ options: SensorOptions, casing: CasingOrientation) {
        (self.options, self.casing) = (options, casing)
        for entry in entries { assign(entry, entry.sensor) }
    }

    /// Makes a source that reads a sensor.
    ///
    /// - Returns: Nothing if it is none of these.
    /// - Throws: ``SensorFailure`` if it cannot be read, or is being read.
    func makeSource(
        for id: String, handler: @escaping (SourceEvent) -> Void
    ) throws(SensorFailure) -> RemoteSource? {
        if entries.isEmpty, id == address.uri { throw .unusable(problem ?? "\(id) does not answer") }
        guard let entry = entries.first(where: { $0.id == id }) else { return nil }
        if let problem = entry.sensor.problem { throw .unusable(problem) }
        if entry.source?.isActive == true { throw .unusable("\(id) is already being read") }
        let source = RemoteSource(
            loop: loop, address: address, sensor: entry.sensor, record: entry.record,
            settings: ReaderSettings(
                frequency: options.samplingFrequency, usesBuffer: options.usesBuffer,
                makesTimerTrigger: false, journal: nil),
            handler: handler)
        source.onGone = { [weak self] failure in self?.sourceIsGone(id, failure) }
        source.onStart = { [weak self] end in
            self?.ends.removeAll { $0.wait(timeout: .zero) }
            self?.ends.append(end)
        }
        entry.source = source
        return source
    }

    /// Waits until what sources changed there is as it was, as far as the machine answers.
    func waitUntilRestored(until deadline: Duration) {
        for end in ends { _ = end.wait(timeout: max(.zero, deadline - KernelClock.monotonic.now)) }
    }
}

// MARK: What happens

extension RemoteSensors {
    private func take(_ finding: RemoteDirectory.Finding) {
        switch finding {
        case .sensors(let sensors):
            perform { replaceEntries(sensors) }
            tell(
                isReachable: true,
                entries.isEmpty
                    ? "answers; it has no accelerometer"
                    : "answers; it has \(entries.map(\.sensor.name).joined(separator: ", "))")
        case .unreachable(let error):
            // Whoever reads a sensor knows better, and will say so.
            if entries.contains(where: { $0.source?.isActive == true }) { return }
            lose("\(address.uri) cannot be reached: \(Self.reason(error))", .gone(error))
        }
    }

    /// A source lost its connection, or its sensor. Without the one others are lost too, with the other they stay.
    private func sourceIsGone(_ id: String, _ failure: SensorFailure) {
        directory.lookAgain()
        if ["ENOENT", "ENODEV", "ENXIO"].contains(failure.errnoName) {
            perform {
                entries.removeAll { $0.id == id }
                problem = "\(address.uri) has no accelerometer any more"
            }
            onNotice("\(id): the sensor is gone: \(failure)")
        } else {
            let reason =
                if case .gone(let error) = failure { Self.reason(error) } else { failure.description }
            lose("the connection to \(address.uri) is lost: \(reason)", failure)
        }
    }

    private func lose(_ reason: String, _ failure: SensorFailure) {
        tell(isReachable: false, "\(reason); it is tried again, after 30 s at most")
        let orphans = entries.compactMap(\.source)
        perform {
            entries = []
            problem = "\(reason); it is tried again"
        }
        for source in orphans { source.machineIsGone(failure) }
    }

    /// Why a machine does not answer, for people.
    private static func reason(_ error: SystemCallError) -> String {
        switch error.name {
        case "EPIPE": "it ended, or said nothing for 5 s"
        case "EPROTO": "its answers make no sense"
        case "ENXIO": "no machine of that name is found"
        default: error.message
        }
    }

    private func tell(isReachable: Bool, _ text: String) {
        if toldReachable == isReachable { return }
        toldReachable = isReachable
        onNotice(isReachable ? "\(address.uri) \(text)" : text)
    }

    private func replaceEntries(_ sensors: [RemoteSensor]) {
        problem = "\(address.uri) has no accelerometer"
        let before = entries
        entries = sensors.map { sensor in
            let isShared = sensors.contains { $0.name == sensor.name && $0.device != sensor.device }
            let id = "\(address.uri)/\(isShared ? sensor.device : sensor.name)"
            if let entry = before.first(where: { $0.id == id }) {
                assign(entry, sensor)
                return entry
            }
            let matrix = matrix(of: sensor)
            let conversion = conversion(of: sensor, matrix)
            if records.count > Self.recordLimit { records = [:] }
            let record = records[id] ?? SensorRecord(transport: .network, conversion: conversion)
            record.conversion = conversion
            records[id] = record
            return Entry(id: id, sensor: sensor, matrix: matrix, record: record)
        }
        // One that is being read is there, whatever the list says.
        entries += before.filter { entry in
            entry.source?.isActive == true && !entries.contains { $0 === entry }
        }
    }

    private func assign(_ entry: Entry, _ sensor: RemoteSensor) {
        entry.sensor = sensor
        entry.matrix = matrix(of: sensor)
        entry.record.conversion = conversion(of: sensor, entry.matrix)
    }

    private func conversion(of sensor: RemoteSensor, _ matrix: MatrixSelection) -> SensorConversion {
        SensorConversion(scale: sensor.units.scale, offset: sensor.units.offset, frame: matrix.frame)
    }

    /// This machine's hardware database and quirks say nothing about a sensor of another one.
    private func matrix(of sensor: RemoteSensor) -> MatrixSelection {
        MatrixSelection(
            MatrixSelection.Finding(configuration: options.mountMatrix, kernel: sensor.mountMatrix),
            signs: sensor.signs, options: options, casing: casing)
    }

    private static func candidate(_ entry: Entry) -> SensorRanking.Candidate {
        SensorRanking.Candidate(
            placement: SensorPlacement(path: entry.id), name: entry.sensor.name, label: entry.sensor.label,
            location: entry.sensor.location, problem: entry.sensor.problem)
    }

    private func description(of entry: Entry, isSelected: Bool) -> SensorDescription {
        let state = entry.record.snapshot
        var description = SensorDescription(
            id: entry.id, name: entry.sensor.name, devicePath: nil, transport: .network)
        let candidate = Self.candidate(entry)
        description.isSelected = isSelected
        description.isActive = entry.source?.isActive ?? false
        description.location = SensorRanking.location(of: candidate)
        description.scale = state.conversion.scale
        description.offset = state.conversion.offset
        description.deviceFrame = state.conversion.frame.elements
        description.matrixSources = entry.matrix.reports
        description.samplingFrequency = description.isActive ? state.samplingFrequency : nil
        description.errorCount = state.errorCount
        description.lastError = state.lastError
        description.outOfRange = state.outOfRange
        description.isReadable = entry.sensor.problem == nil
        description.problem =
            entry.sensor.problem
            ?? (isSelected ? nil : SensorRanking.objection(to: candidate, deniedNames: options.deniedNames))
        description.notes = entry.matrix.notes + [conventionNote(entry)].compactMap { $0 }
        return description
    }

    private func conventionNote(_ entry: Entry) -> String? {
        guard options.convention == nil,
            entry.matrix.reports.contains(where: { $0.inForce && $0.origin == .kernel })
        else { return nil }
        return
            "how x and y of the matrix of \(address.uri) count cannot be seen from here; they are shown as "
            + "the desktops show them, and Convention= says otherwise"
    }
}
