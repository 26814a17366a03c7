internal import OrientationCore

/// The picture of a recording: what was measured, where it stood to the thresholds, and what was decided.
///
/// From the top: accelerations; roll and tilt, each with the range within which the orientation in force
/// was kept; and bands of what was recorded, what is decided now, what each sample looks like alone, and
/// which evidence could be believed. A turn is where a line leaves its shaded range; a wrong one is where
/// it does so, or is believed, and the device was not turned.
public struct PlotFigure {
    /// How many columns a plot should have for a figure: one for each pixel.
    public static let columns = 980

    static let width = 1230.0
    static let left = 110.0
    static let plotWidth = Double(columns)
    static let right = left + plotWidth

    let data: PlotData
    let title: String
    /// Knows how far a side is kept.
    let rules: OrientationClassifier

    /// Makes a figure.
    ///
    /// - Parameters:
    ///   - data: What is shown.
    ///   - title: What stands above, such as the name of the file.
    public init(_ data: PlotData, title: String) {
        self.data = data
        self.title = title
        rules = OrientationClassifier(settings: data.settings)
    }

    private var acceleration: PlotPanel { PlotPanel(top: 98, height: 240, bounds: accelerationBounds) }
    private var roll: PlotPanel { PlotPanel(top: acceleration.bottom + 34, height: 210, bounds: -190...190) }
    private var tilt: PlotPanel { PlotPanel(top: roll.bottom + 34, height: 140, bounds: -90...90) }
    private var bandsTop: Double { tilt.bottom + 20 }

    /// Width and height of the picture, in pixels at 96 an inch.
    public var size: (width: Double, height: Double) {
        (Self.width, bandsTop + Double(bands.count) * Self.bandDistance + 100)
    }

    /// The picture as an SVG file.
    public var svg: String {
        let bands = self.bands
        let (acceleration, roll, tilt) = (self.acceleration, self.roll, self.tilt)
        let bandsBottom = bandsTop + Double(bands.count) * Self.bandDistance
        var svg = SVG(width: size.width, height: size.height, title: title)

        drawHeading(&svg)
        drawTimeGrid(&svg, from: acceleration.top, to: bandsBottom)
        drawAccelerations(&svg, in: acceleration)
        drawRoll(&svg, in: roll)
        drawTilt(&svg, in: tilt)
        drawChanges(&svg, from: acceleration.top, to: bandsBottom)
        for (index, band) in bands.enumerated() {
            draw(band, &svg, top: bandsTop + Double(index) * Self.bandDistance)
        }
        drawTimeAxis(&svg, at: bandsBottom)
        drawLegend(&svg, top: bandsBottom + 54)
        return svg.text
    }

    // MARK: Time

    var seconds: ClosedRange<Double> {
        data.times.lowerBound / .seconds(1)...data.times.upperBound / .seconds(1)
    }

    func x(_ time: Duration) -> Double {
        let share = (time - data.times.lowerBound) / (data.times.upperBound - data.times.lowerBound)
        return Self.left + share * Self.plotWidth
    }

    /// The middle of a column.
    func x(column: Int) -> Double {
        Self.left + (Double(column) + 0.5) / Double(data.columns.count) * Self.plotWidth
    }

    private var length: Double { seconds.upperBound - seconds.lowerBound }

    private var timeTicks: (step: Double, times: [Double]) {
        let step = PlotTicks.timeStep(for: length, limit: 11)
        let first = Int((seconds.lowerBound / step).rounded(.up))
        let last = Int((seconds.upperBound / step).rounded(.down))
        return (step, first <= last ? (first...last).map { Double($0) * step } : [])
    }

    private func drawTimeGrid(_ svg: inout SVG, from top: Double, to bottom: Double) {
        for time in timeTicks.times {
            let x = x(.seconds(time))
            svg.line(from: (x, top), to: (x, bottom), .init(stroke: PlotStyle.grid, width: 0.8))
        }
    }

    private func drawTimeAxis(_ svg: inout SVG, at y: Double) {
        let (step, times) = timeTicks
        for time in times {
            let x = x(.seconds(time))
            svg.line(from: (x, y), to: (x, y + 5), .init(stroke: PlotStyle.frame, width: 1))
            svg.text(
                PlotTicks.timeText(time, step: step, length: length), x: x, y: y + 18, anchor: .middle)
        }
        svg.text(
            "time since the first sample, \(PlotTicks.timeUnit(length: length))",
            x: Self.left + Self.plotWidth / 2, y: y + 36, size: 12, anchor: .middle)
    }

    /// Whether changes are few enough to be told apart.
    var showsChanges: Bool { data.changeCount <= 60 }

    /// A hairline where the orientation changed.
    private func drawChanges(_ svg: inout SVG, from top: Double, to bottom: Double) {
        guard showsChanges else { return }
        for change in data.changes where change.time > data.times.lowerBound {
            let x = x(change.time)
            svg.line(
                from: (x, top), to: (x, bottom),
                .init(stroke: PlotStyle.ink, width: 0.9, opacity: 0.6, dashes: "1 2"))
        }
    }

    // MARK: Heading

    private func drawHeading(_ svg: inout SVG) {
        svg.text(title, x: Self.left, y: 28, size: 17, isBold: true)
        svg.text(facts.joined(separator: "   ·   "), x: Self.left, y: 48, size: 11.5, fill: PlotStyle.faint)
        let notes = decisionFacts.joined(separator: "   ·   ")
        svg.text(notes, x: Self.left, y: 65, size: 11.5, fill: PlotStyle.faint)
    }

    private var facts: [String] {
        let header = data.header
        var facts: [String] = []
        if let name = header.sensorName { facts.append("sensor \(name)") }
        if let transport = header.transport { facts.append(transport.rawValue) }
        let rate = data.sampleCount > 1 ? Double(data.sampleCount - 1) / length : 0
        facts.append(
            "\(data.sampleCount.samplesText) in \(length.text(decimals: 1)) s, \(rate.text(decimals: 1)) Hz")
        if data.rejectedCount > 0 { facts.append("\(data.rejectedCount) rejected") }
        if data.lostCount > 0 { facts.append("\(data.lostCount) lost") }
        if let kernel = header.kernel { facts.append(kernel) }
        return facts
    }

    private var decisionFacts: [String] {
        let settings = data.settings
        let defaults = ClassifierSettings()
        let changed = ClassifierSettings.parameters.filter {
            settings[keyPath: $0.path] != defaults[keyPath: $0.path]
        }
        let names = changed.map { "\($0.key) \(settings[keyPath: $0.path].text(decimals: 2))" }
        let plural = data.changeCount == 1 ? "" : "s"
        return ["\(data.changeCount) change\(plural) of the orientation in force"]
            + (names.isEmpty ? ["classifier at its defaults"] : names)
    }
}

/// A part of the figure with an axis of values.
struct PlotPanel {
    let top: Double
    let height: Double
    /// What its bottom and its top edge stand for.
    let bounds: ClosedRange<Double>

    var bottom: Double { top + height }

    func y(_ value: Double) -> Double {
        bottom - (value - bounds.lowerBound) / (bounds.upperBound - bounds.lowerBound) * height
    }
}
