internal import CLinux
internal import SystemCalls

/// A connection to a local socket whose calls wait, two seconds at most.
struct TimedStream: ~Copyable {
    private let descriptor: FileDescriptor
    private static let patience = Duration.seconds(2)

    init(connectingTo path: String) throws(DesktopError) {
        do throws(SystemCallError) { descriptor = try UnixSocket.connect(to: path) } catch {
            throw .unreachable(error)
        }
    }

    /// Valid while this value lives.
    var number: Int32 { descriptor.number }

    /// Whether there is something to read, or the end.
    var isReadable: Bool { wait(for: Int16(POLLIN), until: .zero) }

    /// Sends all of it.
    func send(_ bytes: [UInt8]) throws(DesktopError) {
        let end = KernelClock.monotonic.now + Self.patience
        var rest = bytes[...]
        while !rest.isEmpty {
            switch rest.withUnsafeBytes({ Connection.send(to: number, $0) }) {
            case .count(let count): rest = rest.dropFirst(count)
            case .wouldBlock: guard wait(for: Int16(POLLOUT), until: end) else { throw .timedOut }
            case .ended: throw Self.ended
            }
        }
    }

    /// Receives so many bytes.
    func receive(_ count: Int) throws(DesktopError) -> [UInt8] {
        let end = KernelClock.monotonic.now + Self.patience
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard let piece = try receivePiece(upTo: count - bytes.count, until: end) else {
                throw Self.ended
            }
            bytes += piece
        }
        return bytes
    }

    /// Receives until the other side ends.
    ///
    /// - Parameter limit: How many bytes to take at most.
    func receiveAll(limit: Int) throws(DesktopError) -> [UInt8] {
        let end = KernelClock.monotonic.now + Self.patience
        var bytes: [UInt8] = []
        while bytes.count < limit {
            guard let piece = try receivePiece(upTo: limit - bytes.count, until: end) else { return bytes }
            bytes += piece
        }
        throw .malformed("an answer of more than \(limit) bytes")
    }

    private func receivePiece(upTo count: Int, until end: Duration) throws(DesktopError) -> [UInt8]? {
        while true {
            var piece: [UInt8] = []
            let transfer = withUnsafeTemporaryAllocation(byteCount: min(count, 16384), alignment: 1) {
                buffer in
                let transfer = Connection.receive(from: number, into: buffer)
                if case .count(let count) = transfer { piece = Array(buffer[..<count]) }
                return transfer
            }
            switch transfer {
            case .count: return piece
            case .wouldBlock: guard wait(for: Int16(POLLIN), until: end) else { throw .timedOut }
            case .ended: return nil
            }
        }
    }

    private static let ended = DesktopError.unreachable(SystemCallError(call: "recv", code: EPIPE))

    /// - Parameter end: On the monotonic clock.
    private func wait(for events: Int16, until end: Duration) -> Bool {
        var entry = pollfd(fd: number, events: events, revents: 0)
        while true {
            let rest = max(.zero, end - KernelClock.monotonic.now)
            let result = poll(&entry, 1, Int32(rest / .milliseconds(1)) + (rest > .zero ? 1 : 0))
            if result >= 0 || last_errno() != EINTR { return result > 0 }
        }
    }
}
