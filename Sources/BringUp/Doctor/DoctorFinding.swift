public import JSON

/// How much a finding matters.
public enum DoctorSeverity: String, Sendable, CaseIterable {
    /// As it should be.
    case ok
    /// Worth knowing.
    case note
    /// Works, but not as well as it could, or not for sure.
    case warning
    /// Rotation does not work because of this.
    case error
}

/// What a finding is about, in the order in which findings are shown.
public enum DoctorArea: String, Sendable, CaseIterable {
    /// The configuration files.
    case configuration
    /// The kernel's driver.
    case driver
    /// Which accelerometer is used.
    case sensor
    /// Permissions of device file and attributes.
    case access
    /// The buffer and its trigger.
    case buffer
    /// Mount matrices.
    case matrix
    /// Other programs that want the sensor.
    case programs
    /// What the sensor delivers.
    case measurement
    /// How casing and panel lie to each other.
    case casing
    /// Units, socket and daemon.
    case service
}

/// One thing that was looked into.
public struct DoctorFinding: Equatable, Sendable {
    /// What it is about.
    public var area: DoctorArea
    /// How much it matters.
    public var severity: DoctorSeverity
    /// One sentence in English, without a full stop.
    public var sentence: String
    /// What to do about it, in English, without a full stop.
    public var advice: String

    /// Makes a finding.
    public init(_ area: DoctorArea, _ severity: DoctorSeverity, _ sentence: String, advice: String) {
        self.area = area
        self.severity = severity
        self.sentence = sentence
        self.advice = advice
    }
}

/// All findings, and whether rotation would work.
public struct DoctorReport: Equatable, Sendable {
    /// In the order of their areas.
    public var findings: [DoctorFinding]

    /// Makes a report; findings are put in the order of their areas, each area's stay in theirs.
    public init(_ findings: [DoctorFinding]) {
        self.findings = DoctorArea.allCases.flatMap { area in findings.filter { $0.area == area } }
    }

    /// Whether rotation would work: nothing is an ``DoctorSeverity/error``.
    public var works: Bool { !findings.contains { $0.severity == .error } }

    /// The answer in one sentence, without a full stop.
    public var verdict: String {
        if let first = findings.first(where: { $0.severity == .error }) {
            return "Rotation does not work: \(first.sentence)"
        }
        let warnings = findings.count { $0.severity == .warning }
        switch warnings {
        case 0: return "Rotation works"
        case 1: return "Rotation works, with one thing to look after"
        default: return "Rotation works, with \(warnings) things to look after"
        }
    }
}

extension DoctorFinding: JSONEncodable {
    /// Appends the finding as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("area", area.rawValue)
        writer.member("severity", severity.rawValue)
        writer.member("finding", sentence)
        writer.member("advice", advice)
        writer.endObject()
    }
}

extension DoctorReport: JSONEncodable {
    /// Appends the report as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("works", works)
        writer.member("verdict", verdict)
        writer.member("findings", findings)
        writer.endObject()
    }
}
