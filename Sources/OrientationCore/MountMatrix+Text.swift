extension MountMatrix {
    /// Reads the text form of the kernel and of udev's hardware database, `a, b, c; d, e, f; g, h, i`.
    ///
    /// Blanks around numbers do not matter, nor does a newline at the end. A number is an optional minus
    /// sign and decimal digits with at most one point, as in the hardware database's own grammar: no
    /// plus sign, no exponent, no brackets. Nothing may follow the ninth number.
    ///
    /// The numbers are not judged: see ``checkFirstTwoRows()`` and ``checkAllRows()``.
    ///
    /// - Throws: ``MountMatrixError`` with the first fault of form.
    public init(parsing text: String) throws(MountMatrixError) {
        let bytes = Array(text.utf8)[...]
        if bytes.trimmed.isEmpty { throw .empty }
        let rows = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
        guard rows.count == 3 else { throw .rowCount(rows.count) }
        self.init(
            rows: try Vector(matrixRow: rows[0], number: 1), try Vector(matrixRow: rows[1], number: 2),
            try Vector(matrixRow: rows[2], number: 3))
    }

    /// The text form that ``init(parsing:)`` reads, in millionths at the finest.
    public var text: String {
        rows.map { row in [row.x, row.y, row.z].map(\.matrixElement).joined(separator: ", ") }
            .joined(separator: "; ")
    }
}

extension Vector {
    fileprivate init(matrixRow bytes: ArraySlice<UInt8>, number row: Int) throws(MountMatrixError) {
        let columns = bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
        guard columns.count == 3 else { throw .columnCount(row: row, count: columns.count) }
        func element(_ column: Int) throws(MountMatrixError) -> Double {
            let bytes = columns[column - 1].trimmed
            if let element = Double(matrixElement: bytes) { return element }
            throw .notANumber(
                row: row, column: column, text: String(decoding: bytes.prefix(24), as: UTF8.self))
        }
        self.init(x: try element(1), y: try element(2), z: try element(3))
    }
}

extension Double {
    /// The decimal number `-?(digits[.digits*] | .digits)`, or nothing.
    fileprivate init?(matrixElement bytes: ArraySlice<UInt8>) {
        let unsigned = bytes.first == UInt8(ascii: "-") ? bytes.dropFirst() : bytes
        let digits = unsigned.filter { $0 != UInt8(ascii: ".") }
        guard
            !digits.isEmpty, unsigned.count - digits.count <= 1,
            digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        self.init(String(decoding: bytes, as: UTF8.self))
    }

    /// Up to six decimals, as many as are needed, and never an exponent.
    fileprivate var matrixElement: String {
        let million = 1_000_000
        guard abs(self) < 1e6 else { return String(self) }
        let scaled = Int((self * Double(million)).rounded())
        let (whole, part) = abs(scaled).quotientAndRemainder(dividingBy: million)
        var text = (scaled < 0 ? "-" : "") + String(whole)
        if part == 0 { return text }
        text += "." + String(million + part).dropFirst()
        while text.last == "0" { text.removeLast() }
        return text
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without white space at either end.
    fileprivate var trimmed: ArraySlice<UInt8> {
        let isBlank = { (byte: UInt8) in byte == UInt8(ascii: " ") || (9...13).contains(byte) }
        let withoutStart = drop(while: isBlank)
        guard let last = withoutStart.lastIndex(where: { !isBlank($0) }) else { return [] }
        return withoutStart[...last]
    }
}
