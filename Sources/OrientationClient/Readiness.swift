internal import CLinux
internal import SystemCalls

/// One descriptor that is readable when one of several connections is ready, or a time has come. It can
/// be waited for in any loop.
final class Readiness {
    private let epoll: FileDescriptor
    private let timer: FileDescriptor

    /// The corresponding system calls are `epoll_create1(2)` and `timerfd_create(2)`.
    init() throws(SystemCallError) {
        epoll = FileDescriptor(
            owning: try retrying("epoll_create1") { epoll_create1(Int32(EPOLL_CLOEXEC)) })
        let flags = Int32(TFD_CLOEXEC | TFD_NONBLOCK)
        timer = FileDescriptor(
            owning: try retrying("timerfd_create") { timerfd_create(CLOCK_MONOTONIC, flags) })
        watch(timer.number, writing: false)
    }

    /// The descriptor to wait for, valid while this object lives.
    var number: Int32 { epoll.number }

    /// Waits for a connection too. It is no longer waited for when it is closed.
    /// The corresponding system call is `epoll_ctl(2)`.
    func watch(_ descriptor: Int32, writing: Bool) {
        var event = epoll_event()
        event.events = EPOLLIN.rawValue | (writing ? EPOLLOUT.rawValue : 0)
        event.data.fd = descriptor
        if epoll_ctl(epoll.number, EPOLL_CTL_MOD, descriptor, &event) != 0 {
            _ = epoll_ctl(epoll.number, EPOLL_CTL_ADD, descriptor, &event)
        }
    }

    /// Is ready after so long; without a delay at no time.
    /// The corresponding system call is `timerfd_settime(2)`.
    func setTimer(after delay: Duration?) {
        var setting = itimerspec()
        if let delay {
            // All zero would switch the timer off.
            let (seconds, attoseconds) = max(delay, .nanoseconds(1)).components
            setting.it_value = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        }
        timerfd_settime(timer.number, 0, &setting, nil)
    }
}

/// Waits until a descriptor is readable.
///
/// - Parameter timeout: How long to wait at most; without one for ever.
/// - Returns: Whether it is. Not, if the time is over or a signal came.
/// The corresponding system call is `poll(2)`.
func waitUntilReadable(_ descriptor: Int32, timeout: Duration?, writing: Bool = false) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN | (writing ? POLLOUT : 0)), revents: 0)
    let milliseconds = timeout.map { timeout in
        let (seconds, attoseconds) = max(timeout, .zero).components
        // Rounded up, so that the time is over afterwards.
        return Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
    }
    return poll(&entry, 1, milliseconds ?? -1) > 0
}
