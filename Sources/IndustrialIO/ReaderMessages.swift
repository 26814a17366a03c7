internal import OrientationCore

/// What the loop asks of a reader's thread. All of it may block.
enum ReaderCommand: Sendable {
    /// Set the sensor up for its buffer and enable it. Answered by `opened` or `notOpened`.
    case open
    /// Disable a buffer. Answered by `closed`.
    case close(OpenBuffer)
    /// Measure once. Answered by `measured`.
    case measure
    /// Have a sensor report whatever it measures until it does, for half a second at most or until the next
    /// command. Not answered.
    case provoke
    /// Measure so much later and then every 30 s, until the next command or the next sample from the buffer.
    /// Answered by `measured` only if a measurement is unusable or far from what is expected.
    case watch(expecting: RawReading, after: Duration)
    /// Measure again and again, until the next command. Answered by `polled` and `failed`.
    case poll
    /// See at which rate the sensor measures. Answered by `frequencyRead` if that is not what was known.
    case readFrequency
    /// Ask for no more samples than will do: the sensor does not keep still while it lies still.
    case slowDown
    /// Put everything back and end the thread.
    case end
}

/// What a reader's thread tells the loop.
enum ReaderReport: Sendable {
    /// The buffer is enabled; from now on the loop reads it.
    case opened(OpenBuffer)
    /// The buffer could not be enabled.
    case notOpened(SensorFailure)
    /// The buffer is disabled.
    case closed
    /// Somebody else disabled the buffer. Readers are not told by the kernel.
    case disabled
    /// What one measurement was, or why it was none.
    case measured(SensorSample?, SensorFailure?)
    /// Somebody else changed the rate of the sensor, which the record has now.
    case frequencyRead
    /// Measurements that are worth telling, in order.
    case polled([SensorSample])
    /// A measurement failed.
    case failed(SensorFailure)
}
