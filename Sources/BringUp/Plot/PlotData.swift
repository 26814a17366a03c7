public import IndustrialIO
public import OrientationCore

/// A recording, decided anew and reduced to what a plot can show: so many columns, however long it is.
public struct PlotData: Sendable {
    /// One change of the orientation in force.
    public struct Change: Equatable, Sendable {
        /// Since the first sample of the recording.
        public let time: Duration
        /// What is in force from then on.
        public let device: DeviceOrientation
        /// The evidence that decided; nothing for unknown.
        public let path: EvidencePath?
    }

    /// A sample that is drawn by itself, where there are few.
    struct Point: Sendable {
        let time: Duration
        let acceleration: Acceleration
        let attitude: Attitude?
    }

    /// How many changes are kept, for those who draw each of them.
    static let changeLimit = 400
    /// Up to how many samples a column each is drawn by itself.
    private static let pointsPerColumn = 2

    /// What the recording says of itself.
    public let header: RecordingHeader
    /// The times that are shown, since the first sample.
    public let times: ClosedRange<Duration>
    /// How many samples are shown.
    public private(set) var sampleCount = 0
    /// How many of them were evidence for nothing.
    public private(set) var rejectedCount = 0
    /// How many were lost while recording.
    public private(set) var lostCount = 0
    /// How often the orientation changed.
    public private(set) var changeCount = 0
    /// The first changes.
    public private(set) var changes: [Change] = []

    private(set) var columns: [PlotColumn]
    /// The samples, if they are few.
    private(set) var points: [Point] = []
    /// Longer apart than this, two samples are not joined by a line.
    private(set) var longestStep = Duration.seconds(1)
    let settings: ClassifierSettings

    /// Reads a recording twice, the first time for its length.
    ///
    /// - Parameters:
    ///   - settings: What to decide by; without any, as the recording says.
    ///   - range: The times to show, since the first sample; without any all.
    ///   - columns: How many columns the plot has.
    /// - Throws: ``PlotError`` if there is nothing to show.
    public init(
        _ reader: RecordingReader, settings: ClassifierSettings? = nil, range: ClosedRange<Duration>? = nil,
        columns: Int
    ) throws(PlotError) {
        header = reader.header
        self.settings = settings ?? reader.header.classifier
        self.columns = Array(repeating: PlotColumn(), count: max(1, columns))
        do throws(RecordingError) {
            let measure = try Measure(reader, range: range)
            guard let first = measure.first, let last = measure.last else {
                throw RecordingError(
                    path: reader.path, line: nil, fault: reader.sampleCount == 0 ? .noSamples : .empty)
            }
            // A single sample has no length, and a plot has to have one.
            times = first...max(last, first + .milliseconds(100))
            longestStep = max(.milliseconds(500), measure.typicalStep * 6)
            keepsPoints = measure.count <= Self.pointsPerColumn * max(1, columns)
            try reader.rewind()
            try read(reader)
        } catch {
            throw error.fault == .empty
                ? PlotError.nothingToShow(path: reader.path) : PlotError.unreadable(error)
        }
    }

    private let keepsPoints: Bool

    // MARK: The first reading

    /// How long a recording is.
    private struct Measure {
        var first: Duration?
        var last: Duration?
        var count = 0
        var typicalStep = Duration.zero

        init(_ reader: RecordingReader, range: ClosedRange<Duration>?) throws(RecordingError) {
            var start: Duration?
            var previous: Duration?
            var steps = [Duration](repeating: .zero, count: 0)
            while let sample = try reader.next() {
                let time = sample.time - (start ?? sample.time)
                start = start ?? sample.time
                if let previous, steps.count < 1000, time > previous { steps.append(time - previous) }
                previous = time
                guard range?.contains(time) ?? true else { continue }
                first = first ?? time
                last = time
                count += 1
            }
            steps.sort()
            typicalStep = steps.isEmpty ? .milliseconds(100) : steps[steps.count / 2]
        }
    }

    // MARK: The second reading

    private mutating func read(_ reader: RecordingReader) throws(RecordingError) {
        var classifier = OrientationClassifier(settings: settings)
        var before = Moment()
        var start: Duration?
        while let sample = try reader.next() {
            let origin = start ?? sample.time
            start = origin
            let time = sample.time - origin
            if let silence = classifier.silenceTime, silence <= sample.time {
                cover(before.time...max(before.time, silence - origin), before)
                note(classifier.advance(to: silence), nil, at: silence - origin, &before)
                (before.looks, before.evidence) = (nil, nil)
            }
            // What is wrong behind it is noted all the same.
            guard time <= times.upperBound else { continue }
            cover(before.time...max(before.time, time), before)
            let device = classifier.classify(sample.acceleration, at: sample.time)
            note(device, classifier.decidingPath, at: time, &before)
            before.recorded = sample.device
            before.looks = classifier.candidate(for: sample.acceleration)
            before.evidence = PlotEvidence(classifier.evidence)
            before.time = time
            guard time >= times.lowerBound else { continue }
            add(sample, at: time, before)
        }
        cover(before.time...before.time, before)
    }

    /// What is known between two samples.
    private struct Moment {
        var time = Duration.zero
        var device = DeviceOrientation.unknown
        var recorded: DeviceOrientation?
        var looks: DeviceOrientation?
        var evidence: PlotEvidence?
    }

    private mutating func note(
        _ device: DeviceOrientation, _ path: EvidencePath?, at time: Duration, _ moment: inout Moment
    ) {
        guard device != moment.device else { return }
        moment.device = device
        moment.time = time
        guard times.contains(time) else { return }
        changeCount += 1
        if changes.count < Self.changeLimit {
            changes.append(Change(time: time, device: device, path: path))
        }
    }

    private mutating func add(_ sample: RecordedSample, at time: Duration, _ moment: Moment) {
        let acceleration = sample.acceleration
        let attitude = Attitude(acceleration)
        sampleCount += 1
        lostCount += sample.lost
        let index = column(at: time)
        columns[index].lost += sample.lost
        columns[index].x.add(acceleration.x)
        columns[index].y.add(acceleration.y)
        columns[index].z.add(acceleration.z)
        columns[index].length.add(acceleration.length)
        if let attitude {
            columns[index].tilt.add(attitude.tilt)
            if attitude.hasRoll { columns[index].roll.add(attitude.roll) }
        }
        if moment.evidence == PlotEvidence.none || attitude == nil {
            columns[index].rejected += 1
            rejectedCount += 1
        }
        if keepsPoints {
            points.append(Point(time: time, acceleration: acceleration, attitude: attitude))
        }
    }

    /// Marks the columns of some time with what was so during it.
    private mutating func cover(_ span: ClosedRange<Duration>, _ moment: Moment) {
        guard span.upperBound >= times.lowerBound, span.lowerBound <= times.upperBound else { return }
        for index in column(at: span.lowerBound)...column(at: span.upperBound) {
            columns[index].device.insert(moment.device)
            if let recorded = moment.recorded { columns[index].recorded.insert(recorded) }
            // Of a single sample nothing is known longer than it is evidence.
            guard span.upperBound - span.lowerBound <= longestStep else { continue }
            if let looks = moment.looks { columns[index].looks.insert(looks) }
            if let evidence = moment.evidence { columns[index].evidence.insert(evidence) }
        }
    }

    /// The column of a time; the first or the last for one that is not shown.
    func column(at time: Duration) -> Int {
        let share = (time - times.lowerBound) / (times.upperBound - times.lowerBound)
        return max(0, min(columns.count - 1, Int(share * Double(columns.count))))
    }
}

/// Why there is no plot.
public enum PlotError: Error, Equatable, Sendable {
    /// The recording cannot be read.
    case unreadable(RecordingError)
    /// The recording has no samples, or none in the times that were asked for.
    case nothingToShow(path: String)
}

extension PlotError: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch self {
        case .unreadable(let error): "\(error)"
        case .nothingToShow(let path): "\(path): has no samples to show in these times"
        }
    }
}
