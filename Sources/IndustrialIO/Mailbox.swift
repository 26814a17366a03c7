internal import CLinux
internal import SystemCalls
internal import Synchronization

/// Messages from one thread to another, in order. Never blocks either.
final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    private let event: FileDescriptor

    /// The corresponding system call is `eventfd(2)`.
    init() throws(SystemCallError) {
        event = FileDescriptor(
            owning: try retrying("eventfd") { eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK)) })
    }

    /// Readable while messages are waiting.
    var descriptor: Int32 { event.number }

    func send(_ message: Message) {
        let wasEmpty = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        if wasEmpty { eventfd_write(event.number, 1) }
    }

    /// Takes what is waiting.
    func takeAll() -> [Message] {
        var count: eventfd_t = 0
        eventfd_read(event.number, &count)
        return messages.withLock { messages in
            defer { messages = [] }
            return messages
        }
    }

    /// Waits for a message.
    ///
    /// - Parameter timeout: How long at most; `nil` is for ever.
    /// - Returns: Whether one is there.
    /// The corresponding system call is `poll(2)`.
    func wait(timeout: Duration?) -> Bool {
        var entry = pollfd(fd: event.number, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, timeout.map(milliseconds) ?? -1) > 0
    }
}

/// The whole milliseconds of a duration, rounded up; none below zero.
func milliseconds(_ duration: Duration) -> Int32 {
    let (seconds, attoseconds) = duration.components
    let milliseconds = seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    return Int32(clamping: max(0, milliseconds))
}
