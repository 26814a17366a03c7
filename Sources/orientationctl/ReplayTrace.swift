internal import Configuration
internal import IndustrialIO
internal import JSON
internal import OrientationCore
internal import SystemCalls

/// A recording that is replayed.
struct ReplayTrace {
    /// What was made of it at one moment.
    struct Change {
        /// On the recording's own clock.
        let time: Duration
        /// Since the first sample.
        let sinceStart: Duration
        /// How the device is held.
        let device: DeviceOrientation
        /// How an interface that lets the device decide is drawn.
        let interface: InterfaceOrientation
    }

    /// The name of its result, without folder and extension.
    let name: String
    /// The file.
    let path: String
    /// To when the clock is advanced after the last sample.
    private let end: Duration?

    /// A recording that ends with its last sample.
    init(path: String) {
        self.init(name: Self.baseName(path), path: path, end: nil)
    }

    private init(name: String, path: String, end: Duration?) {
        self.name = name
        self.path = path
        self.end = end
    }

    /// Replays the recording.
    ///
    /// - Parameters:
    ///   - settings: What to decide by; without any, as the recording says.
    ///   - damage: Takes what is passed over because it is wrong; without it nothing is.
    /// - Returns: Every change of the device orientation from unknown on, in order.
    func changes(with settings: Settings?, damage: inout RecordingDamage?) throws(Failure) -> [Change] {
        do throws(RecordingError) {
            let reader = try RecordingReader(path: path, isLenient: damage != nil, mayWait: true)
            let changes = try replay(reader, with: settings ?? Settings(reader.header))
            damage?.add(reader)
            // Where all of them are wrong, that is told.
            if reader.sampleCount == 0, reader.faultCount == 0 {
                throw RecordingError(path: path, line: nil, fault: .noSamples)
            }
            return changes
        } catch {
            throw Failure("\(error)", .no)
        }
    }

    private func replay(
        _ recording: RecordingReader, with settings: Settings
    ) throws(RecordingError) -> [Change] {
        var classifier = OrientationClassifier(settings: settings.classifier)
        var screen = Machine(
            kind: settings.interface.kind ?? .pad, configured: settings.interface.lists,
            naturalOrientation: settings.sensor.naturalOrientation ?? .portrait)
        var changes: [Change] = []
        var start: Duration?
        func note(_ device: DeviceOrientation, at time: Duration) {
            guard device != screen.device else { return }
            screen.device = device
            changes.append(
                Change(
                    time: time, sinceStart: time - (start ?? time), device: device,
                    interface: screen.shown))
        }
        /// A device orientation that nothing confirms is given up on time, not with the next sample.
        func letPass(until time: Duration) {
            guard let silence = classifier.silenceTime, silence <= time else { return }
            note(classifier.advance(to: silence), at: silence)
        }

        while let sample = try recording.next() {
            start = start ?? sample.time
            letPass(until: sample.time)
            note(classifier.classify(sample.acceleration, at: sample.time), at: sample.time)
        }
        if let end { letPass(until: end) }
        return changes
    }

    private static func baseName(_ path: String) -> String {
        let file = path.split(separator: "/").last ?? ""
        return String(file.hasSuffix(".csv") ? file.dropLast(4) : file)
    }
}

extension Settings {
    /// What the daemon was configured to when a recording was made, as far as the recording says.
    init(_ header: RecordingHeader) {
        self.init()
        classifier = header.classifier
        sensor.naturalOrientation = header.natural
        sensor.panelOrientation = header.panel
    }
}

extension ReplayTrace {
    /// The traces that a benchmark's manifest lists: an object with an array `traces`, each with `name`
    /// (of the file beside the manifest, without `.csv`) and `t_end` (nanoseconds).
    static func list(manifest path: String) throws(Failure) -> [ReplayTrace] {
        let manifest = try parse(manifest: path)
        guard let traces = manifest.object?["traces"]?.array else {
            throw wrong(path, "has no array \"traces\"")
        }
        let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .map { $0 + "/" }.joined()
        var list: [ReplayTrace] = []
        for (index, trace) in traces.enumerated() {
            let place = "traces[\(index)]"
            guard let name = trace.object?["name"]?.string, isFileName(name) else {
                throw wrong(path, "\(place).name is not the name of a file beside it")
            }
            guard let end = trace.object?["t_end"]?.integer else {
                throw wrong(path, "\(place).t_end is not a whole number of nanoseconds")
            }
            list.append(ReplayTrace(name: name, path: "\(folder)\(name).csv", end: .nanoseconds(end)))
        }
        return list
    }

    private static func parse(manifest path: String) throws(Failure) -> JSONValue {
        let bytes: [UInt8]
        do throws(SystemCallError) {
            bytes = try Files.contents(of: path, limit: 1 << 28, mayWait: true)
        } catch {
            throw wrong(path, error.message)
        }
        do throws(JSONError) {
            return try JSONValue(parsing: bytes)
        } catch {
            throw wrong(path, "\(error)")
        }
    }

    private static func wrong(_ manifest: String, _ problem: String) -> Failure {
        Failure("\(manifest): \(problem)", .usage)
    }

    /// Whether results and traces of that name stay in their folders.
    private static func isFileName(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".") && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }
}
