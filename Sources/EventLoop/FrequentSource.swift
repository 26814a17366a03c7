internal import CLinux

/// What a loop waits for beside sd-event: at most one descriptor, which is readable many times a second.
///
/// A round of sd-event looks after every kind of source, timer and priority: several times as much work as
/// taking one sample of a sensor. Its descriptor tells when it has something to do (`sd_event_get_fd(3)`); until
/// then this one is all that has to be seen to.
final class FrequentWait {
    /// Meaningless while there is no ``handler``.
    private(set) var descriptor: Int32 = -1
    /// Nothing while no descriptor is waited for.
    private(set) var handler: (() -> Void)?
    /// Whether sd-event was told of something that it heeds only when it prepares to wait: a timer, its end.
    var needsPreparing = false

    func set(_ descriptor: Int32, _ handler: @escaping () -> Void) {
        self.descriptor = descriptor
        self.handler = handler
    }

    func clear() { handler = nil }

    /// Waits for the descriptor and for sd-event's, and calls the handler, until sd-event has something to do.
    ///
    /// - Parameters:
    ///   - events: The descriptor of sd-event, which has prepared to wait.
    ///   - timeout: How long to wait once at most, in milliseconds; below zero for ever.
    ///   - isOnce: Whether to wait no more than once.
    /// - Returns: Whether the handler was called.
    /// The corresponding system call is `poll(2)`.
    func wait(beside events: Int32, timeout: Int32, isOnce: Bool) -> Bool {
        var wasCalled = false
        var entries = [
            pollfd(fd: events, events: Int16(POLLIN), revents: 0),
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        ]
        needsPreparing = false
        // The handler may let go of its source; what it captured lives until it returns.
        while let handler {
            entries[1].fd = descriptor
            // Interrupted by a signal, nothing is ready: the entries are as they were before.
            let count = poll(&entries, nfds_t(entries.count), timeout)
            if count > 0, entries[1].revents != 0 {
                handler()
                wasCalled = true
            }
            if isOnce || needsPreparing || (count > 0 && entries[0].revents != 0) { break }
        }
        return wasCalled
    }
}

/// Waits for a descriptor that is readable many times a second.
final class FrequentSource: EventSource {
    private let wait: FrequentWait

    init(_ wait: FrequentWait) { self.wait = wait }

    deinit { wait.clear() }
}
