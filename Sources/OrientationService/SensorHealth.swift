internal import OrientationProtocol

/// How far the sensor behind the state can be believed, from what its source tells.
///
/// | status | begins when |
/// | --- | --- |
/// | absent | no usable sensor is there |
/// | idle | nobody needs the sensor: it is off |
/// | starting | it is switched on |
/// | ready | a measurement arrives, and nothing failed for ``recovery`` |
/// | degraded | a measurement arrives, but reads fail in between, or it is read by a fall-back |
/// | stalled | the source tells of silence |
/// | suspended | the machine has just woken up |
/// | failed | reads fail ``patience`` times in a row, or the sensor cannot be opened |
struct SensorHealth: Equatable {
    /// How many nanoseconds nothing may fail until measurements count as sound again.
    static let recovery: Int64 = 10_000_000_000
    /// How many reads in a row may fail before a sensor that never answered counts as failed.
    static let patience = 3

    /// The status that clients are told.
    private(set) var status: SensorStatus = .absent
    private var failures = 0
    private var lastFailure: Int64?
    private var usesFallback = false

    /// No usable sensor is there.
    mutating func sensorIsAbsent() { reset(to: .absent) }

    /// Nobody needs the sensor.
    mutating func switchedOff() { reset(to: .idle) }

    /// The sensor is switched on; nothing came yet.
    mutating func switchedOn() { reset(to: .starting) }

    /// The machine woke up; nothing came since.
    mutating func wokeUp() { status = .suspended }

    /// The sensor is read in another way now.
    mutating func readBy(fallback: Bool) {
        usesFallback = fallback
        // A sensor that lies still may bring no other measurement for a long time.
        if status == .ready || status == .degraded { status = soundness }
    }

    /// A measurement arrived.
    ///
    /// - Parameter time: In nanoseconds, a plain number since this is asked for each sample.
    mutating func measured(at time: Int64) {
        failures = 0
        if let failure = lastFailure, time - failure >= Self.recovery { lastFailure = nil }
        status = soundness
    }

    /// A read failed.
    ///
    /// - Parameter time: In nanoseconds.
    mutating func readFailed(at time: Int64) {
        failures += 1
        lastFailure = time
        switch status {
        case .ready: status = .degraded
        case .starting, .suspended: if failures >= Self.patience { status = .failed }
        case .degraded, .stalled, .failed, .absent, .idle: break
        }
    }

    /// Nothing usable came for so long that the last measurement is not to be believed.
    mutating func fellSilent() { if status != .failed { status = .stalled } }

    /// The sensor cannot be opened.
    mutating func cannotBeOpened() { reset(to: .failed) }

    /// What a sensor that brings measurements is called.
    private var soundness: SensorStatus { lastFailure == nil && !usesFallback ? .ready : .degraded }

    private mutating func reset(to status: SensorStatus) {
        self = SensorHealth()
        self.status = status
    }
}
