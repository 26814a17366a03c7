extension StringProtocol {
    /// The text with its control characters spelt out, so that a terminal does not obey them, and a line stays
    /// one line. What comes from other people's files and devices may hold any.
    public var printable: String { spellingOut { Self.isControl($0) } }

    /// Like ``printable``, but for the ends of lines.
    public var printableLines: String { spellingOut { Self.isControl($0) && $0 != "\n" } }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value < 0x20 && scalar != "\t" || 0x7F...0x9F ~= scalar.value
    }

    private func spellingOut(_ isSpelt: (Unicode.Scalar) -> Bool) -> String {
        guard unicodeScalars.contains(where: isSpelt) else { return String(self) }
        return unicodeScalars.reduce(into: "") { result, scalar in
            if isSpelt(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }
}
