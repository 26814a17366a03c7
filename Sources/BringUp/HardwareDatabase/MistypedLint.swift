/// Finds letters that were typed for digits in patterns: where the field can only hold digits, and where
/// all lines beside it have hexadecimal digits.
struct MistypedLint {
    private(set) var findings: [HardwareDatabaseFinding] = []

    /// How many lines have to have hexadecimal digits in a field before another line is judged by them.
    private static let enoughOthers = 3

    init(_ records: [HardwareDatabaseFile.Record]) {
        let fields = records.flatMap(\.matches).flatMap { match in Field.all(of: match) }
        let alike = Dictionary(grouping: fields, by: \.frame)
        for field in fields {
            let repaired = field.repairedByForm ?? Self.repaired(field, among: alike[field.frame] ?? [])
            guard let repaired else { continue }
            findings.append(
                HardwareDatabaseFinding(
                    line: field.line, kind: .mistyped,
                    reason: "a letter stands for a digit: \(field.name)\(field.value) should be "
                        + "\(field.name)\(repaired)"))
        }
    }

    /// The value with digits for letters, if the same field of otherwise equal lines, those of its frame, is a
    /// hexadecimal number of as many digits everywhere else.
    private static func repaired(_ field: Field, among fields: [Field]) -> String? {
        guard let repaired = field.value.withDigits, repaired.isHexadecimal else { return nil }
        let others = fields.filter { $0.value.withDigits?.isHexadecimal != true }
        let isAlike = others.allSatisfy { $0.value.isHexadecimal && $0.value.count == field.value.count }
        return others.count >= enoughOthers && isAlike ? repaired : nil
    }

    /// A part of a pattern between two colons, without wildcards.
    private struct Field {
        let line: Int
        /// The letters before the value, for example `sku`; `acpi:` for an id of ACPI.
        let name: String
        let value: String
        /// The pattern without the value.
        let frame: String

        static func all(of match: HardwareDatabaseFile.Match) -> [Field] {
            let parts = match.text.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
            return parts.indices.compactMap { index in
                var part = parts[index]
                let isACPI = index > 0 && parts[index - 1] == "acpi"
                // An id is often followed by a wildcard for those that the device is compatible with.
                if isACPI, part.last == "*" { part.removeLast() }
                guard !part.contains(where: { "*?[]\\".contains($0) }) else { return nil }
                let name = isACPI ? "" : KeyLanguage.fields.last { part.hasPrefix($0) }
                guard let name, index > 0 else { return nil }
                var frame = parts
                frame[index] = name
                return Field(
                    line: match.line, name: isACPI ? "acpi:" : name,
                    value: String(part.dropFirst(name.count)),
                    frame: frame.joined(separator: ":"))
            }
        }

        /// The value with digits for letters, if the field has no other form.
        ///
        /// Sources: the ACPI specification, 6.1.5 (three or four letters and four hexadecimal digits); the
        /// SMBIOS specification for the date and the type of chassis; `br` and `efr` are two numbers.
        var repairedByForm: String? {
            switch name {
            case "acpi:":
                guard value.count == 7 || value.count == 8 else { return nil }
                let number = String(value.suffix(4))
                guard let repaired = number.withDigits, repaired.isHexadecimal else { return nil }
                return value.dropLast(4) + repaired
            case "bd":
                guard let repaired = value.withDigits else { return nil }
                let parts = repaired.split(separator: "/", omittingEmptySubsequences: false)
                return parts.count == 3 && parts.allSatisfy { String($0).isDecimal } ? repaired : nil
            case "ct":
                guard let repaired = value.withDigits else { return nil }
                return repaired.isDecimal ? repaired : nil
            case "br", "efr":
                guard let repaired = value.withDigits else { return nil }
                let parts = repaired.split(separator: ".", omittingEmptySubsequences: false)
                return parts.count == 2 && parts.allSatisfy { String($0).isDecimal } ? repaired : nil
            default: return nil
            }
        }
    }
}

extension String {
    /// The text with digits for the letters that look like them; nothing if there are none.
    fileprivate var withDigits: String? {
        let repaired = String(map { MatrixValue.digits[$0] ?? $0 })
        return repaired == self ? nil : repaired
    }

    fileprivate var isDecimal: Bool { !isEmpty && utf8.allSatisfy { (48...57).contains($0) } }

    /// Digits and capital letters up to F.
    fileprivate var isHexadecimal: Bool {
        !isEmpty && utf8.allSatisfy { (48...57).contains($0) || (65...70).contains($0) }
    }
}
