/// Finds lines that no key fits, and lines that never decide because others do.
struct PatternLint {
    private(set) var findings: [HardwareDatabaseFinding] = []
    /// For each line with a match that decides about some key, such a key.
    private(set) var decisiveKeys: [Int: String] = [:]

    private let records: [HardwareDatabaseFile.Record]
    /// For each property the lines that set it.
    private let setters: [String: PropertySetters]

    /// A key is a label and two modaliases, each of which is an attribute of at most a page.
    private static let longestKey = 3 * 4096

    init(_ file: HardwareDatabaseFile) {
        records = file.records
        setters = PropertySetters.ofAll(in: records)
        for (index, record) in records.enumerated() where record.concernsSensors {
            for (place, match) in record.matches.enumerated() { look(at: match, place, of: index) }
            lookForRepetition(in: record)
        }
    }

    private mutating func look(at match: HardwareDatabaseFile.Match, _ place: Int, of index: Int) {
        if match.pattern.tokens.count > Self.longestKey {
            add(match.line, .dead, "the pattern is longer than any key, \(Self.longestKey) bytes")
            return
        }
        let key: [UInt8]
        switch KeySearch(match.pattern).outcome() {
        case .key(let found): key = found
        case .none:
            add(match.line, .dead, DeadPattern(match.text).reason)
            return
        case .unknown: return
        }
        if match.pattern.tokens.last != .anything {
            add(
                match.line, .unterminated,
                "the pattern should end in :* since kernels append fields to DMI's string")
        }

        // Of each property the lines further down that set it too.
        var hidden: [(property: HardwareDatabaseFile.Property, by: [PropertySetters.Line])] = []
        var decisive: [UInt8]?
        for property in records[index].lastProperties {
            switch cover(of: match.pattern, firstKey: key, setting: property.key, behind: index) {
            case .covered(let lines): hidden.append((property, lines))
            case .decides(let key): decisive = decisive ?? key
            case .unknown: return
            }
        }
        let all = records[index].lastProperties.count
        if hidden.count == all {
            report(hidden, at: match.line)
        } else if let decisive {
            if let other = sibling(of: place, in: records[index], firstKey: key) {
                add(match.line, .redundant, "line \(other) of the same record fits all that this one fits")
            } else {
                decisiveKeys[match.line] = String(decoding: decisive, as: UTF8.self)
                for (property, lines) in hidden { report([(property, lines)], at: match.line, of: all) }
            }
        }
    }

    /// Reports that lines further down decide about properties of a line.
    ///
    /// - Parameter all: How many properties the line has, if not all of them are hidden.
    private mutating func report(
        _ hidden: [(property: HardwareDatabaseFile.Property, by: [PropertySetters.Line])], at line: Int,
        of all: Int? = nil
    ) {
        let saysTheSame = hidden.allSatisfy { property, lines in
            lines.allSatisfy { $0.value == property.value }
        }
        let numbers = Set(hidden.flatMap { $0.by.map(\.match.line) }).sorted()
        let decider =
            numbers.count == 1
            ? "line \(numbers[0]) fits"
            : "lines \(numbers.map(String.init).joined(separator: ", ")) together fit"
        let what =
            all == nil ? "" : " and sets \(hidden.map(\.property.key).joined(separator: " and ")) as well"
        add(
            line, saysTheSame ? .redundant : .shadowed,
            "\(decider) all that this one fits\(what), and the later line counts"
                + (saysTheSame ? "; both say the same" : ""))
    }

    /// A property that a record sets twice.
    private mutating func lookForRepetition(in record: HardwareDatabaseFile.Record) {
        for property in record.properties {
            guard let last = record.lastProperties.first(where: { $0.key == property.key }),
                last.line != property.line
            else { continue }
            add(
                property.line, last.value == property.value ? .redundant : .shadowed,
                "line \(last.line) sets \(property.key) again, and the later line counts")
        }
    }

    private mutating func add(_ line: Int, _ kind: HardwareDatabaseFinding.Kind, _ reason: String) {
        findings.append(HardwareDatabaseFinding(line: line, kind: kind, reason: reason))
    }
}

extension PatternLint {
    private enum Cover {
        /// These lines fit all that a pattern fits.
        case covered([PropertySetters.Line])
        /// None of the lines fits this key, which the pattern fits.
        case decides([UInt8])
        /// That could not be found out.
        case unknown
    }

    /// Whether lines further down that set a property fit, together, all that a pattern fits.
    ///
    /// Only those that fit a key at hand are taken into the search for the next one, so that the search is
    /// never for more than the few lines that matter.
    private func cover(
        of pattern: KeyPattern, firstKey: [UInt8], setting property: String, behind record: Int
    ) -> Cover {
        var taken: [PropertySetters.Line] = []
        var key = firstKey
        while true {
            let fitting = (setters[property]?.lines(behind: record, fitting: key) ?? []).filter { line in
                !taken.contains { $0.match.line == line.match.line }
            }
            if fitting.isEmpty { return .decides(key) }
            taken += fitting
            let outcome = KeySearch(pattern, without: taken.map(\.match.pattern)).outcome()
            if outcome == .unknown { return .unknown }
            guard case .key(let next) = outcome else { break }
            key = next
        }
        // One line that is enough by itself says it best.
        if let one = taken.first(where: { pattern.isCovered(by: $0.match.pattern) }) {
            return .covered([one])
        }
        return .covered(taken)
    }

    /// The line of another match of the same record that fits all that one fits. Of two that fit the same
    /// the first is kept.
    private func sibling(
        of place: Int, in record: HardwareDatabaseFile.Record, firstKey: [UInt8]
    ) -> Int? {
        let match = record.matches[place]
        return record.matches.enumerated().first { index, other in
            guard index != place, other.pattern.matches(firstKey),
                match.pattern.isCovered(by: other.pattern)
            else { return false }
            return index < place || !other.pattern.isCovered(by: match.pattern)
        }?.element.line
    }
}

extension KeyPattern {
    /// Whether another pattern certainly fits all keys that this one fits.
    fileprivate func isCovered(by other: KeyPattern) -> Bool {
        KeySearch(self, without: [other]).outcome() == .none
    }
}

extension HardwareDatabaseFile.Record {
    /// Of each property the last line, which is the one that counts.
    var lastProperties: [HardwareDatabaseFile.Property] {
        properties.enumerated().filter { index, property in
            !properties[(index + 1)...].contains { $0.key == property.key }
        }.map(\.element)
    }
}

extension HardwareDatabaseFile.Record {
    /// Whether it is meant for sensors, by its keys or by what it sets: files of the database may hold records of
    /// keyboards, mice and others as well.
    fileprivate var concernsSensors: Bool {
        matches.contains { $0.text.hasPrefix("sensor:") }
            || lastProperties.contains { $0.key.hasPrefix("ACCEL_") || $0.key.hasPrefix("PROXIMITY_") }
    }
}
