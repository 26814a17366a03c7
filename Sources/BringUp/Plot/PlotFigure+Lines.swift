internal import OrientationCore

extension PlotFigure {
    /// One line of a panel: what of a column, and what of a sample where each is drawn by itself.
    struct Series {
        let colour: String
        let name: String
        let width: Double
        let dashes: String?
        let column: (PlotColumn) -> Extent
        let point: (PlotData.Point) -> Double?

        init(
            _ colour: String, name: String, width: Double, dashes: String? = nil,
            _ column: @escaping (PlotColumn) -> Extent, point: @escaping (PlotData.Point) -> Double?
        ) {
            self.colour = colour
            self.name = name
            self.width = width
            self.dashes = dashes
            self.column = column
            self.point = point
        }
    }

    func draw(_ series: Series, _ svg: inout SVG, in panel: PlotPanel) {
        let style = SVG.Style(stroke: series.colour, width: series.width, dashes: series.dashes)
        if !data.points.isEmpty {
            var path = SVG.Path()
            var last: Duration?
            for point in data.points {
                guard let value = series.point(point) else { continue }
                let place = (x(point.time), panel.y(value))
                if let last, point.time - last <= data.longestStep {
                    path.line(to: place)
                } else {
                    path.move(to: place)
                }
                last = point.time
            }
            svg.path(path, style)
            return
        }
        var envelope = SVG.Path()
        var means = SVG.Path()
        for run in stretches({ !series.column($0).isEmpty }) {
            let extents = run.map { (x(column: $0), series.column(data.columns[$0])) }
            for (index, (x, extent)) in extents.enumerated() {
                let place = (x, panel.y(extent.high))
                if index == 0 { envelope.move(to: place) } else { envelope.line(to: place) }
                let middle = (x, panel.y(extent.mean))
                if index == 0 { means.move(to: middle) } else { means.line(to: middle) }
            }
            for (x, extent) in extents.reversed() { envelope.line(to: (x, panel.y(extent.low))) }
            envelope.close()
        }
        svg.path(
            envelope,
            .init(fill: series.colour, fillOpacity: 0.25, stroke: series.colour, width: 0.4, opacity: 0.8))
        svg.path(means, style)
    }

    /// Draws roll, which goes on after 180° at −180°.
    func drawAngles(_ svg: inout SVG, in panel: PlotPanel) {
        var path = SVG.Path()
        var last: (time: Duration, angle: Double, place: (x: Double, y: Double))?
        func go(to angle: Double, at time: Duration, x: Double) {
            let place = (x: x, y: panel.y(angle))
            if let last, time - last.time <= max(data.longestStep, columnTime * 2) {
                if abs(angle - last.angle) <= 180 {
                    path.line(to: place)
                } else {
                    // Out at one side, and in at the other.
                    let turn = angle < last.angle ? 360.0 : -360
                    path.line(to: (x, panel.y(angle + turn)))
                    path.move(to: (last.place.x, panel.y(last.angle - turn)))
                    path.line(to: place)
                }
            } else {
                path.move(to: place)
            }
            last = (time, angle, place)
        }
        for point in data.points {
            guard let attitude = point.attitude, attitude.hasRoll else { continue }
            go(to: attitude.roll, at: point.time, x: x(point.time))
        }
        if data.points.isEmpty {
            var extents = SVG.Path()
            for (index, column) in data.columns.enumerated() where !column.roll.isEmpty {
                let x = x(column: index)
                go(to: column.roll.mean, at: columnTime * index, x: x)
                for shift in [-360.0, 0, 360] {
                    let extent = column.roll.extent
                    guard extent.high + shift >= -180, extent.low + shift <= 180 else { continue }
                    extents.move(to: (x, panel.y(extent.low + shift)))
                    extents.line(to: (x, panel.y(extent.high + shift)))
                }
            }
            svg.path(extents, .init(stroke: PlotStyle.roll, width: 1.1, opacity: 0.45))
        }
        svg.path(path, .init(stroke: PlotStyle.roll, width: 1.5))
    }

    private var columnTime: Duration {
        (data.times.upperBound - data.times.lowerBound) / data.columns.count
    }

    /// The columns that have something, in stretches that are joined by a line.
    private func stretches(_ has: (PlotColumn) -> Bool) -> [[Int]] {
        let longest = max(1, Int(data.longestStep / columnTime))
        var stretches: [[Int]] = []
        for (index, column) in data.columns.enumerated() where has(column) {
            if let last = stretches.last?.last, index - last <= longest {
                stretches[stretches.count - 1].append(index)
            } else {
                stretches.append([index])
            }
        }
        return stretches
    }

    // MARK: Frames

    /// Draws what is around a panel.
    ///
    /// - Parameters:
    ///   - label: What its axis of values shows, and in which unit.
    ///   - step: How far apart the ticks of that axis are.
    ///   - title: What stands above it; `note` stands there on the right.
    func drawFrame(
        _ svg: inout SVG, _ panel: PlotPanel, label: String, step: Double, title: String, note: String
    ) {
        let first = Int((panel.bounds.lowerBound / step).rounded(.up))
        let last = Int((panel.bounds.upperBound / step).rounded(.down))
        for index in first...last {
            let y = panel.y(Double(index) * step)
            svg.line(
                from: (Self.left, y), to: (Self.right, y),
                .init(stroke: index == 0 ? PlotStyle.frame : PlotStyle.grid, width: 0.8))
            let text = (Double(index) * step).text(decimals: step < 1 ? 1 : 0)
            svg.text(
                text.hasPrefix("-") ? "−" + text.dropFirst() : text, x: Self.left - 7, y: y + 4, anchor: .end)
        }
        svg.rectangle(
            x: Self.left, y: panel.top, width: Self.plotWidth, height: panel.height,
            .init(stroke: PlotStyle.frame, width: 1))
        svg.text(label, x: 42, y: panel.top + panel.height / 2, size: 12, anchor: .middle, isTurned: true)
        svg.text(title, x: Self.left, y: panel.top - 8, size: 12.5, isBold: true)
        svg.text(note, x: Self.right, y: panel.top - 8, anchor: .end, fill: PlotStyle.faint)
    }

    func clipped(_ svg: inout SVG, to id: String, _ panel: PlotPanel, _ draw: (inout SVG) -> Void) {
        svg.clipped(to: id, x: Self.left, y: panel.top, width: Self.plotWidth, height: panel.height, draw)
    }

    /// The names of lines at their ends, none on another.
    func drawNames(_ svg: inout SVG, _ series: [Series], in panel: PlotPanel) {
        let distance = 15.0
        var names: [(series: Series, y: Double)] = series.compactMap { series in
            let ends =
                data.points.isEmpty
                ? data.columns.last { !series.column($0).isEmpty }.map { series.column($0).mean }
                : data.points.last.flatMap(series.point)
            return ends.map { (series, min(max(panel.y($0), panel.top + 6), panel.bottom - 6)) }
        }
        names.sort { $0.y < $1.y }
        for index in names.indices.dropFirst() {
            names[index].y = max(names[index].y, names[index - 1].y + distance)
        }
        // Those that were pushed out at the bottom push back.
        var limit = panel.bottom
        for index in names.indices.reversed() {
            names[index].y = min(names[index].y, limit)
            limit = names[index].y - distance
        }
        for (series, y) in names {
            svg.line(
                from: (Self.right + 6, y), to: (Self.right + 28, y),
                .init(stroke: series.colour, width: series.width + 0.4, dashes: series.dashes))
            svg.text(series.name, x: Self.right + 32, y: y + 4)
        }
    }
}
