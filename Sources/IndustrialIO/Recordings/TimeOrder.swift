/// Decides which of the samples of a damaged recording have a wrong time, by those that follow.
///
/// A time that goes back shows that one of two lines is wrong, and not which: the one that goes back, or one
/// before it that was far ahead. Some samples are therefore held, and of those as few as possible are passed
/// over so that the times of the others do not go back, and span little. Up to half of ``reach`` wrong lines in a row are
/// told from right ones.
struct TimeOrder {
    /// One thing that is decided.
    enum Decision: Equatable {
        case sample(RecordedSample)
        /// The line is passed over.
        case wrong(line: Int, RecordingFault)
    }

    /// How many samples are held before the first of them is decided.
    static let reach = 32

    private var held: [(sample: RecordedSample, line: Int)] = []
    /// How many of them are earlier than the one before.
    private var stepsBack = 0
    /// When the last sample was that was taken.
    private var last: Duration?

    /// Whether another sample is needed, unless there is none, before ``next()`` can decide.
    var needsMore: Bool { held.count < Self.reach }

    /// Takes the next sample of the file.
    mutating func append(_ sample: RecordedSample, line: Int) {
        if let before = held.last, sample.time < before.sample.time { stepsBack += 1 }
        held.append((sample, line))
    }

    /// Decides about the earliest line that is held; nothing if there is none.
    mutating func next() -> Decision? {
        guard let first = held.first else { return nil }
        let fault = fault(of: first.sample.time)
        held.removeFirst()
        if let second = held.first, second.sample.time < first.sample.time { stepsBack -= 1 }
        if let fault {
            // What was lost before a line that is passed over was lost all the same.
            if !held.isEmpty { held[0].sample.lost += first.sample.lost }
            return .wrong(line: first.line, fault)
        }
        last = first.sample.time
        return .sample(first.sample)
    }

    /// What is wrong with the first line that is held.
    private func fault(of first: Duration) -> RecordingFault? {
        if let last, first < last { return .timeGoesBack }
        if stepsBack == 0 { return nil }
        // For each line the most that can be kept from there on; before the last sample nothing can.
        var runs = held.map { Run(count: 0, end: $0.sample.time) }
        for index in held.indices.reversed() {
            let time = held[index].sample.time
            if let last, time < last { continue }
            for later in (index + 1)..<held.count where held[later].sample.time >= time {
                if runs[later].isBetter(than: runs[index]) { runs[index] = runs[later] }
            }
            runs[index].count += 1
        }
        let isAhead = held.indices.contains { index in
            let time = held[index].sample.time
            guard time < first, runs[index].count >= runs[0].count else { return false }
            // Of as many lines those are right that span less.
            return runs[index].count > runs[0].count
                || runs[index].end - (last ?? time) < runs[0].end - (last ?? first)
        }
        return isAhead ? .timeIsAhead : nil
    }

    /// Lines whose times do not go back.
    private struct Run {
        var count: Int
        /// The time of the last one.
        var end: Duration

        func isBetter(than other: Run) -> Bool {
            count > other.count || count == other.count && count > 0 && end < other.end
        }
    }
}
