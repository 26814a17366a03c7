internal import CLinux
internal import CSystemd
public import SystemCalls

/// One thread that waits for descriptors, timers and signals and calls their handlers, over sd-event.
///
/// Not `Sendable`: the compiler keeps it, and all that its handlers capture, on the thread that made
/// it. Handlers run one after the other inside ``run()``.
public final class EventLoop {
    /// For what else of libsystemd is served by the loop.
    package let pointer: OpaquePointer

    /// Makes a loop of its own, apart from any other of the thread.
    /// The corresponding function is `sd_event_new(3)`.
    public init() throws(SystemCallError) {
        var pointer: OpaquePointer?
        try check("sd_event_new", sd_event_new(&pointer))
        guard let pointer else { throw SystemCallError(call: "sd_event_new", code: ENOMEM) }
        self.pointer = pointer
    }

    deinit { sd_event_unref(pointer) }

    /// Waits and calls handlers until ``stop()``.
    /// The corresponding function is `sd_event_loop(3)`.
    public func run() throws(SystemCallError) { try check("sd_event_loop", sd_event_loop(pointer)) }

    /// Makes one round: calls the handler that is due, if there is one within the time.
    ///
    /// - Parameter timeout: How long to wait at most; `nil` is for ever.
    /// - Returns: Whether a handler was called.
    /// The corresponding function is `sd_event_run(3)`.
    @discardableResult
    public func runOnce(timeout: Duration?) throws(SystemCallError) -> Bool {
        try check("sd_event_run", sd_event_run(pointer, timeout.map(microseconds) ?? .max)) > 0
    }

    /// Ends ``run()`` after the handler that is running.
    public func stop() { sd_event_exit(pointer, 0) }

    /// Feeds systemd's watchdog from this loop, if the service manager asks for it.
    ///
    /// - Returns: Whether it does.
    /// The corresponding function is `sd_event_set_watchdog(3)`.
    @discardableResult
    public func feedWatchdog() throws(SystemCallError) -> Bool {
        try check("sd_event_set_watchdog", sd_event_set_watchdog(pointer, 1)) > 0
    }

    /// Calls a handler when a descriptor is ready.
    ///
    /// - Parameters:
    ///   - descriptor: Stays the caller's, who closes it after the source is gone.
    ///   - events: What to wait for; hang-up and error are always reported.
    /// - Returns: A source that waits for as long as it is kept.
    /// The corresponding function is `sd_event_add_io(3)`.
    public func onReady(
        _ descriptor: Int32, _ events: ReadyEvents, _ handler: @escaping (ReadyEvents) -> Void
    ) throws(SystemCallError) -> DescriptorSource {
        let source = DescriptorSource(handler)
        let callback: sd_event_io_handler_t = { _, _, events, userData in
            let handler = DescriptorSource.handler(at: userData)
            handler?(ReadyEvents(rawValue: events))
            return 0
        }
        try check(
            "sd_event_add_io",
            sd_event_add_io(pointer, &source.pointer, descriptor, events.rawValue, callback, source.userData))
        return source
    }

    /// Makes a timer, not set yet.
    ///
    /// - Parameter accuracy: How late it may go off, so that wake-ups can coincide.
    /// - Returns: A timer on the monotonic clock that is alive for as long as it is kept.
    /// The corresponding function is `sd_event_add_time(3)`.
    public func timer(
        accuracy: Duration, _ handler: @escaping () -> Void
    ) throws(SystemCallError) -> TimerSource {
        let source = TimerSource(handler)
        let callback: sd_event_time_handler_t = { _, _, userData in
            let handler = TimerSource.handler(at: userData)
            handler?()
            return 0
        }
        try check(
            "sd_event_add_time",
            sd_event_add_time_relative(
                pointer, &source.pointer, CLOCK_MONOTONIC, 0, max(1, microseconds(accuracy)), callback,
                source.userData))
        source.cancel()
        return source
    }

    /// Blocks signals for this thread and those that it starts: they wait for ``onSignal(_:_:)`` rather than end
    /// the process. To be called before there is another thread, which might take them.
    /// The corresponding function is `sigprocmask(2)`.
    public static func hold(_ signals: [Int32]) throws(SystemCallError) {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        guard sigprocmask(SIG_BLOCK, &set, nil) == 0 else { throw .last("sigprocmask") }
    }

    /// Blocks a signal for this thread and calls a handler when it arrives.
    ///
    /// - Returns: A source that waits for as long as it is kept.
    /// The corresponding function is `sd_event_add_signal(3)`.
    public func onSignal(
        _ signal: Int32, _ handler: @escaping () -> Void
    ) throws(SystemCallError) -> SignalSource {
        let source = SignalSource(handler)
        let callback: sd_event_signal_handler_t = { _, _, userData in
            let handler = SignalSource.handler(at: userData)
            handler?()
            return 0
        }
        try Self.hold([signal])
        try check(
            "sd_event_add_signal",
            sd_event_add_signal(pointer, &source.pointer, signal, callback, source.userData))
        return source
    }
}

/// Throws what a libsystemd function returned if it is a negative errno.
@discardableResult
func check(_ call: String, _ result: Int32) throws(SystemCallError) -> Int32 {
    if result < 0 { throw SystemCallError(call: call, code: -result) }
    return result
}

/// The whole microseconds of a duration; none below zero.
func microseconds(_ duration: Duration) -> UInt64 {
    let (seconds, attoseconds) = duration.components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return UInt64(seconds) * 1_000_000 + UInt64(attoseconds) / 1_000_000_000_000
}
