/// Numbers that look random and are the same in every run (SplitMix64, public domain algorithm by
/// Sebastiano Vigna).
public struct SeededRandomness: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Begins a sequence.
    public init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    /// A number within a range, all equally likely.
    public mutating func number(in range: ClosedRange<Double>) -> Double {
        Double.random(in: range, using: &self)
    }

    /// A number of a normal distribution around 0, by Marsaglia's polar method.
    public mutating func gaussian(deviation: Double) -> Double {
        while true {
            let (u, v) = (number(in: -1...1), number(in: -1...1))
            let square = u * u + v * v
            guard square > 0, square < 1 else { continue }
            // ln(s) without a library: the exponent, and the series of artanh for the rest.
            return deviation * u * (-2 * Self.logarithm(square) / square).squareRoot()
        }
    }

    private static func logarithm(_ value: Double) -> Double {
        let y = (value.significand - 1) / (value.significand + 1)
        var (sum, power) = (0.0, y)
        for index in stride(from: 1, through: 39, by: 2) {
            sum += power / Double(index)
            power *= y * y
        }
        return 2 * sum + Double(value.exponent) * 0.693_147_180_559_945_3
    }
}
