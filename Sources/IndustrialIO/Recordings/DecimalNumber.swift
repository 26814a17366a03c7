/// A decimal number as it is written: `-12.5e-3`.
struct DecimalNumber {
    private let isNegative: Bool
    /// The digits as a whole number.
    private let digits: UInt64
    /// The power of ten by which the digits are multiplied.
    private let exponent: Int

    /// Reads a number that takes up all of the bytes: a sign, digits with at most one point, and an
    /// exponent. Nothing if it is none, as are infinity and what is not a number.
    ///
    /// Digits after the first nineteen only count by their place.
    init?(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) {
        var index = bytes.startIndex
        let end = bytes.endIndex
        func at(_ character: Unicode.Scalar) -> Bool {
            index < end && bytes[index] == UInt8(ascii: character)
        }

        isNegative = at("-")
        if at("-") || at("+") { index += 1 }
        var digits: UInt64 = 0
        var exponent = 0
        var digitCount = 0
        var isAfterPoint = false
        while index < end {
            if at("."), !isAfterPoint {
                isAfterPoint = true
            } else if let digit = Self.digit(bytes[index]) {
                digitCount += 1
                // Above this another digit may not fit.
                if digits < UInt64.max / 10 {
                    digits = digits * 10 + digit
                    if isAfterPoint { exponent -= 1 }
                } else if !isAfterPoint {
                    exponent += 1
                }
            } else {
                break
            }
            index += 1
        }
        guard digitCount > 0 else { return nil }
        if at("e") || at("E") {
            index += 1
            let isNegative = at("-")
            if at("-") || at("+") { index += 1 }
            var written = 0
            guard index < end else { return nil }
            while index < end, let digit = Self.digit(bytes[index]) {
                written = min(written * 10 + Int(digit), 10_000)
                index += 1
            }
            exponent += isNegative ? -written : written
        }
        guard index == end else { return nil }
        self.digits = digits
        self.exponent = exponent
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        let digit = byte &- UInt8(ascii: "0")
        return digit < 10 ? UInt64(digit) : nil
    }

    /// The number, rounded to the nearest that there is in all but extreme cases; infinite if it is
    /// too large.
    var value: Double {
        let magnitude: Double
        if digits < 1 << 53, (-22...0).contains(exponent) {
            // Both are exact, so the quotient is the nearest number.
            magnitude = Double(digits) / Self.powersOfTen[-exponent]
        } else {
            magnitude = Double("\(digits)e\(exponent)") ?? .infinity
        }
        return isNegative ? -magnitude : magnitude
    }

    /// The number times a power of ten, rounded to a whole number; nothing if that does not fit.
    func scaled(byPowerOfTen power: Int) -> Int64? {
        var magnitude = digits
        var exponent = exponent + power
        if magnitude == 0 { return 0 }
        while exponent > 0 {
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: 10)
            if overflow { return nil }
            magnitude = product
            exponent -= 1
        }
        if exponent < 0 {
            guard exponent >= -19 else { return 0 }
            var divisor: UInt64 = 1
            for _ in exponent..<0 { divisor *= 10 }
            let (quotient, remainder) = magnitude.quotientAndRemainder(dividingBy: divisor)
            magnitude = quotient + (remainder >= divisor - remainder ? 1 : 0)
        }
        guard let result = Int64(exactly: magnitude) else { return nil }
        return isNegative ? -result : result
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17,
        1e18, 1e19, 1e20, 1e21, 1e22,
    ]
}
