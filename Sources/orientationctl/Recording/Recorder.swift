internal import BringUp
internal import IndustrialIO
internal import OrientationCore
internal import OrientationProtocol

/// Writes what comes from a sensor to a file.
final class Recorder {
    /// Called with the first sample.
    var onFirstSample: () -> Void = {}

    private let file: NewFile
    private unowned let session: SampleSession
    private var header: RecordingHeader
    private var writer: RecordingWriter?
    private var device: DeviceOrientation?
    private var errorCount: Int?
    private var lastTime: Duration?
    private var rate = SamplingRate()

    init(file: NewFile, header: RecordingHeader, session: SampleSession) {
        self.file = file
        self.header = header
        self.session = session
    }

    /// Whether the sensor is known and the file has something in it.
    var hasBegun: Bool { writer != nil }

    /// What was recorded, for people.
    var summary: String {
        let seconds = (writer?.length ?? .zero) / .seconds(1)
        let count = writer?.sampleCount ?? 0
        let average =
            count > 1 && seconds > 0 ? ", \((Double(count - 1) / seconds).text(decimals: 1)) Hz" : ""
        let lost = writer.map { $0.lostCount > 0 ? ", \($0.lostCount) lost" : "" } ?? ""
        return "\(count.samplesText) in \(seconds.text(decimals: 1)) s\(average)\(lost)"
    }

    /// How it goes, for people.
    var progress: String {
        guard writer != nil else { return "waiting for the sensor" }
        let now = rate.value.map { ", now \($0.text(decimals: 1)) Hz" } ?? ""
        return summary + now + (device.map { ", \($0.name)" } ?? "") + "; ctrl-C ends"
    }

    /// Takes what comes from the sensor.
    func take(_ event: SampleEvent) {
        switch event {
        case .sensor(let sensor): describe(sensor)
        case .samples(let samples, let lost, let device):
            if writer?.sampleCount == 0, !samples.isEmpty { onFirstSample() }
            writer?.lose(lost)
            for sample in samples where sample.raw.count == 3 {
                let raw = RawReading(x: sample.raw[0], y: sample.raw[1], z: sample.raw[2])
                writer?.append(raw, at: sample.timestamp, device: device)
                rate.append(sample.timestamp)
            }
            self.device = device
        case .ended(let failure): if let failure { writer?.remark(failure.message) }
        }
        write()
    }

    /// Writes the last line.
    func finish() throws(Failure) {
        guard writer != nil else { return }
        writer?.end()
        try file.write(writer?.take() ?? [])
        try file.finish()
    }

    private func describe(_ sensor: Sensor) {
        header.describe(sensor)
        if writer == nil {
            if let path = sensor.devicePath { header.describeSensor(at: path) }
            if sensor.transport == .network { header.forgetMachine() }
            let casing = session.casing
            (header.natural, header.panel) = (casing?.natural, casing?.panel)
            writer = RecordingWriter(header)
        } else {
            writer?.change(header)
        }
        if let errorCount, sensor.errorCount > errorCount {
            let last = sensor.lastError.map { ", the last: \($0)" } ?? ""
            writer?.remark("\(sensor.errorCount - errorCount) reads failed\(last)")
        }
        errorCount = sensor.errorCount
    }

    private func write() {
        guard let bytes = writer?.take(), !bytes.isEmpty else { return }
        do throws(Failure) { try file.write(bytes) } catch {
            writer = nil
            session.end(error)
        }
    }
}

/// How many samples come each second, over the last moments.
struct SamplingRate {
    private static let span = 32

    private var times: [Duration] = []

    /// Takes the time of a sample.
    mutating func append(_ time: Duration) {
        times.append(time)
        if times.count > Self.span { times.removeFirst() }
    }

    /// In samples each second; nothing while there are too few.
    var value: Double? {
        guard let first = times.first, let last = times.last, times.count > 2, last > first else {
            return nil
        }
        return Double(times.count - 1) / ((last - first) / .seconds(1))
    }
}
