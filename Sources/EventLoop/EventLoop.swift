internal import CLinux
internal import CSystemd
public import SystemCalls

/// One thread that waits for descriptors, timers and signals and calls their handlers, over sd-event.
///
/// Not `Sendable`: the compiler keeps it, and all that its handlers capture, on the thread that made
/// it. Handlers run one after the other inside ``run()``.
public final class EventLoop {
    private let pointer: OpaquePointer
    private let frequent = FrequentWait()
    /// Whether others than this module set timers of the loop.
    private var isShared = false

    /// Makes a loop of its own, apart from any other of the thread.
    /// The corresponding function is `sd_event_new(3)`.
    public init() throws(SystemCallError) {
        var pointer: OpaquePointer?
        try check("sd_event_new", sd_event_new(&pointer))
        guard let pointer else { throw SystemCallError(call: "sd_event_new", code: ENOMEM) }
        self.pointer = pointer
    }

    deinit { sd_event_unref(pointer) }

    /// For what else of libsystemd is served by the loop.
    package func share() -> OpaquePointer {
        isShared = true
        return pointer
    }

    /// Waits and calls handlers until ``stop()``.
    /// The corresponding function is `sd_event_loop(3)`.
    public func run() throws(SystemCallError) {
        while sd_event_get_state(pointer) != Int32(SD_EVENT_FINISHED) {
            try round(timeout: nil, isOnce: isShared)
        }
    }

    /// Makes one round: calls the handler that is due, if there is one within the time.
    ///
    /// - Parameter timeout: How long to wait at most; `nil` is for ever.
    /// - Returns: Whether a handler was called.
    /// The corresponding function is `sd_event_run(3)`.
    @discardableResult
    public func runOnce(timeout: Duration?) throws(SystemCallError) -> Bool {
        try round(timeout: timeout, isOnce: true)
    }

    /// Makes a round of sd-event.
    ///
    /// - Parameters:
    ///   - timeout: How long to wait at most; `nil` is for ever.
    ///   - isOnce: Whether a handler of ``FrequentWait`` may not be called again and again meanwhile.
    /// - Returns: Whether a handler was called.
    /// The corresponding functions are `sd_event_run(3)` and, with such a handler, the steps of which it is made:
    /// `sd_event_prepare(3)`, `sd_event_wait(3)` and `sd_event_dispatch(3)`.
    @discardableResult
    private func round(timeout: Duration?, isOnce: Bool) throws(SystemCallError) -> Bool {
        let microseconds = timeout.map(microseconds)
        guard frequent.handler != nil else {
            return try check("sd_event_run", sd_event_run(pointer, microseconds ?? .max)) > 0
        }
        var isDue = try check("sd_event_prepare", sd_event_prepare(pointer)) > 0
        var wasCalled = false
        if !isDue {
            let milliseconds = microseconds.map { Int32(clamping: ($0 + 999) / 1000) } ?? -1
            wasCalled = frequent.wait(
                beside: sd_event_get_fd(pointer), timeout: milliseconds, isOnce: isOnce)
            isDue = try check("sd_event_wait", sd_event_wait(pointer, 0)) > 0
        }
        if isDue { try check("sd_event_dispatch", sd_event_dispatch(pointer)) }
        return isDue || wasCalled
    }

    /// Ends ``run()`` after the handler that is running.
    public func stop() {
        frequent.needsPreparing = true
        sd_event_exit(pointer, 0)
    }

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

    /// Calls a handler when a descriptor is readable, which it is many times a second: for the first such
    /// descriptor of a loop that costs much less than ``onReady(_:_:_:)`` does.
    ///
    /// - Parameter descriptor: Stays the caller's, who closes it after the source is gone.
    /// - Returns: A source that waits for as long as it is kept.
    /// The corresponding system call is `poll(2)`.
    public func onReadable(
        often descriptor: Int32, _ handler: @escaping () -> Void
    ) throws(SystemCallError) -> EventSource {
        guard frequent.handler == nil else { return try onReady(descriptor, .readable) { _ in handler() } }
        frequent.set(descriptor, handler)
        return FrequentSource(frequent)
    }

    /// Makes a timer, not set yet.
    ///
    /// - Parameter accuracy: How late it may go off, so that wake-ups can coincide.
    /// - Returns: A timer on the monotonic clock that is alive for as long as it is kept.
    /// The corresponding function is `sd_event_add_time(3)`.
    public func timer(
        accuracy: Duration, _ handler: @escaping () -> Void
    ) throws(SystemCallError) -> TimerSource {
        let source = TimerSource(frequent, handler)
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
