internal import BringUp
internal import OrientationCore

/// What is shown while a mounting is found: values in, lines out.
struct CalibrateScreen {
    /// The postures, in the order in which they are asked for.
    var postures: [CasingPosture]
    /// How the casing was built.
    let casing: Casing
    /// The sensor's name.
    var sensor = "the sensor"
    /// Whether nothing comes from the sensor.
    var isSilent = false
    /// Why further postures are asked for, or one once more: two lines at most.
    var notes: [String] = []
    /// What postures are called.
    let names: PostureNames

    /// Why further postures are asked for.
    static func note(_ reason: CalibrationReview.Reason) -> [String] {
        switch reason {
        case .mirrored:
            [
                "These readings mirror, which this kind of sensor does not do by itself.",
                "More postures tell whether one was held the other way round.",
            ]
        case .contradictory:
            [
                "These readings contradict each other; one posture was held otherwise.",
                "They are kept, and more postures tell which one it was.",
            ]
        }
    }

    /// Why a posture is asked for once more.
    func note(again posture: Posture) -> [String] {
        ["\(names[posture]) does not fit the other readings, which are kept.", "Hold it so once more."]
    }

    init(postures: [CasingPosture], casing: Casing) {
        self.postures = postures
        self.casing = casing
        names = PostureNames(natural: casing.natural, panel: casing.panel)
    }

    /// The lines of a terminal of at least 80 columns and 24 rows.
    func lines(_ calibration: GuidedCalibration) -> [String] {
        let index =
            postures.firstIndex { $0.posture(of: casing.panel) == calibration.current } ?? postures.count - 1
        let posture = postures[index]
        var lines = [
            String(" How \(sensor) is mounted".prefix(50)).padded(to: 52)
                + "\(index + 1) of \(postures.count): \(name(posture))"
        ]
        lines += notes.isEmpty ? [""] : notes.map { " " + $0 }
        lines.append(" " + instruction(posture))
        lines += PostureDrawing(posture, isWide: isWide).lines.map { String(repeating: " ", count: 24) + $0 }
        lines += Array(repeating: "", count: max(0, 15 - lines.count))
        lines += [" " + Self.reading(calibration.last), " " + status(calibration), ""]
        for (number, done) in postures.enumerated() where number != index {
            guard let reading = calibration.readings[done.posture(of: casing.panel)] else { continue }
            lines.append(" \(number + 1). \(name(done).padded(to: 20)) \(Self.reading(reading))")
        }
        lines += Array(repeating: "", count: max(0, 23 - lines.count))
        lines.append(" Enter: it is held so   b: back   s: leave this out   q: quit, changing nothing")
        return lines
    }

    /// The posture that is asked for in one line, for those who read no screen.
    func line(_ posture: CasingPosture) -> String {
        let index = postures.firstIndex(of: posture) ?? 0
        return "\(index + 1) of \(postures.count), \(name(posture)): \(instruction(posture))"
    }

    /// How to hold the device.
    private func instruction(_ posture: CasingPosture) -> String {
        switch posture {
        case .upright: "Hold it upright, as it was built to be held, its top edge up."
        case .turnedLeft: "From upright, turn it to the left by a quarter: its right edge up."
        case .turnedRight: "From upright, turn it to the right by a quarter: its left edge up."
        case .upsideDown: "Hold it upside down, its bottom edge up."
        case .faceUp: "Lay it down flat, its display up."
        case .faceDown: "Hold it level, or lay it down, its display down."
        }
    }

    /// What is to be done now, or what is being done, in one line.
    private func status(_ calibration: GuidedCalibration) -> String {
        if isSilent { return "The sensor says nothing. Press q; orientationctl doctor looks into it." }
        return switch calibration.state {
        case .waitingForSensor: "Waiting for the sensor."
        case .waitingForMotion: "Pick it up and hold it so. If it is held so already, press Enter or wait."
        case .moving: "Hold it so, and keep it still."
        case .heldAs(let earlier):
            "Held as for \(names[earlier]). If that was wrong, Enter asks for it again."
        case .still(let share): "Keep it still  [" + Self.bar(share) + "]"
        case .done: "Done."
        }
    }

    /// A reading in one line, in m/s² on the axes of the sensor.
    static func reading(_ reading: PostureReading?) -> String {
        guard let reading else { return "x      –   y      –   z      –   |a|      –  m/s²" }
        let axes = zip(["x", "y", "z"], reading.axes).map { name, value in
            name + (value?.text(decimals: 2, signed: true) ?? "–").aligned(to: 7)
        }
        let length = reading.axes.reduce(0) { $0 + ($1 ?? 0) * ($1 ?? 0) }.squareRoot()
        return axes.joined(separator: "  ") + "  |a|" + length.text(decimals: 2).aligned(to: 6) + " m/s²"
    }

    private static func bar(_ share: Double) -> String {
        let width = 30
        let full = Int(Double(width) * max(0, min(1, share)))
        return String(repeating: "#", count: full) + String(repeating: "-", count: width - full)
    }

    private var isWide: Bool { casing.natural != .portrait && casing.natural != .portraitUpsideDown }

    /// A posture by the name that the daemon has for it.
    func name(_ posture: CasingPosture) -> String { names[posture.posture(of: casing.panel)] }
}
