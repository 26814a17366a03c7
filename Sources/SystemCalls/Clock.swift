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
    /// The corresponding system call is `clock_gettime(2)`.
    public var now: Duration {
        var time = timespec()
        switch self {
        case .bootTime: clock_gettime(CLOCK_BOOTTIME, &time)
        case .monotonic: clock_gettime(CLOCK_MONOTONIC, &time)
        case .realTime: clock_gettime(CLOCK_REALTIME, &time)
        }
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
}
