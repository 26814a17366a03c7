internal import CLinux
public import SystemCalls

/// Notices that the machine was suspended, by two clocks: one counts the time in between, one does not.
public struct SuspendedTime: Equatable, Sendable {
    /// What counts as suspended; the two clocks are read one after the other.
    public static let shortest = Duration.milliseconds(100)

    private var gap: Duration

    /// Begins now.
    ///
    /// - Parameters:
    ///   - boot: `CLOCK_BOOTTIME`, which counts suspended time.
    ///   - monotonic: `CLOCK_MONOTONIC`, which does not.
    public init(boot: Duration, monotonic: Duration) { gap = boot - monotonic }

    /// How long the machine was suspended since this was last asked; nothing if it was not.
    public mutating func take(boot: Duration, monotonic: Duration) -> Duration? {
        let suspended = boot - monotonic - gap
        gap = boot - monotonic
        return suspended >= Self.shortest ? suspended : nil
    }
}

/// Calls a handler when the machine wakes up. Costs no wake-up of its own.
///
/// A timer that never goes off is cancelled whenever the time of day is set, which the kernel does at
/// every resume (`timerfd_create(2)`, `TFD_TIMER_CANCEL_ON_SET`); ``SuspendedTime`` then tells a resume
/// from a clock that somebody set.
public final class WakeUpSource {
    private let timer: FileDescriptor
    private var source: DescriptorSource?
    private var suspended = SuspendedTime(
        boot: KernelClock.bootTime.now, monotonic: KernelClock.monotonic.now)
    private let handler: (Duration) -> Void

    /// Waits for as long as the object is kept.
    ///
    /// - Parameter handler: Takes how long the machine was suspended.
    /// The corresponding system call is `timerfd_create(2)`.
    public init(loop: EventLoop, _ handler: @escaping (Duration) -> Void) throws(SystemCallError) {
        self.handler = handler
        let flags = Int32(TFD_NONBLOCK | TFD_CLOEXEC)
        timer = FileDescriptor(
            owning: try retrying("timerfd_create") { timerfd_create(CLOCK_REALTIME, flags) })
        try arm()
        source = try loop.onReady(timer.number, .readable) { [unowned self] _ in clockWasSet() }
    }

    /// Sets the timer to a time that never comes.
    private func arm() throws(SystemCallError) {
        var never = itimerspec()
        never.it_value.tv_sec = .max
        let flags = Int32(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET)
        _ = try retrying("timerfd_settime") { timerfd_settime(timer.number, flags, &never, nil) }
    }

    private func clockWasSet() {
        var count: UInt64 = 0
        _ = read(timer.number, &count, MemoryLayout<UInt64>.size)
        try? arm()
        if let time = suspended.take(boot: KernelClock.bootTime.now, monotonic: KernelClock.monotonic.now) {
            handler(time)
        }
    }
}
