internal import JSON

/// A connection to sway: calls with their answers, or events.
final class SwayConnection {
    private let stream: TimedStream
    private static let sizeLimit = 4 << 20

    init(socketPath: String) throws(DesktopError) { stream = try TimedStream(connectingTo: socketPath) }

    var descriptor: Int32 { stream.number }

    /// Makes a call.
    func call(_ kind: UInt32, _ payload: String = "") throws(DesktopError) -> JSONValue {
        try stream.send(SwayMessage(kind, payload).bytes)
        return try receive()
    }

    /// Runs a command.
    func run(_ command: String) throws(DesktopError) {
        let results = try call(SwayMessage.Kind.runCommand, command)
        for result in results.array ?? [] where result.object?["success"]?.bool != true {
            throw .refused(result.object?["error"]?.string ?? command)
        }
    }

    /// Takes the events that are there.
    ///
    /// - Returns: Whether there was one.
    func takeEvents() throws(DesktopError) -> Bool {
        var count = 0
        while count < 1000, stream.isReadable {
            _ = try receive()
            count += 1
        }
        return count > 0
    }

    private func receive() throws(DesktopError) -> JSONValue {
        guard let (length, _) = SwayMessage.head(try stream.receive(SwayMessage.headSize)),
            length <= Self.sizeLimit
        else { throw .malformed("sway's answer") }
        let payload = try stream.receive(length)
        do throws(JSONError) { return try JSONValue(parsing: payload, limit: Self.sizeLimit) } catch {
            throw .malformed("sway's answer (\(error))")
        }
    }
}
