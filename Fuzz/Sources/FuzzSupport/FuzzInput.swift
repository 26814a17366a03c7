/// The bytes that libFuzzer made up, taken piece by piece.
public struct FuzzInput {
    private var rest: ArraySlice<UInt8>

    /// Takes over what libFuzzer hands to `LLVMFuzzerTestOneInput`.
    public init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
        rest = Array(UnsafeBufferPointer(start: start, count: start == nil ? 0 : count))[...]
    }

    /// Whether nothing is left.
    public var isEmpty: Bool { rest.isEmpty }

    /// The next byte; 0 after the last.
    public mutating func byte() -> UInt8 { rest.popFirst() ?? 0 }

    /// The next number below `limit`; 0 after the last byte.
    public mutating func number(below limit: Int) -> Int { Int(byte()) % limit }

    /// The next choice; the first after the last byte.
    public mutating func choice<Value>(_ values: [Value]) -> Value { values[number(below: values.count)] }

    /// Everything up to the next NUL byte, which is dropped. Texts hold none, so that a text may be
    /// followed by bytes of another meaning.
    public mutating func text() -> [UInt8] {
        let end = rest.firstIndex(of: 0) ?? rest.endIndex
        defer { rest = rest[min(end + 1, rest.endIndex)...] }
        return Array(rest[..<end])
    }

    /// Everything that is left.
    public mutating func remainder() -> [UInt8] {
        defer { rest = [] }
        return Array(rest)
    }
}

/// Numbers that look random and are the same every time.
public struct FuzzNumbers {
    private var state: UInt64

    /// Begins at a seed.
    public init(seed: UInt8) { state = (UInt64(seed) << 1) | 1 }

    /// A number from 1 to `limit`.
    public mutating func upTo(_ limit: Int) -> Int {
        // xorshift64 of G. Marsaglia, "Xorshift RNGs", 2003.
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(limit)) + 1
    }
}

/// Ends the program, which libFuzzer reports with the input, unless something holds that must.
public func check(_ holds: @autoclosure () -> Bool, _ sentence: @autoclosure () -> String) {
    if !holds() { fatalError(sentence()) }
}
