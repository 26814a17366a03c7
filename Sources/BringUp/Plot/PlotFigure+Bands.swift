internal import OrientationCore

extension PlotFigure {
    /// A row of coloured times.
    struct Band {
        /// What stands before it.
        let label: String
        /// What was so, and for how long.
        let runs: [Run]
        /// Whether it is what all else is about.
        var isMain = false
        /// The colour of a value, the colour of a text on it, its name, and its name where there is little room.
        let look: (UInt8) -> (fill: String, text: String, name: String, short: String)
    }

    /// Columns in which the same was so.
    struct Run {
        let x: Double
        let width: Double
        let values: [UInt8]
    }

    static let bandHeight = 20.0
    static let bandDistance = 26.0

    /// The rows, from the top.
    var bands: [Band] {
        func orientations(_ label: String, _ path: KeyPath<PlotColumn, ValueSet<DeviceOrientation>>) -> Band {
            Band(label: label, runs: runs(path).map(\.untyped)) { value in
                let orientation = DeviceOrientation(rawValue: value) ?? .unknown
                return (
                    PlotStyle.fill(orientation), PlotStyle.text(on: orientation), orientation.name,
                    PlotStyle.shortName(orientation)
                )
            }
        }
        let evidence = Band(label: "evidence", runs: runs(\.evidence).map(\.untyped)) { value in
            let evidence = PlotEvidence(rawValue: value) ?? .none
            return (PlotStyle.fill(evidence), PlotStyle.text(on: evidence), "\(evidence)", "")
        }
        var inForce = orientations("in force", \.device)
        inForce.isMain = true
        let decided = [inForce, orientations("sample alone", \.looks), evidence]
        let wasRecorded = data.columns.contains { !$0.recorded.isEmpty }
        return wasRecorded ? [orientations("as recorded", \.recorded)] + decided : decided
    }

    func draw(_ band: Band, _ svg: inout SVG, top: Double) {
        svg.text(band.label, x: Self.left - 7, y: top + 14, anchor: .end, isBold: band.isMain)
        for run in band.runs {
            let height = Self.bandHeight / Double(run.values.count)
            for (index, value) in run.values.enumerated() {
                let look = band.look(value)
                svg.rectangle(
                    x: run.x, y: top + Double(index) * height, width: run.width, height: height,
                    .init(fill: look.fill))
            }
            // Neighbours stay apart in grey as well.
            svg.line(
                from: (run.x, top), to: (run.x, top + Self.bandHeight), .init(stroke: "#ffffff", width: 0.7))
            guard run.values.count == 1 else { continue }
            let look = band.look(run.values[0])
            for text in [look.name, look.short]
            where Double(text.count) * 6.8 + 6 < run.width && !text.isEmpty {
                svg.text(text, x: run.x + run.width / 2, y: top + 14, anchor: .middle, fill: look.text)
                break
            }
        }
    }

    /// Neighbouring columns with the same values.
    func runs<Value: RawRepresentable<UInt8> & CaseIterable>(
        _ path: KeyPath<PlotColumn, ValueSet<Value>>
    ) -> [TypedRun<Value>] {
        var runs: [TypedRun<Value>] = []
        let width = Self.plotWidth / Double(data.columns.count)
        var start = 0
        for index in data.columns.indices {
            let set = data.columns[index][keyPath: path]
            if index + 1 < data.columns.count, data.columns[index + 1][keyPath: path] == set { continue }
            if !set.isEmpty {
                runs.append(
                    TypedRun(
                        columns: start...index, x: Self.left + Double(start) * width,
                        width: Double(index + 1 - start) * width,
                        values: set.values))
            }
            start = index + 1
        }
        return runs
    }

    /// A run of values of one kind.
    struct TypedRun<Value: RawRepresentable<UInt8>> {
        let columns: ClosedRange<Int>
        let x: Double
        let width: Double
        let values: [Value]

        fileprivate var untyped: Run { Run(x: x, width: width, values: values.map(\.rawValue)) }
    }

    // MARK: Legend

    func drawLegend(_ svg: inout SVG, top: Double) {
        var x = Self.left
        func box(_ fill: String, _ name: String, y: Double) {
            svg.rectangle(x: x, y: y, width: 14, height: 12, .init(fill: fill))
            svg.text(name, x: x + 19, y: y + 10)
            x += 36 + Double(name.count) * 6.2
        }
        for orientation in DeviceOrientation.allCases.dropFirst() + [.unknown] {
            let name = "\(orientation.name) (\(PlotStyle.shortName(orientation)))"
            box(PlotStyle.fill(orientation), name, y: top)
        }
        x = Self.left
        let meanings: [(PlotEvidence, String)] = [
            (.steady, "steady: held still"), (.medium, "medium: moved"), (.slow, "slow: carried or shaken"),
            (.none, "rejected: evidence for nothing"),
        ]
        for (evidence, meaning) in meanings { box(PlotStyle.fill(evidence), meaning, y: top + 20) }
        func mark(_ width: Double, _ name: String, _ style: SVG.Style) {
            let y = top + 26
            let isTick = width == 0
            svg.line(from: (x, isTick ? y - 6 : y), to: (x + width, isTick ? y + 6 : y), style)
            svg.text(name, x: x + width + 6, y: y + 4)
            x += width + 22 + Double(name.count) * 6.2
        }
        if showsChanges { mark(22, "a change", .init(stroke: PlotStyle.ink, width: 1, dashes: "1 2")) }
        if data.lostCount > 0 { mark(0, "samples lost", .init(stroke: PlotStyle.lost, width: 2)) }
    }
}
