public import EventLoop
public import SystemCalls

/// What a ``ScalarSource`` tells.
public enum ScalarEvent: Equatable, Sendable {
    /// The number is this one now.
    case value(Double)
    /// It cannot be read at present. Told once until it can be read again.
    case failure(SensorFailure)
}

/// Reads a sensor of one number again and again, on a thread of its own: a driver may take its time to
/// answer. The loop is woken for a number that differs, and for nothing else.
public final class ScalarSource {
    private let reader: ScalarReader
    private var reports: DescriptorSource?

    /// Begins to read.
    ///
    /// - Parameters:
    ///   - period: From one read to the next.
    ///   - handler: Called on the thread of the loop.
    public init(
        _ sensor: ScalarSensor, every period: Duration, loop: EventLoop,
        handler: @escaping (ScalarEvent) -> Void
    ) throws(SystemCallError) {
        reader = try ScalarReader(sensor, period: period)
        reports = try loop.onReady(reader.reports.descriptor, .readable) { [reader] _ in
            reader.reports.takeAll().forEach(handler)
        }
        let reader = reader
        try runDetached { reader.run() }
    }

    deinit {
        reports = nil
        reader.end.send(())
    }
}

/// What the thread and the loop share. The thread keeps it alive.
private final class ScalarReader: Sendable {
    let reports: Mailbox<ScalarEvent>
    let end: Mailbox<Void>
    private let sensor: ScalarSensor
    private let period: Duration

    init(_ sensor: ScalarSensor, period: Duration) throws(SystemCallError) {
        self.sensor = sensor
        self.period = period
        reports = try Mailbox()
        end = try Mailbox()
    }

    func run() {
        var last: ScalarEvent?
        repeat {
            let event = read()
            if event != last { reports.send(event) }
            last = event
        } while !end.wait(timeout: period)
    }

    private func read() -> ScalarEvent {
        do throws(SystemCallError) {
            let text = try sensor.file.read()
            guard let number = Double(text), number.isFinite else {
                return .failure(.malformed(path: sensor.file.path, text: text))
            }
            return .value((number + sensor.offset) * sensor.scale)
        } catch {
            return .failure(SensorFailure(error))
        }
    }
}
