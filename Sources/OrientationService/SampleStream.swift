internal import OrientationCore
internal import OrientationProtocol

/// What one client that streams samples is still to be told. A value: neither sensor, nor socket.
///
/// | what happens | what the client is told next |
/// | --- | --- |
/// | the stream begins | the sensor, and no samples |
/// | samples come | at most 64 of them, the oldest first, up to a change of the orientation |
/// | more than ``capacity`` wait | the oldest are dropped, and counted |
/// | the sensor is not as it was told | the sensor |
/// | the sensor ends | what still waits, then the error |
struct SampleStream {
    /// How many samples wait for a slow reader at most.
    static let capacity = 256

    /// The `id` of the sensor.
    let sensor: String
    /// Whether there is something to be told that was not announced yet.
    private(set) var isDue = true

    private var limit: RateLimit?
    private var waiting: [(sample: Sample, orientation: DeviceOrientation?)] = []
    private var first = 0
    private var dropped = 0
    private var description: Sensor
    private var toldDescription: Sensor?
    private var orientation: DeviceOrientation?
    private var end: OrientationError?

    /// Begins a stream.
    ///
    /// - Parameters:
    ///   - sensor: The sensor as it is now.
    ///   - maximumRate: How many samples each second are passed on at most, above 0.
    init(of sensor: Sensor, maximumRate: Double?) {
        self.sensor = sensor.id
        description = sensor
        limit = maximumRate.flatMap(RateLimit.init)
    }

    /// Whether nothing is left to be told.
    private var isEmpty: Bool { waiting.isEmpty && toldDescription == description }

    /// Takes a sample of the sensor.
    ///
    /// - Parameter orientation: How the device is held by now, if the sensor is the selected one.
    mutating func append(_ sample: Sample, orientation: DeviceOrientation?) {
        guard end == nil, limit?.admits(sample.timestamp) ?? true else { return }
        if waiting.count == Self.capacity {
            waiting[first] = (sample, orientation)
            first = (first + 1) % Self.capacity
            dropped += 1
        } else {
            waiting.append((sample, orientation))
        }
    }

    /// Takes what the sensor is like by now.
    ///
    /// - Parameter orientation: How the device is held by now, if the sensor is the selected one.
    mutating func describe(_ sensor: Sensor, orientation: DeviceOrientation?) {
        description = sensor
        if waiting.isEmpty { self.orientation = orientation }
    }

    /// Takes note that no more samples will come, and why. Those that wait are told before.
    mutating func end(with error: OrientationError) { if end == nil { end = error } }

    /// Makes what has come since the last reply due.
    mutating func gather() { if !isEmpty { isDue = true } }

    /// Says that the client is being told of what is due.
    mutating func announced() { isDue = false }

    /// What the stream is to be ended with, once all else has been told.
    var ending: OrientationError? { isEmpty ? end : nil }

    /// Takes the next reply; nothing if there is none.
    mutating func next() -> SamplesReply? {
        if isEmpty { return nil }
        var reply = SamplesReply(samples: [], dropped: 0, deviceOrientation: orientation)
        if toldDescription != description { reply.sensor = description }
        // The first reply describes the sensor and nothing else.
        if toldDescription != nil, !waiting.isEmpty {
            straighten()
            // One orientation for all of them, so that it is known at which sample it changed.
            orientation = waiting[0].orientation
            let taken = waiting.prefix(SamplesReply.maximumSamples).prefix { $0.orientation == orientation }
            reply.samples = taken.map(\.sample)
            reply.deviceOrientation = orientation
            reply.dropped = dropped
            dropped = 0
            waiting.removeFirst(taken.count)
        }
        toldDescription = description
        isDue = !isEmpty
        return reply
    }

    /// Puts the oldest sample first.
    private mutating func straighten() {
        guard first > 0 else { return }
        waiting = Array(waiting[first...] + waiting[..<first])
        first = 0
    }
}
