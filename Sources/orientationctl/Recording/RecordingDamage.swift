internal import IndustrialIO

/// What was passed over in recordings because it was wrong.
struct RecordingDamage {
    private var lines: [String] = []
    private var count = 0

    /// Nothing so far.
    init() {}

    /// What a reader passed over.
    init(_ reader: RecordingReader) { add(reader) }

    /// Whether nothing was.
    var isNone: Bool { count == 0 }

    /// Adds what a reader passed over.
    mutating func add(_ reader: RecordingReader) {
        lines += reader.faults.map(\.description)
        if reader.faultCount > reader.faults.count {
            lines.append("\(reader.path): and \(reader.faultCount - reader.faults.count) more")
        }
        count += reader.faultCount
    }

    /// Tells people, on standard error.
    ///
    /// - Parameter command: The name of the command.
    func tell(_ command: String) {
        for line in lines { Output.error("orientationctl \(command): passed over: \(line)") }
    }
}
