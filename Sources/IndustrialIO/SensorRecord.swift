internal import OrientationCore
internal import Synchronization

/// What a sensor's reader and the catalogue both know, from either thread.
final class SensorRecord: Sendable {
    /// How the reading went so far, and how it is done at present.
    struct State: Sendable {
        var errorCount = 0
        var lastError: String?
        var outOfRange = 0
        var transport: SensorTransport
        var timestampSource = TimestampSource.arrival
        var samplingFrequency: Double?
        var conversion: SensorConversion
    }

    private let state: Mutex<State>

    init(transport: SensorTransport, conversion: SensorConversion) {
        state = Mutex(State(transport: transport, conversion: conversion))
    }

    /// All of it at one moment.
    var snapshot: State { state.withLock { $0 } }

    /// How raw values are turned into accelerations at present.
    var conversion: SensorConversion {
        get { state.withLock { $0.conversion } }
        set { state.withLock { $0.conversion = newValue } }
    }

    /// What has to be known for each sample.
    struct Basis {
        let conversion: SensorConversion
        let samplingFrequency: Double?
        let timestampSource: TimestampSource
    }

    /// What has to be known for each sample, without the texts, which cost more to copy.
    var basis: Basis {
        state.withLock {
            Basis(
                conversion: $0.conversion, samplingFrequency: $0.samplingFrequency,
                timestampSource: $0.timestampSource)
        }
    }

    /// Changes what is in force.
    func update(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    func count(_ failure: SensorFailure) {
        state.withLock {
            $0.errorCount += 1
            $0.lastError = failure.description
        }
    }

    func countOutOfRange() { state.withLock { $0.outOfRange += 1 } }
}
