internal import CLinux
internal import SystemCalls

/// Given once, seen by everybody from then on.
final class EndSignal: Sendable {
    private let event: FileDescriptor

    /// The corresponding system call is `eventfd(2)`.
    init() throws(SystemCallError) {
        event = FileDescriptor(owning: try retrying("eventfd") { eventfd(0, Int32(EFD_CLOEXEC)) })
    }

    func give() { eventfd_write(event.number, 1) }

    /// Waits until it is given.
    ///
    /// - Parameter timeout: How long at most; `nil` is for ever.
    /// - Returns: Whether it is given.
    @discardableResult
    func wait(timeout: Duration?) -> Bool {
        var entry = pollfd(fd: event.number, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, timeout.map(milliseconds) ?? -1) > 0
    }
}

extension Sequence<EndSignal> {
    /// Waits until all are given.
    ///
    /// - Parameter deadline: How long at most, on `CLOCK_MONOTONIC`.
    /// - Returns: Whether they are.
    func wait(until deadline: Duration) -> Bool {
        allSatisfy { $0.wait(timeout: Swift.max(.zero, deadline - KernelClock.monotonic.now)) }
    }
}
