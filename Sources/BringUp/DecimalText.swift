extension Double {
    /// The number with so many decimals, for people: `-0.50`. `–` for what is not a number.
    ///
    /// - Parameters:
    ///   - decimals: From 0 to 6.
    ///   - signed: Whether a number that is not negative gets a `+`.
    public func text(decimals: Int, signed: Bool = false) -> String {
        guard isFinite else { return "–" }
        var power = 1.0
        for _ in 0..<decimals { power *= 10 }
        let scaled = (magnitude * power).rounded()
        guard scaled < 1e15 else { return "\(self)" }
        let (whole, part) = Int(scaled).quotientAndRemainder(dividingBy: Int(power))
        // A number that is rounded to zero has no sign.
        let sign = self < 0 && scaled > 0 ? "-" : signed ? "+" : ""
        return sign + "\(whole)" + (decimals == 0 ? "" : "." + String(Int(power) + part).dropFirst())
    }
}

extension Int {
    /// So many samples, in words: "1 sample", "2 samples".
    package var samplesText: String { self == 1 ? "1 sample" : "\(self) samples" }
}
