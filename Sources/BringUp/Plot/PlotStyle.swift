internal import OrientationCore

/// The colours of a plot. They stay apart for people who see few colours; in grey, names and dashes do.
enum PlotStyle {
    static let ink = "#222222"
    static let faint = "#6b6b6b"
    static let grid = "#d9d9d9"
    static let frame = "#8a8a8a"
    static let x = "#a01313"
    static let y = "#2b8a3e"
    static let z = "#3f7fe0"
    static let length = "#111111"
    static let roll = "#3d2c73"
    static let tilt = "#7a4a00"
    static let rejected = "#d0006f"
    static let lost = "#e07b00"

    static func fill(_ orientation: DeviceOrientation) -> String {
        switch orientation {
        case .portrait: "#4477aa"
        case .portraitUpsideDown: "#88ccee"
        case .landscapeLeft: "#228833"
        case .landscapeRight: "#ccbb44"
        case .faceUp: "#aa3377"
        case .faceDown: "#ee8877"
        case .unknown: "#d0d0d0"
        }
    }

    /// The colour of a text on ``fill(_:)-(DeviceOrientation)``.
    static func text(on orientation: DeviceOrientation) -> String {
        switch orientation {
        case .portrait, .landscapeLeft, .faceUp: "#ffffff"
        case .portraitUpsideDown, .landscapeRight, .faceDown, .unknown: "#111111"
        }
    }

    static func fill(_ evidence: PlotEvidence) -> String {
        switch evidence {
        case .steady: "#2b2b2b"
        case .medium: "#7d7d7d"
        case .slow: "#c4c4c4"
        case .none: rejected
        }
    }

    static func text(on evidence: PlotEvidence) -> String { evidence == .slow ? "#111111" : "#ffffff" }

    /// How an orientation is called where there is little room.
    static func shortName(_ orientation: DeviceOrientation) -> String {
        switch orientation {
        case .portrait: "P"
        case .portraitUpsideDown: "U"
        case .landscapeLeft: "L"
        case .landscapeRight: "R"
        case .faceUp: "up"
        case .faceDown: "dn"
        case .unknown: "?"
        }
    }
}

/// Where the ticks of an axis are.
enum PlotTicks {
    /// The distance of ticks on a time axis: round in seconds, minutes or hours.
    ///
    /// - Parameters:
    ///   - seconds: How long the axis is.
    ///   - limit: How many ticks there is room for.
    static func timeStep(for seconds: Double, limit: Int) -> Double {
        let steps: [Double] = [
            0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200,
            14_400, 21_600, 43_200,
        ]
        let least = seconds / Double(limit)
        return steps.first { $0 >= least } ?? (least / 86_400).rounded(.up) * 86_400
    }

    /// A time as it is written at a tick.
    static func timeText(_ seconds: Double, step: Double, length: Double) -> String {
        if length < 180 {
            return seconds.text(decimals: step >= 1 ? 0 : step >= 0.1 ? 1 : 2)
        }
        let whole = Int(seconds.rounded())
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        if length < 7200 { return "\(whole / 60):\(padded(whole % 60))" }
        return "\(whole / 3600):\(padded(whole / 60 % 60))"
    }

    /// The unit in which ``timeText(_:step:length:)`` writes.
    static func timeUnit(length: Double) -> String {
        length < 180 ? "s" : length < 7200 ? "min:s" : "h:min"
    }

    /// The distance of ticks on an axis of values: 1, 2 or 5 times a power of ten.
    static func valueStep(for span: Double, limit: Int) -> Double {
        let least = span / Double(limit)
        guard least > 0, least.isFinite else { return 1 }
        var power = 1.0
        while power > least { power /= 10 }
        while power * 10 <= least { power *= 10 }
        return [1.0, 2, 5, 10].map { $0 * power }.first { $0 >= least * 0.999_999 } ?? 10 * power
    }
}
