/// Lines that somebody writes to a local socket now and then.
final class LineStream {
    private let stream: TimedStream
    private var partial: [UInt8] = []
    private static let lengthLimit = 65536

    init(socketPath: String) throws(DesktopError) { stream = try TimedStream(connectingTo: socketPath) }

    var descriptor: Int32 { stream.number }

    /// Takes the whole lines that are there.
    func take() throws(DesktopError) -> [String] {
        var lines: [String] = []
        while lines.count < 1000, stream.isReadable {
            guard let byte = try stream.receive(1).first else { break }
            if byte == UInt8(ascii: "\n") {
                lines.append(String(decoding: partial, as: UTF8.self))
                partial = []
            } else if partial.count < Self.lengthLimit {
                partial.append(byte)
            }
        }
        return lines
    }
}
