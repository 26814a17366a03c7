/// Splits a stream of bytes into messages, each ended by one NUL byte.
///
/// Holds one message and its NUL byte at most, whatever the peer sends: see ``room``.
struct MessageBuffer: Sendable {
    /// The length of the longest message, in bytes, without its NUL byte.
    static let maximumLength = 65536

    /// What came and is not taken yet.
    private var bytes: [UInt8] = []
    /// How many of the bytes are known to hold no NUL.
    private var searched = 0

    /// What came of looking for the next message.
    enum Outcome: Equatable {
        /// One message, without its NUL byte.
        case message([UInt8])
        /// A part of a message, or nothing.
        case incomplete
        /// A message that is longer than ``maximumLength``.
        case tooLong
    }

    /// Whether nothing is held.
    var isEmpty: Bool { bytes.isEmpty }

    /// How much memory it takes, in bytes.
    var heldBytes: Int { bytes.capacity }

    /// How many bytes may be appended.
    var room: Int { Self.maximumLength + 1 - bytes.count }

    /// Takes over bytes, at most ``room`` of them.
    mutating func append(_ more: UnsafeRawBufferPointer) {
        precondition(more.count <= room, "a buffer takes no more bytes than it has room for")
        bytes.append(contentsOf: more)
    }

    /// Takes the first message out.
    mutating func next() -> Outcome {
        guard let end = bytes[searched...].firstIndex(of: 0) else {
            searched = bytes.count
            return room == 0 ? .tooLong : .incomplete
        }
        let message = Array(bytes[..<end])
        // An idle connection keeps no memory.
        bytes = end + 1 == bytes.count ? [] : Array(bytes[(end + 1)...])
        searched = 0
        return .message(message)
    }
}
