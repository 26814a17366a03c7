internal import BringUp
internal import FuzzSupport

/// Files of udev's hardware database: what is found is about one of its lines, and a record whose match is a
/// key itself is found by that key.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let text = input.remainder()
    let file = HardwareDatabaseFile(parsing: text)
    let lines = text.count { $0 == UInt8(ascii: "\n") } + 1

    for finding in HardwareDatabaseLint(file).findings {
        check((1...lines).contains(finding.line), "\(finding), and there are \(lines) lines")
        check(!finding.reason.utf8.contains(UInt8(ascii: "\n")), "more than one line: \(finding.reason)")
        check(!finding.reason.isEmpty, "\(finding.kind) without a reason")
    }
    for record in file.records {
        check(!record.matches.isEmpty && !record.properties.isEmpty, "half a record")
        for match in record.matches where isLiteral(match.text) {
            let found = file.properties(of: match.text)
            for property in record.properties {
                check(found[property.key] != nil, "\(match.text) does not get its \(property.key)")
            }
        }
    }
    return 0
}

/// Whether a pattern stands for itself alone. U+FFFD stands where bytes were no UTF-8.
private func isLiteral(_ pattern: String) -> Bool {
    !pattern.unicodeScalars.contains { "*?[\u{FFFD}".unicodeScalars.contains($0) }
}
