internal import CLinux
internal import OrientationClient
internal import OrientationCore
internal import SystemCalls

extension OrientationState {
    /// The state on some lines, for people.
    var report: String {
        var lines = [
            ("device", "\(deviceOrientation.name) (\(deviceOrientation.posture))"),
            ("interface", "\(interfaceOrientation.name) (\(panelWords))"),
        ]
        if !supported { lines.append(("", "held: nothing is left that policy and configuration allow")) }
        lines.append(("allowed", allowed.isEmpty ? "none" : allowed.map(\.name).joined(separator: ", ")))
        lines.append(("lock", rotationLock.orientation.map { "on, \($0.name)" } ?? "off"))
        lines.append(("sensor", sensorStatus.rawValue + (sensor.map { ", \($0)" } ?? "")))
        return lines.map { name, text in name.padded(to: 11) + text + "\n" }.joined()
    }

    private var panelWords: String {
        var words = "rotation \(rotation)"
        if let turn = CounterclockwiseTurn(rotation: rotation) {
            words += ", wl_output \(turn.wlOutputName), hwdb \(turn.hwdbName)"
        }
        return words
    }

    /// The head of the columns of ``line``.
    static let lineHead =
        "time".padded(to: 14) + "device".padded(to: 20) + "interface".padded(to: 20)
        + "rotation".padded(to: 10)
        + "why"

    /// The state on one line, for people.
    var line: String {
        var why = cause.name
        if let turned { why += turned > 0 ? ", turned +\(turned)" : ", turned \(turned)" }
        if !supported { why += ", not supported" }
        if let orientation = rotationLock.orientation { why += ", locked in \(orientation.name)" }
        if sensorStatus != .ready { why += ", sensor \(sensorStatus.rawValue)" }
        return timeOfDay.padded(to: 14) + deviceOrientation.name.padded(to: 20)
            + interfaceOrientation.name.padded(to: 20) + String(rotation).padded(to: 10) + why
    }

    /// When the state came about, as local time of day.
    private var timeOfDay: String {
        let age = KernelClock.bootTime.now - timestamp
        let (seconds, attoseconds) = (KernelClock.realTime.now - age).components
        var time = Int(seconds)
        var parts = tm()
        localtime_r(&time, &parts)
        func digits(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        let milliseconds = Int(attoseconds / 1_000_000_000_000_000)
        return [parts.tm_hour, parts.tm_min, parts.tm_sec].map { digits(Int($0), 2) }.joined(separator: ":")
            + "." + digits(milliseconds, 3)
    }
}

extension DeviceOrientation {
    /// What the name means, in a few words.
    fileprivate var posture: String {
        switch self {
        case .unknown: "no measurement says how it is held"
        case .portrait: "upright"
        case .portraitUpsideDown: "upside down"
        case .landscapeLeft: "turned counter-clockwise, the top edge to the left"
        case .landscapeRight: "turned clockwise, the top edge to the right"
        case .faceUp: "lying on its back"
        case .faceDown: "lying on its display"
        }
    }
}

extension String {
    /// The text with blanks behind it up to a width, and at least one.
    func padded(to width: Int) -> String { self + String(repeating: " ", count: max(1, width - utf8.count)) }
}
