internal import OrientationCore

extension PlotFigure {
    // MARK: Accelerations

    /// Wide enough for what is to be seen, and for gravity on any axis.
    var accelerationBounds: ClosedRange<Double> {
        var low = -11.0
        var high = 11.0
        for column in data.columns where !column.x.isEmpty {
            for extent in [column.x, column.y, column.z, column.length] {
                low = min(low, extent.low)
                high = max(high, extent.high)
            }
        }
        // What a shock does is cut off, lest all else becomes a line.
        return max(low, -40) * 1.04...min(high, 40) * 1.04
    }

    func drawAccelerations(_ svg: inout SVG, in panel: PlotPanel) {
        let gravity = Acceleration.standardGravity
        let tolerance = data.settings.steadyTolerance
        let (top, bottom) = (panel.y(gravity + tolerance), panel.y(gravity - tolerance))
        svg.rectangle(
            x: Self.left, y: top, width: Self.plotWidth, height: bottom - top,
            .init(fill: PlotStyle.length, fillOpacity: 0.07))
        let span = panel.bounds.upperBound - panel.bounds.lowerBound
        drawFrame(
            &svg, panel, label: "acceleration, m/s²", step: PlotTicks.valueStep(for: span, limit: 8),
            title: "Acceleration in the device frame",
            note: "grey: how far |a| may be from 1 g while held steady")
        for (value, name) in [(gravity, "+1 g"), (-gravity, "−1 g")] {
            let y = panel.y(value)
            svg.line(
                from: (Self.left, y), to: (Self.right, y),
                .init(stroke: PlotStyle.faint, width: 0.9, dashes: "6 4"))
            svg.text(name, x: Self.left + 5, y: y - 4, size: 10, fill: PlotStyle.faint)
        }
        let series = [
            Series(PlotStyle.length, name: "|a|", width: 0.8, \.length) { $0.acceleration.length },
            Series(PlotStyle.x, name: "x to the right", width: 1.6, \.x) { $0.acceleration.x },
            Series(PlotStyle.y, name: "y to the top", width: 1.6, dashes: "9 3", \.y) { $0.acceleration.y },
            Series(PlotStyle.z, name: "z to the front", width: 1.6, dashes: "3 2.5", \.z) {
                $0.acceleration.z
            },
        ]
        clipped(&svg, to: "accelerations", panel) { svg in
            for series in series { draw(series, &svg, in: panel) }
        }
        drawTicks(&svg, at: panel.top, PlotStyle.rejected) { $0.rejected }
        drawTicks(&svg, at: panel.top + 9, PlotStyle.lost) { $0.lost }
        drawNames(&svg, series, in: panel)
    }

    /// Ticks at the columns in which something was counted.
    private func drawTicks(_ svg: inout SVG, at y: Double, _ colour: String, _ count: (PlotColumn) -> Int) {
        var path = SVG.Path()
        for (index, column) in data.columns.enumerated() where count(column) > 0 {
            path.move(to: (x(column: index), y))
            path.line(to: (x(column: index), y + 8))
        }
        svg.path(path, .init(stroke: colour, width: 1.1))
    }

    // MARK: Roll and tilt

    func drawRoll(_ svg: inout SVG, in panel: PlotPanel) {
        clipped(&svg, to: "rollKept", panel) { svg in
            shade(&svg, in: panel) { orientation, column in
                guard let middle = Self.middle(of: orientation) else { return nil }
                let tilt = column.tilt.isEmpty ? 0 : column.tilt.mean
                let reach = rules.rollReach(tilt: tilt)
                return middle - reach...middle + reach
            }
        }
        drawFrame(
            &svg, panel, label: "roll, °", step: 45, title: "Roll: which edge is up",
            note: "shaded: where the orientation in force is kept")
        for (angle, name) in [
            (0.0, "portrait"), (90, "landscapeLeft"), (-90, "landscapeRight"), (180, "portraitUpsideDown"),
            (-180, "portraitUpsideDown"),
        ] {
            svg.text(name, x: Self.right + 8, y: panel.y(angle) + 4, fill: PlotStyle.faint)
        }
        clipped(&svg, to: "roll", panel) { drawAngles(&$0, in: panel) }
    }

    func drawTilt(_ svg: inout SVG, in panel: PlotPanel) {
        let (enter, leave) = (90 - data.settings.faceEnterDegrees, 90 - data.settings.faceLeaveDegrees)
        shade(&svg, in: panel) { orientation, _ in
            switch orientation {
            case .faceUp: leave...90
            case .faceDown: -90...(-leave)
            case .unknown: nil
            default: -enter...enter
            }
        }
        drawFrame(
            &svg, panel, label: "tilt, °", step: 30, title: "Tilt: how far the display looks up",
            note: "shaded: where the orientation in force is kept")
        for (sign, name) in [(1.0, "faceUp"), (-1, "faceDown")] {
            for (angle, word, dashes) in [(enter, "becomes", "6 3"), (leave, "no longer", "2 3")] {
                let y = panel.y(sign * angle)
                svg.line(
                    from: (Self.left, y), to: (Self.right, y),
                    .init(stroke: PlotStyle.faint, width: 0.9, dashes: dashes))
                let isUpper = (angle == enter) == (sign > 0)
                svg.text(
                    "\(word) \(name)", x: Self.right + 8, y: y + (isUpper ? 1 : 8), size: 10,
                    fill: PlotStyle.faint)
            }
        }
        svg.text("upright", x: Self.right + 8, y: panel.y(0) + 4, fill: PlotStyle.faint)
        clipped(&svg, to: "tilt", panel) { svg in
            draw(Series(PlotStyle.tilt, name: "", width: 1.5, \.tilt) { $0.attitude?.tilt }, &svg, in: panel)
        }
    }

    /// The roll in the middle of a side.
    private static func middle(of orientation: DeviceOrientation) -> Double? {
        switch orientation {
        case .portrait: 0
        case .landscapeLeft: 90
        case .portraitUpsideDown: 180
        case .landscapeRight: -90
        case .unknown, .faceUp, .faceDown: nil
        }
    }

    /// Shades a range of values while an orientation is in force. Of a range beyond ±180 what is beyond
    /// comes in from the other side.
    private func shade(
        _ svg: inout SVG, in panel: PlotPanel,
        _ range: (DeviceOrientation, PlotColumn) -> ClosedRange<Double>?
    ) {
        for run in runs(\.device) {
            guard let orientation = run.values.last else { continue }
            // Columns without samples are as the one before.
            var last = data.columns[run.columns.lowerBound]
            let ranges = run.columns.compactMap { index in
                if !data.columns[index].tilt.isEmpty { last = data.columns[index] }
                return range(orientation, last).map { (index, $0) }
            }
            guard let first = ranges.first else { continue }
            let width = Self.plotWidth / Double(data.columns.count)
            func edge(_ index: Int) -> Double { Self.left + Double(index) * width }
            for shift in [-360.0, 0, 360] {
                guard
                    ranges.contains(where: {
                        $0.1.upperBound + shift > panel.bounds.lowerBound
                            && $0.1.lowerBound + shift < panel.bounds.upperBound
                    })
                else { continue }
                var path = SVG.Path()
                path.move(to: (edge(first.0), panel.y(first.1.upperBound + shift)))
                for (index, range) in ranges {
                    path.line(to: (edge(index + 1), panel.y(range.upperBound + shift)))
                }
                for (index, range) in ranges.reversed() {
                    path.line(to: (edge(index + 1), panel.y(range.lowerBound + shift)))
                }
                path.line(to: (edge(first.0), panel.y(first.1.lowerBound + shift)))
                path.close()
                svg.path(
                    path,
                    .init(
                        fill: PlotStyle.fill(orientation), fillOpacity: 0.2,
                        stroke: PlotStyle.fill(orientation), width: 0.6))
            }
        }
    }
}
