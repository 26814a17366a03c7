internal import CLinux
internal import CSystemd
internal import SystemCalls

/// What a descriptor is ready for; the bits are those of `epoll_ctl(2)`.
public struct ReadyEvents: OptionSet, Sendable {
    /// The bits of `EPOLLIN` and so on.
    public let rawValue: UInt32

    /// Makes a set of those bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// There is something to read, or the end of the stream.
    public static let readable = Self(rawValue: 0x001)
    /// Something can be written.
    public static let writable = Self(rawValue: 0x004)
    /// An error is pending. Always reported.
    public static let error = Self(rawValue: 0x008)
    /// Both directions are shut down. Always reported.
    public static let hangUp = Self(rawValue: 0x010)
    /// The peer has shut down its sending side.
    public static let peerClosed = Self(rawValue: 0x2000)
}

/// Something that a loop waits for. The registration ends with the object.
///
/// A handler may let go of its own source. The registration ends then and there, so that a descriptor with
/// the same number can be waited for within the same handler; what the handler captured lives until it
/// returns.
public class EventSource {
    var pointer: OpaquePointer?

    init() {}

    deinit { sd_event_source_disable_unref(pointer) }

    /// What libsystemd hands back to the callbacks. Not retained: `deinit` ends the registration.
    final var userData: UnsafeMutableRawPointer { Unmanaged.passUnretained(self).toOpaque() }

    final func enable(_ mode: Int) { sd_event_source_set_enabled(pointer, Int32(mode)) }
}

/// Waits for a descriptor.
public final class DescriptorSource: EventSource {
    private let handler: (ReadyEvents) -> Void

    init(_ handler: @escaping (ReadyEvents) -> Void) { self.handler = handler }

    /// The handler alone, not the source, which would outlive its own end if it were kept while it runs.
    static func handler(at userData: UnsafeMutableRawPointer?) -> ((ReadyEvents) -> Void)? {
        userData.map { Unmanaged<DescriptorSource>.fromOpaque($0).takeUnretainedValue().handler }
    }

    /// Changes what is waited for. Hang-up and error are reported even for an empty set.
    /// The corresponding function is `sd_event_source_set_io_events(3)`.
    public func wait(for events: ReadyEvents) {
        sd_event_source_set_io_events(pointer, events.rawValue)
    }

    /// Stops waiting, hang-up included, until ``resume()``.
    public func pause() { enable(0) }

    /// Waits again after ``pause()``.
    public func resume() { enable(1) }
}

/// Goes off once at a time that is set each time anew.
public final class TimerSource: EventSource {
    private let handler: () -> Void
    private let frequent: FrequentWait

    /// - Parameter frequent: What may go on waiting before sd-event sees that the timer was set.
    init(_ frequent: FrequentWait, _ handler: @escaping () -> Void) {
        self.frequent = frequent
        self.handler = handler
    }

    /// The handler alone, not the source, which would outlive its own end if it were kept while it runs.
    static func handler(at userData: UnsafeMutableRawPointer?) -> (() -> Void)? {
        userData.map { Unmanaged<TimerSource>.fromOpaque($0).takeUnretainedValue().handler }
    }

    /// Goes off once, so long from now on the monotonic clock; replaces what was set before.
    /// The corresponding function is `sd_event_source_set_time(3)`: what counts from sd-event's own time counts
    /// from its last round, which may be long ago.
    public func set(after delay: Duration) {
        let now = UInt64(KernelClock.monotonic.nanoseconds) / 1000
        sd_event_source_set_time(pointer, now + microseconds(delay))
        enable(-1)
        frequent.needsPreparing = true
    }

    /// Does not go off.
    public func cancel() { enable(0) }

    /// Whether it will go off.
    public var isSet: Bool { sd_event_source_get_enabled(pointer, nil) > 0 }
}

/// Waits for a signal.
public final class SignalSource: EventSource {
    private let handler: () -> Void

    init(_ handler: @escaping () -> Void) { self.handler = handler }

    /// The handler alone, not the source, which would outlive its own end if it were kept while it runs.
    static func handler(at userData: UnsafeMutableRawPointer?) -> (() -> Void)? {
        userData.map { Unmanaged<SignalSource>.fromOpaque($0).takeUnretainedValue().handler }
    }
}
