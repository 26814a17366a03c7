internal import EventLoop
internal import OrientationCore
internal import SystemCalls

/// Plays a recorded trace as if it were measured now.
///
/// The first sample is taken when the source starts, and the others follow at their distance in the
/// recording. Played as fast as possible, they are stamped with the times that they would have had.
final class RecordingSource: SampleSource {
    /// Raw steps of a recording without any are millionths of 1 m/s², on the axes of the device frame.
    static let stepsPerUnit = 1_000_000.0
    /// How many samples are told at once at most when time does not matter, so that the loop goes on.
    private static let batch = 256

    private let loop: EventLoop
    private let path: String
    private let inRealTime: Bool
    private let repeats: Bool
    private let handler: (SourceEvent) -> Void

    private var timer: TimerSource?
    private var playback: Playback?
    private var next: Playback.Event?

    init(
        loop: EventLoop, path: String, inRealTime: Bool, repeats: Bool,
        handler: @escaping (SourceEvent) -> Void
    ) {
        self.loop = loop
        self.path = path
        self.inRealTime = inRealTime
        self.repeats = repeats
        self.handler = handler
    }

    var isActive: Bool { timer != nil }

    func start() {
        guard timer == nil else { return }
        timer = try? loop.timer(accuracy: .milliseconds(1)) { [weak self] in self?.play() }
        timer?.set(after: .zero)
    }

    func stop() { (timer, playback, next) = (nil, nil, nil) }

    /// Every sample is told, whatever becomes of it.
    func orientationInForce(_ orientation: DeviceOrientation) {}
    func tellEverySample(_ everySample: Bool) {}

    private func play() {
        do throws(RecordingError) {
            if playback == nil {
                playback = Playback(
                    try RecordingReader(path: path), from: KernelClock.bootTime.now, repeats: repeats)
            }
            for _ in 0..<Self.batch {
                if next == nil { next = try playback?.next() }
                guard let event = next else { return end(nil) }
                let wait = event.time - KernelClock.bootTime.now
                if inRealTime, wait > .zero {
                    timer?.set(after: wait)
                    return
                }
                next = nil
                handler(event.told)
                if timer == nil { return }
            }
            timer?.set(after: .zero)
        } catch { end(.unusable(error.description)) }
    }

    private func end(_ failure: SensorFailure?) {
        stop()
        handler(.ended(failure))
    }
}

/// What a recording tells, and when.
struct Playback {
    /// One thing that is told.
    enum Event: Equatable {
        case sample(RecordedSample)
        case silence(at: Duration)

        /// When it is due.
        var time: Duration {
            switch self {
            case .sample(let sample): sample.time
            case .silence(let time): time
            }
        }

        /// The event of a source.
        var told: SourceEvent {
            switch self {
            case .silence(let time): return .silence(at: time)
            case .sample(let sample):
                func steps(_ value: Double) -> Int64 {
                    Int64((value * RecordingSource.stepsPerUnit).rounded())
                }
                let acceleration = sample.acceleration
                let raw =
                    sample.raw
                    ?? RawReading(
                        x: steps(acceleration.x), y: steps(acceleration.y), z: steps(acceleration.z))
                return .sample(SensorSample(time: sample.time, raw: raw, acceleration: acceleration))
            }
        }
    }

    private let reader: RecordingReader
    private let repeats: Bool
    /// What is added to the times of the recording.
    private var shift: Duration?
    private var start: Duration
    private var last: Duration?
    private var period = Duration.milliseconds(100)
    private var held: RecordedSample?

    /// - Parameters:
    ///   - start: When the first sample is due.
    ///   - repeats: Whether the recording starts again when it is over.
    init(_ reader: RecordingReader, from start: Duration, repeats: Bool) {
        self.reader = reader
        self.start = start
        self.repeats = repeats
    }

    /// The next event; nothing when the recording is over.
    ///
    /// - Throws: ``RecordingError``, also if there is no sample at all.
    mutating func next() throws(RecordingError) -> Event? {
        let following: RecordedSample?
        if let held { following = held } else { following = try read() }
        guard let sample = following else {
            if last == nil { throw RecordingError(path: reader.path, line: nil, fault: .noSamples) }
            return nil
        }
        let silence = max(.seconds(2), period * 6)
        if held == nil, let last, sample.time - last > silence {
            held = sample
            return .silence(at: last + silence)
        }
        held = nil
        if let last, sample.time > last { period = sample.time - last }
        last = sample.time
        return .sample(sample)
    }

    /// The next sample with the time at which it is due.
    private mutating func read() throws(RecordingError) -> RecordedSample? {
        var sample = try reader.next()
        if sample == nil, repeats, let last {
            // As far from the last one as that was from the one before it.
            start = last + min(max(period, .milliseconds(1)), .seconds(1))
            shift = nil
            try reader.rewind()
            sample = try reader.next()
        }
        guard var sample else { return nil }
        let shift = shift ?? start - sample.time
        self.shift = shift
        sample.time += shift
        return sample
    }
}
