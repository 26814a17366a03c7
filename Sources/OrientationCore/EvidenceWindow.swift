/// The samples of the last moments, with their mean and spread.
///
/// Takes no memory after it was made and the same time for each sample, whatever the rate. Times are
/// nanoseconds.
struct EvidenceWindow: Sendable {
    private struct Sample {
        var time: Int64 = 0
        var acceleration = Vector.zero
    }

    /// How many samples there is room for; a power of two. Twice what a fast sensor (400 Hz) fills in
    /// the longest window that makes sense.
    private static let capacity = 256

    private let length: Int64
    private let pairAge: Int64
    private let filledSpan: Int64
    private let leastStep: Int64

    private var samples = [Sample](repeating: Sample(), count: capacity)
    private var first = 0
    private(set) var count = 0
    private var sum = Vector.zero
    private var sumOfSquares = 0.0

    init(_ settings: ClassifierSettings) {
        length = Int64(seconds: settings.windowSeconds)
        pairAge = Int64(seconds: settings.pairSeconds)
        filledSpan = Int64(seconds: settings.windowSeconds * settings.windowFill)
        leastStep = length / Int64(Self.capacity / 2)
    }

    /// The time of the oldest sample; 0 if there is none.
    var oldest: Int64 { count > 0 ? samples[first].time : 0 }

    private var newest: Int64 { count > 0 ? samples[index(count - 1)].time : 0 }

    /// The mean of the samples. There has to be one.
    var mean: Vector { (1 / Double(count)) * sum }

    /// The mean squared distance of the samples from their mean. Infinite while they are fewer than two,
    /// or do not span enough time to tell.
    var squaredSpread: Double {
        guard count >= 2, newest - oldest >= filledSpan else { return .infinity }
        return max(0, sumOfSquares / Double(count) - mean.squaredLength)
    }

    /// Takes a sample that is newer than all others, and drops what has become too old.
    ///
    /// While more than half of the room is in use, samples that follow too closely are left out: at
    /// more than a thousand a second they are no more evidence.
    mutating func append(_ acceleration: Vector, at time: Int64) {
        // Of the samples so far one stays anyway: with the one to come it makes a pair.
        while count >= 2, time - oldest >= length { removeOldest() }
        if count == 1, time - oldest >= max(length, pairAge) { removeOldest() }
        if count > Self.capacity / 2, time - newest < leastStep { return }
        if count == Self.capacity { removeOldest() }
        let place = index(count)
        samples[place] = Sample(time: time, acceleration: acceleration)
        count += 1
        if place == 0 {
            // Once a round, so that what rounding leaves behind does not add up.
            sumAnew()
        } else {
            sum = sum + acceleration
            sumOfSquares += acceleration.squaredLength
        }
    }

    /// Forgets all samples.
    mutating func removeAll() {
        first = 0
        count = 0
        sum = .zero
        sumOfSquares = 0
    }

    private func index(_ position: Int) -> Int { (first + position) & (Self.capacity - 1) }

    private mutating func removeOldest() {
        let acceleration = samples[first].acceleration
        sum = sum - acceleration
        sumOfSquares -= acceleration.squaredLength
        first = index(1)
        count -= 1
    }

    private mutating func sumAnew() {
        sum = .zero
        sumOfSquares = 0
        for position in 0..<count {
            let acceleration = samples[index(position)].acceleration
            sum = sum + acceleration
            sumOfSquares += acceleration.squaredLength
        }
    }
}
