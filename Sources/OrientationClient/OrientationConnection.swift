public import OrientationProtocol
internal import SystemCalls
public import Varlink

/// A connection for single calls. It waits for each answer.
///
/// A session mask lasts as long as the connection that set it.
public final class OrientationConnection {
    /// How long an answer is waited for, unless told otherwise.
    public static let patience = Duration.seconds(10)

    private let socket: ClientSocket

    /// Connects to the service.
    ///
    /// - Throws: ``ClientError/unreachable(_:)``.
    public init(socketPath: String = OrientationSubscription.defaultSocketPath) throws(ClientError) {
        socket = try ClientSocket(connectingTo: socketPath)
    }

    /// Makes a call and waits for its answer.
    ///
    /// - Parameters:
    ///   - request: Any but those that are answered by a stream.
    ///   - type: What the method answers with.
    ///   - timeout: How long to wait at most.
    public func call<Answer: FieldDecodable>(
        _ request: Request, as type: Answer.Type = Answer.self, timeout: Duration = patience
    ) throws(ClientError) -> Answer {
        let end = KernelClock.monotonic.now + timeout
        try socket.send(request.bytes)
        while true {
            if let reply = try socket.receive() { return try reply.decoded() }
            let rest = end - KernelClock.monotonic.now
            if rest <= .zero { throw .timedOut }
            _ = waitUntilReadable(socket.number, timeout: rest, writing: socket.isSending)
            try socket.flush()
        }
    }
}
