/// The lines of a file that set one property, found by a key that fits them.
///
/// A file may have tens of thousands of them. A key is compared with those alone that begin, up to their first
/// wildcard, as it does.
struct PropertySetters {
    /// A line with the value that it gives to the property.
    struct Line {
        let match: HardwareDatabaseFile.Match
        let value: String
        /// The number of its record in the file, from 0.
        let record: Int
    }

    /// The lines by what is before their first wildcard, in the order of the file.
    private var lines: [[UInt8]: [Line]] = [:]
    /// How long that is.
    private var lengths: Set<Int> = []

    /// For each property that is set in some records the lines that do.
    static func ofAll(in records: [HardwareDatabaseFile.Record]) -> [String: PropertySetters] {
        var setters: [String: PropertySetters] = [:]
        for (index, record) in records.enumerated() {
            for property in record.lastProperties {
                for match in record.matches {
                    let line = Line(match: match, value: property.value, record: index)
                    setters[property.key, default: PropertySetters()].add(line)
                }
            }
        }
        return setters
    }

    private mutating func add(_ line: Line) {
        let prefix = line.match.pattern.literalPrefix
        lines[prefix, default: []].append(line)
        lengths.insert(prefix.count)
    }

    /// The lines of later records that a key fits, in the order of the file.
    func lines(behind record: Int, fitting key: [UInt8]) -> [Line] {
        var found: [Line] = []
        for length in lengths where length <= key.count {
            guard let group = lines[Array(key[..<length])] else { continue }
            for line in group.reversed() {
                if line.record <= record { break }
                if line.match.pattern.matches(key) { found.append(line) }
            }
        }
        return found.sorted { $0.match.line < $1.match.line }
    }
}
