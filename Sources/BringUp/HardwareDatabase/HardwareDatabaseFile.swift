/// A file of udev's hardware database, read as systemd-hwdb(8) compiles it.
///
/// A record is some lines with a match each, then some lines with a blank and `KEY=value` each, then an empty
/// line or the end. From `#` on a line is a comment; one that begins with `#` may stand within a record. What
/// does not fit is passed over with a warning, and takes with it what systemd-hwdb takes.
///
/// Source: `import_file` and `insert_data` in systemd's `src/shared/hwdb-util.c`, the same in 252 and 258.
public struct HardwareDatabaseFile: Equatable, Sendable {
    /// A line with a pattern.
    public struct Match: Equatable, Sendable {
        /// The line, from 1.
        public let line: Int
        /// The pattern, without comment.
        public let text: String
        /// The same, ready to be compared with keys.
        let pattern: KeyPattern
    }

    /// A line that sets a property.
    public struct Property: Equatable, Sendable {
        /// The line, from 1. Of two lines that match a key the later one counts.
        public let line: Int
        /// Its name, for example `ACCEL_MOUNT_MATRIX`.
        public let key: String
        /// Its value.
        public let value: String
    }

    /// Lines with matches, and the properties of keys that fit one of them.
    public struct Record: Equatable, Sendable {
        /// The matches.
        public let matches: [Match]
        /// The properties.
        public let properties: [Property]
    }

    /// A line that systemd-hwdb does not take.
    public struct Fault: Equatable, Sendable {
        /// The line, from 1.
        public let line: Int
        /// What is wrong with it, and what comes of it, for people.
        public let reason: String
    }

    /// The records in the order of the file.
    public private(set) var records: [Record] = []
    /// The lines that are not taken.
    public private(set) var faults: [Fault] = []
    /// The lines with a `#` right behind a character, where hardly a comment was meant.
    private(set) var cutLines: [Int] = []

    /// Reads a file. Never fails: see ``faults``.
    public init(parsing bytes: [UInt8]) {
        var reading = Reading()
        var line = 0
        for content in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            line += 1
            if content.first == UInt8(ascii: "#") { continue }
            let hash = content.firstIndex(of: UInt8(ascii: "#")) ?? content.endIndex
            if hash < content.endIndex, !content[hash - 1].isSpace { cutLines.append(line) }
            reading.take(content[..<hash].withoutTrailingSpace, line)
        }
        reading.end()
        records = reading.records
        faults = reading.faults
    }

    /// The properties of a key, by the order in which lines count.
    public func properties(of key: String) -> [String: String] {
        let bytes = Array(key.utf8)
        var found: [String: String] = [:]
        for record in records where record.matches.contains(where: { $0.pattern.matches(bytes) }) {
            for property in record.properties { found[property.key] = property.value }
        }
        return found
    }
}

/// The state of reading.
private struct Reading {
    private enum State { case between, inMatches, inProperties }

    private var state = State.between
    private var matches: [HardwareDatabaseFile.Match] = []
    private var properties: [HardwareDatabaseFile.Property] = []
    private(set) var records: [HardwareDatabaseFile.Record] = []
    private(set) var faults: [HardwareDatabaseFile.Fault] = []

    /// Takes a line without comment and blanks at its end.
    mutating func take(_ content: ArraySlice<UInt8>, _ line: Int) {
        let isIndented = content.first == UInt8(ascii: " ")
        let text = String(decoding: content, as: UTF8.self)
        switch state {
        case .between:
            if content.isEmpty { return }
            if isIndented {
                fault(line, "a property without a match above it, which nothing gets")
            } else {
                state = .inMatches
                take(match: content, text, line)
            }
        case .inMatches:
            if content.isEmpty {
                dropMatches("no property follows, so the match has no effect")
            } else if isIndented {
                state = .inProperties
                take(property: text, line)
            } else {
                take(match: content, text, line)
            }
        case .inProperties:
            if content.isEmpty {
                endRecord()
            } else if isIndented {
                take(property: text, line)
            } else {
                fault(
                    line,
                    text.contains("=") && !text.contains(":")
                        ? "a property must begin with a blank; without it this line and the rest of the record "
                            + "are lost"
                        : "an empty line must stand above a match; without it this line is lost")
                endRecord()
            }
        }
    }

    /// Takes the end of the file.
    mutating func end() {
        if state == .inMatches {
            dropMatches("no property follows, so the match has no effect")
        } else {
            endRecord()
        }
    }

    private mutating func take(match content: ArraySlice<UInt8>, _ text: String, _ line: Int) {
        matches.append(.init(line: line, text: text, pattern: KeyPattern(content)))
    }

    private mutating func take(property text: String, _ line: Int) {
        guard let equals = text.firstIndex(of: "=") else {
            fault(line, "a property must have the form KEY=value")
            return
        }
        // More than one blank before the key counts as one; the key is what follows it.
        let key = text[..<equals].drop { $0 == " " || $0 == "\t" }
        if key.isEmpty {
            fault(line, "the property has no name before the equals sign")
            return
        }
        properties.append(
            .init(line: line, key: String(key), value: String(text[text.index(after: equals)...])))
    }

    private mutating func dropMatches(_ reason: String) {
        for match in matches {
            let isProperty = match.text.contains("=") && !match.text.contains(":")
            fault(
                match.line,
                isProperty
                    ? "a property must begin with a blank; without it this line is taken for a match" : reason
            )
        }
        matches = []
        state = .between
    }

    private mutating func endRecord() {
        if !matches.isEmpty, !properties.isEmpty {
            records.append(.init(matches: matches, properties: properties))
        }
        matches = []
        properties = []
        state = .between
    }

    private mutating func fault(_ line: Int, _ reason: String) {
        faults.append(.init(line: line, reason: reason))
    }
}

extension UInt8 {
    /// White space as `isspace(3)` in the C locale takes it.
    fileprivate var isSpace: Bool { self == 32 || (9...13).contains(self) }
}

extension ArraySlice<UInt8> {
    fileprivate var withoutTrailingSpace: ArraySlice<UInt8> {
        guard let last = lastIndex(where: { !$0.isSpace }) else { return [] }
        return self[...last]
    }
}
