internal import BringUp
internal import JSON
internal import OrientationCore
internal import OrientationProtocol

/// Prints samples, one a line.
struct SamplePrinter {
    /// How they are printed.
    enum Form {
        case text, csv, json
    }

    private let form: Form
    /// How many are still wanted; without a number all.
    private var rest: Int?
    private var start: Duration?
    private var hasBegun = false

    init(form: Form, rest: Int?) {
        self.form = form
        self.rest = rest
    }

    /// Prints what stands above the samples, the first time.
    mutating func begin(with sensor: Sensor) {
        if form == .text {
            Output.error("orientationctl samples: \(sensor.id), \(sensor.readingWords)")
        }
        guard !hasBegun else { return }
        hasBegun = true
        switch form {
        case .text: Output.line(Self.lineHead)
        case .csv: Output.line("t_ns,x,y,z,raw_x,raw_y,raw_z,candidate,device")
        case .json: break
        }
    }

    /// Prints samples.
    ///
    /// - Returns: Whether more are wanted: not, if there were enough or nobody reads them.
    /// - Throws: Why they cannot be written, such as a full disk.
    mutating func print(
        _ samples: [Sample], lost: Int, device: DeviceOrientation?
    ) throws(Failure) -> Bool {
        if lost > 0 { Output.error("orientationctl samples: \(lost.samplesText) lost here") }
        let wanted = samples.prefix(rest ?? .max)
        rest = rest.map { $0 - wanted.count }
        var text = ""
        for sample in wanted {
            let start = start ?? sample.timestamp
            self.start = start
            switch form {
            case .text: text += sample.line(since: start, device: device)
            case .csv: text += sample.csv(device: device)
            case .json: text += String(decoding: JSONWriter.bytes(of: sample), as: UTF8.self)
            }
            text += "\n"
        }
        guard Output.attempt(text) else {
            if let failure = Output.failure { throw failure }
            return false
        }
        return rest != 0
    }

    private static let lineHead =
        "      time        x        y        z      |a|  " + "looks".padded(to: 20) + "held".padded(to: 20)
        + "raw"
}

extension Sensor {
    /// How it is read, in a few words.
    var readingWords: String {
        let how =
            switch transport {
            case .bufferHardware: "by its buffer"
            case .bufferSoftware: "by its buffer and a timer"
            case .sysfs: "polled"
            case .network: "over the network"
            case .recording: "from a recording"
            default: "by \(transport.rawValue)"
            }
        return how + (samplingFrequency.map { ", set to \($0.text(decimals: 1)) Hz" } ?? "")
    }
}

extension Sample {
    /// The sample for people.
    fileprivate func line(since start: Duration, device: DeviceOrientation?) -> String {
        let seconds = (timestamp - start) / .seconds(1)
        let axes = [acceleration.x, acceleration.y, acceleration.z].map { $0.text(decimals: 2, signed: true) }
        let numbers = axes + [acceleration.length.text(decimals: 2)]
        return seconds.text(decimals: 3).aligned(to: 10) + numbers.map { $0.aligned(to: 9) }.joined() + "  "
            + candidate.name.padded(to: 20) + (device?.name ?? "").padded(to: 20)
            + raw.map { "\($0)" }.joined(separator: " ")
    }

    /// The sample as a line of CSV.
    fileprivate func csv(device: DeviceOrientation?) -> String {
        let (seconds, attoseconds) = timestamp.components
        let nanoseconds = seconds * 1_000_000_000 + attoseconds / 1_000_000_000
        let axes = [acceleration.x, acceleration.y, acceleration.z].map { $0.text(decimals: 6) }
        return ([String(nanoseconds)] + axes + raw.map { "\($0)" } + [candidate.name, device?.name ?? ""])
            .joined(separator: ",")
    }
}

extension String {
    /// The text with blanks before it up to a width.
    func aligned(to width: Int) -> String {
        String(repeating: " ", count: max(0, width - utf8.count)) + self
    }
}
