public import SystemCalls

/// What the daemon tells those who run it: one line each on standard error, after the priority by
/// which the journal sorts it (`sd-daemon(3)`).
public struct Log {
    /// How much a line matters, as syslog counts.
    public enum Priority: Int, Sendable {
        /// Something does not work.
        case error = 3
        /// Something works in another way than it should.
        case warning = 4
        /// What is worth knowing afterwards.
        case notice = 5
        /// What is going on.
        case info = 6
        /// What matters to those who look for a fault.
        case debug = 7
    }

    /// How long the same line is kept back after it has been written.
    static let pause = Duration.seconds(60)

    private let isVerbose: Bool
    private let write: (String) -> Void
    private let withPriority: Bool
    private let repetitions = Repetitions()

    /// Makes a log.
    ///
    /// - Parameters:
    ///   - isVerbose: Whether lines of priority ``Priority/debug`` are written as well.
    ///   - withPriority: Whether a line begins with its priority; people do without.
    ///   - write: Takes a line, without its end.
    public init(
        isVerbose: Bool = false, withPriority: Bool = true,
        write: @escaping (String) -> Void = { StandardError.write(line: $0) }
    ) {
        self.isVerbose = isVerbose
        self.withPriority = withPriority
        self.write = write
    }

    /// Writes a line.
    public func callAsFunction(_ priority: Priority, _ text: String) {
        guard isVerbose || priority != .debug else { return }
        write(withPriority ? "<\(priority.rawValue)>\(text)" : text)
    }

    /// Writes a line that may come again and again: at most once a minute, with the number of those
    /// that were kept back.
    ///
    /// - Parameters:
    ///   - key: What makes two lines the same; their text, unless that differs in what does not matter.
    ///   - now: The time on a clock that does not go backwards.
    public func limited(_ priority: Priority, _ text: String, as key: String? = nil, now: Duration) {
        guard isVerbose || priority != .debug, let held = repetitions.note(key ?? text, now: now) else {
            return
        }
        self(priority, held == 0 ? text : "\(text) (\(held) more times in between)")
    }
}

/// Which lines were written lately.
final class Repetitions {
    private var lines: [String: (written: Duration, held: Int)] = [:]

    /// Says whether a line is due.
    ///
    /// - Returns: How often it was kept back since it was last written; nothing while it is kept back.
    func note(_ text: String, now: Duration) -> Int? {
        if let line = lines[text], now - line.written < Log.pause {
            lines[text]?.held += 1
            return nil
        }
        let held = lines[text]?.held ?? 0
        if lines.count > 100 { lines = lines.filter { now - $0.value.written < Log.pause } }
        lines[text] = (now, 0)
        return held
    }
}
