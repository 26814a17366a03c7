internal import EventLoop
internal import SystemCalls

/// What a ``ScalarSource`` tells.
public enum ScalarEvent: Equatable, Sendable {
    /// The number is this one now.
    case value(Double)
    /// It cannot be read at present. Told once until it can be read again.
    case failure(SensorFailure)
    /// Its buffer cannot be used at present, and it is polled. Told once until the buffer can be used.
    case polled(SensorFailure)
}

/// Reads a sensor of one number, on a thread of its own: a driver may take its time to answer. The loop is
/// woken for a number that differs, and for nothing else. Ends with its last reference, and puts back what was
/// changed in the kernel.
public final class ScalarSource {
    private let end: Mailbox<Void>
    private var reports: DescriptorSource?
    /// Given once everything is put back.
    let restored: EndSignal

    /// Begins to read.
    ///
    /// - Parameters:
    ///   - period: How far apart the numbers are to be.
    ///   - journal: Where it is noted what is to be put back.
    ///   - predecessor: The end of an earlier source of this sensor, which may still be putting back.
    ///   - handler: Called on the thread of the loop.
    init(
        _ sensor: ScalarSensor, every period: Duration, loop: EventLoop, journal: SettingsJournal?,
        after predecessor: EndSignal?, handler: @escaping (ScalarEvent) -> Void
    ) throws(SystemCallError) {
        let (events, end, restored) = (try Mailbox<ScalarEvent>(), try Mailbox<Void>(), try EndSignal())
        (self.end, self.restored) = (end, restored)
        reports = try loop.onReady(events.descriptor, .readable) { _ in events.takeAll().forEach(handler) }
        try runDetached {
            predecessor?.wait(timeout: nil)
            var reader = ScalarReader(sensor, period: period, journal: journal) { events.send($0) }
            reader.run(until: end.descriptor)
            restored.give()
        }
    }

    deinit {
        reports = nil
        end.send(())
    }
}
