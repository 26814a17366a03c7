/// Finds mistakes in a file of the hardware database with properties of sensors.
///
/// What is said of patterns is exact with respect to ``KeyLanguage``: a line is called dead if no key at all
/// fits it, and shadowed or redundant if there is no key for which it decides. Only that letters were typed
/// for digits is inferred: from the form of the field, or from the lines beside it.
public struct HardwareDatabaseLint {
    /// What was found, by line.
    public let findings: [HardwareDatabaseFinding]
    /// For each line with a match that decides about some key, such a key.
    let decisiveKeys: [Int: String]

    /// Looks at a file.
    public init(_ file: HardwareDatabaseFile) {
        var findings = file.faults.map {
            HardwareDatabaseFinding(line: $0.line, kind: .syntax, reason: $0.reason)
        }
        findings += file.cutLines.map {
            HardwareDatabaseFinding(
                line: $0, kind: .syntax,
                reason: "what follows # is a comment; in a pattern write ? for it")
        }
        findings += file.records.flatMap { $0.properties.flatMap(\.findings) }
        let patterns = PatternLint(file)
        findings += patterns.findings
        decisiveKeys = patterns.decisiveKeys
        findings += MistypedLint(file.records).findings
        self.findings = findings.sorted { ($0.line, $0.kind.rawValue) < ($1.line, $1.kind.rawValue) }
    }
}

extension HardwareDatabaseFile.Property {
    /// What is wrong with the property by itself.
    ///
    /// Source: the properties of `60-sensor.hwdb` and their values, as its head and systemd's
    /// `hwdb.d/parse_hwdb.py` have them.
    fileprivate var findings: [HardwareDatabaseFinding] {
        func finding(_ kind: HardwareDatabaseFinding.Kind, _ reason: String) -> [HardwareDatabaseFinding] {
            [HardwareDatabaseFinding(line: line, kind: kind, reason: reason)]
        }
        switch key {
        case "ACCEL_MOUNT_MATRIX": return MatrixValue(value).problem.map { finding($0.kind, $0.reason) } ?? []
        case "ACCEL_LOCATION":
            if value == "display" || value == "base" { return [] }
            return finding(.property, "ACCEL_LOCATION must be display or base, not \"\(value)\"")
        case "PROXIMITY_NEAR_LEVEL":
            if !value.isEmpty, value.utf8.allSatisfy({ (48...57).contains($0) }) { return [] }
            return finding(.property, "PROXIMITY_NEAR_LEVEL must be a whole number, not \"\(value)\"")
        case _ where key.uppercased().hasPrefix("ACCEL") || key.uppercased().hasPrefix("PROXIMITY"):
            return finding(
                .property,
                "nobody reads \(key); there are ACCEL_MOUNT_MATRIX, ACCEL_LOCATION and PROXIMITY_NEAR_LEVEL")
        default: return []
        }
    }
}
