internal import CLinux
internal import SystemCalls

/// Goes off in the loop when a reader has had nothing usable for a while.
///
/// The reader's thread puts it off after each good measurement, which wakes nobody, and cannot keep it
/// from going off by hanging in a read.
struct SilenceAlarm: ~Copyable, Sendable {
    private let timer: FileDescriptor

    /// The corresponding system call is `timerfd_create(2)`.
    init() throws(SystemCallError) {
        timer = FileDescriptor(
            owning: try retrying("timerfd_create") {
                timerfd_create(CLOCK_MONOTONIC, Int32(TFD_CLOEXEC | TFD_NONBLOCK))
            })
    }

    /// Readable once it has gone off, until ``acknowledge()``.
    var descriptor: Int32 { timer.number }

    /// Goes off so long from now; replaces what was set. `nil` is never.
    /// The corresponding system call is `timerfd_settime(2)`.
    func set(after delay: Duration?) {
        let (seconds, attoseconds) = (delay ?? .zero).components
        var time = itimerspec()
        time.it_value = timespec(tv_sec: Int(seconds), tv_nsec: Int(attoseconds / 1_000_000_000))
        timerfd_settime(timer.number, 0, &time, nil)
    }

    /// Takes note that it has gone off.
    func acknowledge() {
        var count: UInt64 = 0
        _ = read(timer.number, &count, MemoryLayout.size(ofValue: count))
    }
}
