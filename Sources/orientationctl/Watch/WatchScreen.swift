internal import BringUp
internal import OrientationClient
internal import OrientationCore
internal import OrientationProtocol

/// The screen of `orientationctl watch`: what is known in, lines out.
///
/// At 80×24 all of it is there. A larger terminal gets a larger drawing; a narrow one none; a low one
/// loses what explains before what is measured.
struct WatchScreen {
    /// How wide the readings beside the drawing are.
    private static let readingsWidth = 47
    /// Below this width a drawing says nothing.
    private static let leastDrawing = 20

    let model: WatchModel
    let abilities: TerminalAbilities

    /// The lines, no more than there are rows.
    func lines(columns: Int, rows: Int) -> [StyledText] {
        let readings = self.readings
        let paths = self.paths
        let below = [StyledText("")] + paths + notes
        var lines = [title, StyledText("")]
        let room = rows - lines.count - 1
        if room >= readings.count + below.count {
            lines += beside(readings, columns: columns, rows: room - below.count) + below
        } else if room >= readings.count {
            lines += beside(readings, columns: columns, rows: readings.count)
            lines += below.prefix(room - readings.count)
        } else {
            lines = ([title] + readings).prefix(max(0, rows - 1)).map { $0 }
        }
        lines += Array(repeating: StyledText(""), count: max(0, rows - 1 - lines.count))
        lines.append(StyledText(" q quits", .faint))
        return Array(lines.suffix(max(1, rows)))
    }

    /// The readings with the drawing on their left, if there is room.
    private func beside(_ readings: [StyledText], columns: Int, rows: Int) -> [StyledText] {
        let width = columns - Self.readingsWidth
        guard width >= Self.leastDrawing else { return readings }
        let drawing = TabletDrawing(
            model.sample?.acceleration ?? Acceleration(x: 0, y: 0, z: 0), side: model.side)
        let picture =
            model.sample == nil
            ? [] : drawing.lines(columns: width - 2, rows: rows, isUnicode: abilities.hasUnicode)
        return (0..<rows).map { row in
            let left = StyledText(row < picture.count ? " " + picture[row] : "", .accent)
            return row < readings.count ? left.padded(to: width) + readings[row] : left
        }
    }

    // MARK: What is measured

    private var title: StyledText {
        let name = model.sensor?.name ?? "waiting for the sensor"
        let how = model.sensor.map { " · " + $0.readingWords } ?? ""
        return StyledText(" \(name)", .strong) + StyledText(how)
    }

    private var readings: [StyledText] {
        var lines = [
            row("held", StyledText(model.held.name, .strong)),
            row("", StyledText(edgeWords, .faint)),
        ]
        if let state = model.state {
            lines += [
                row(
                    "shown",
                    StyledText("\(state.interfaceOrientation.name), rotation \(state.rotation)")
                        + StyledText(state.supported ? "" : " held", .warning)),
                row("lock", StyledText(state.rotationLock.orientation?.name ?? "off")),
            ]
        }
        lines += [row("sensor", status), row("", counts), StyledText("")]
        lines.append(StyledText("           m/s²         raw", .faint))
        let acceleration = model.sample?.acceleration
        let axes = [acceleration?.x, acceleration?.y, acceleration?.z]
        for (index, name) in ["x", "y", "z"].enumerated() {
            let raw = model.sample.flatMap { index < $0.raw.count ? "\($0.raw[index])" : nil } ?? "-"
            lines.append(row(name, StyledText(number(axes[index], 2, signed: true) + raw.aligned(to: 12))))
        }
        lines.append(row("|a|", StyledText(number(acceleration?.length, 2))))
        let attitude = acceleration.flatMap(Attitude.init)
        let degree = abilities.hasUnicode ? "°" : " deg"
        let roll = attitude.map { $0.hasRoll ? number($0.roll, 1, signed: true) + degree : "   flat" }
        let tilt = attitude.map { number($0.tilt, 1, signed: true) + degree }
        lines.append(row("roll", StyledText((roll ?? number(nil, 1)) + "   tilt" + (tilt ?? number(nil, 1)))))
        return lines
    }

    /// What ``WatchModel/held`` means, in few words.
    private var edgeWords: String {
        switch model.held {
        case .unknown: "no measurement says how"
        case .portrait: "upright, the top edge up"
        case .portraitUpsideDown: "upside down, the bottom edge up"
        case .landscapeLeft: "turned left, the right edge up"
        case .landscapeRight: "turned right, the left edge up"
        case .faceUp: "flat, the display up"
        case .faceDown: "flat, the display down"
        }
    }

    private func row(_ name: String, _ value: StyledText) -> StyledText {
        StyledText(name.padded(to: 8), .faint) + value
    }

    private func number(_ number: Double?, _ decimals: Int, signed: Bool = false) -> String {
        (number.map { $0.text(decimals: decimals, signed: signed) } ?? "-").aligned(to: 7)
    }

    private var status: StyledText {
        if let silence = model.silence {
            return StyledText("silent for \((silence / .seconds(1)).text(decimals: 0)) s", .bad)
        }
        if model.sample == nil {
            let word = model.state.map { ": \($0.sensorStatus.rawValue)" } ?? ""
            return StyledText("no measurement yet" + word, .warning)
        }
        let word = model.state?.sensorStatus.rawValue ?? "read directly"
        let isGood = model.state.map { $0.sensorStatus == .ready } ?? true
        let got = model.rate.value.map { ", \($0.text(decimals: 1)) Hz got" } ?? ""
        return StyledText(word, isGood ? .good : .warning) + StyledText(got)
    }

    private var counts: StyledText {
        var counts: [String] = []
        if let errors = model.sensor?.errorCount, errors > 0 { counts.append("\(errors) reads failed") }
        if let strange = model.sensor?.outOfRange, strange > 0 { counts.append("\(strange) out of range") }
        if model.lostCount > 0 { counts.append("\(model.lostCount) lost") }
        return counts.isEmpty ? StyledText("") : StyledText(counts.joined(separator: ", "), .warning)
    }

    // MARK: What is decided

    private var paths: [StyledText] {
        let spread = model.classifier.spread.map { "spread \($0.text(decimals: 2)) m/s²" } ?? "spread -"
        let believed = model.classifier.evidence?.rawValue ?? "none: rejected"
        let alone = model.sample.map { "this sample alone \($0.candidate.name)" } ?? ""
        return [
            StyledText(" evidence ", .faint) + StyledText(believed.padded(to: 16), .strong)
                + StyledText("\(spread) · \(alone)", .faint)
        ] + [EvidencePath.steady, .medium, .slow].map(line)
    }

    /// What one path says.
    private func line(_ path: EvidencePath) -> StyledText {
        let name = StyledText("   " + path.rawValue.padded(to: 9), .faint)
        guard model.classifier.believes(path) else { return name + StyledText("says nothing", .faint) }
        if model.classifier.orientation == .unknown {
            return name + StyledText("looks for the first orientation", .accent)
        }
        guard let progress = model.classifier.progress.first(where: { $0.path == path }) else {
            return name + StyledText("agrees", .faint)
        }
        let past = max(.zero, (model.sample?.timestamp ?? progress.since) - progress.since)
        let seconds = [past, progress.dwell].map { ($0 / .seconds(1)).text(decimals: 2) }
        return name + StyledText(progress.candidate.name.padded(to: 20), .warning)
            + StyledText("[" + bar(past / progress.dwell) + "] ", .accent)
            + StyledText("\(seconds[0]) of \(seconds[1]) s")
    }

    private func bar(_ share: Double) -> String {
        let width = 20
        let full = Int(Double(width) * max(0, min(1, share)))
        return String(repeating: "█", count: full) + String(repeating: "░", count: width - full)
    }

    private var notes: [StyledText] {
        var notes = [StyledText("")]
        if let change = model.lastChange {
            let age = ((model.now - change.time) / .seconds(1)).text(decimals: 1)
            let path =
                change.path.map { ", by \($0.rawValue == "start" ? "the first sample" : $0.rawValue)" } ?? ""
            notes = [
                StyledText(" last     ", .faint)
                    + StyledText("\(change.from.name) → \(change.to.name)\(path), \(age) s ago")
            ]
        }
        if let here = model.difference {
            notes.append(
                StyledText(
                    " Decided here: \(here.name). The service may have another configuration.", .warning))
        }
        return notes
    }
}
