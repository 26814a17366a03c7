internal import CLinux

/// The kernel's clocks that are read here.
public enum KernelClock: Sendable {
    /// Does not go backwards and counts suspended time. Timestamps of the project are on it.
    case bootTime
    /// Does not go backwards and stops during suspend.
    case monotonic
    /// The time of day.
    case realTime

    /// The time on this clock.
    public var now: Duration { .nanoseconds(nanoseconds) }

    /// The time on this clock as a plain number, with which calculating costs next to nothing.
    /// The corresponding system call is `clock_gettime(2)`.
    public var nanoseconds: Int64 {
        var time = timespec()
        switch self {
        case .bootTime: clock_gettime(CLOCK_BOOTTIME, &time)
        case .monotonic: clock_gettime(CLOCK_MONOTONIC, &time)
        case .realTime: clock_gettime(CLOCK_REALTIME, &time)
        }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
