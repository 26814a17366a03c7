public import OrientationProtocol
internal import Varlink

/// Follows the raw measurements of one sensor, for bringing up hardware. It never waits.
///
/// Wait for ``descriptor`` to be readable, then call ``next()`` until there is nothing.
public final class SampleConnection {
    private let socket: ClientSocket

    /// Connects to the service and asks for the samples of a sensor.
    ///
    /// - Parameters:
    ///   - sensor: The id of the sensor; without one the selected one.
    ///   - maximumRate: How many samples each second are wanted at most, above 0.
    /// - Throws: ``ClientError/unreachable(_:)``.
    public init(
        socketPath: String = OrientationSubscription.defaultSocketPath, sensor: String? = nil,
        maximumRate: Double? = nil
    ) throws(ClientError) {
        socket = try ClientSocket(connectingTo: socketPath)
        try socket.send(Request.streamSamples(sensor: sensor, maximumRate: maximumRate).bytes)
    }

    /// Is readable when ``next()`` may have something. Belongs to this object.
    public var descriptor: Int32 { socket.number }

    /// The next reply that has come whole; nothing if none has. The first one describes the sensor.
    ///
    /// - Throws: ``ClientError/refused(_:)`` also at the end of the stream, for example when the sensor is
    ///   unplugged. Nothing comes after an error.
    public func next() throws(ClientError) -> SamplesReply? {
        try socket.flush()
        return try socket.receive()?.decoded()
    }
}
