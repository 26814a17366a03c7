/// Why no key fits a pattern: by looking for a small change after which one would.
struct DeadPattern {
    /// For people, one line.
    let reason: String

    /// Looks at a pattern that no key fits.
    init(_ text: String) {
        let repairs: [(String, String?)] = [
            ("udev looks sensors up by keys that begin with sensor:", Self.withPrefix(text)),
            ("udev writes _ for signs such as brackets", Self.withoutSigns(text)),
            ("the kernel leaves blanks out of DMI's strings", Self.withoutBlanks(text)),
            ("nothing stands between two colons in a row", Self.withoutDoubleColons(text)),
            ("it does not end in :*, and fields follow", Self.withEnd(text)),
            ("behind dmi: come bvn, bvr and bd before the rest", Self.withStart(text)),
        ]
        for (explanation, repaired) in repairs {
            guard let repaired, case .key = KeySearch(KeyPattern(repaired)).outcome() else { continue }
            reason = "no key fits: \(explanation); \(repaired) would"
            return
        }
        let order = KeyLanguage.fields.joined(separator: ", ")
        let form = "sensor:[LABEL:]modalias:BUS:…:dmi:*"
        reason = "no key fits: keys have the form \(form), and DMI's fields the order \(order)"
    }

    private static func withPrefix(_ text: String) -> String? {
        text.hasPrefix("sensor:") ? nil : text.hasPrefix("modalias:") ? "sensor:" + text : nil
    }

    private static func withoutSigns(_ text: String) -> String? {
        let repaired = String(
            text.map { character in
                guard let byte = character.asciiValue, character != ":", character != " " else {
                    return character
                }
                let isSpecial = "*[]\\".utf8.contains(byte)
                return isSpecial || KeyLanguage.valueBytes.contains(byte) ? character : "_"
            })
        return repaired == text ? nil : repaired
    }

    private static func withoutBlanks(_ text: String) -> String? {
        text.contains(" ") ? text.filter { $0 != " " } : nil
    }

    private static func withoutDoubleColons(_ text: String) -> String? {
        guard let place = text.firstRange(of: "::") else { return nil }
        return text.replacingCharacters(in: place, with: ":")
    }

    private static func withEnd(_ text: String) -> String? {
        text.hasSuffix("*") ? nil : text.hasSuffix(":") ? text + "*" : text + ":*"
    }

    private static func withStart(_ text: String) -> String? {
        guard let place = text.firstRange(of: ":dmi:") else { return nil }
        return text.replacingCharacters(in: place, with: ":dmi:*:")
    }
}

extension String {
    /// Where a text first stands in this one.
    fileprivate func firstRange(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            start = index(after: start)
        }
        return nil
    }

    fileprivate func replacingCharacters(in range: Range<Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
    }
}
