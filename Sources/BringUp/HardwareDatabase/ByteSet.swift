/// A set of bytes.
struct ByteSet: Hashable, Sendable {
    private var words = SIMD4<UInt64>(repeating: 0)

    static let empty = ByteSet()

    static let all: ByteSet = {
        var set = ByteSet()
        set.words = SIMD4(repeating: .max)
        return set
    }()

    init() {}

    init(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { insert(byte) }
    }

    mutating func insert(_ byte: UInt8) { words[Int(byte >> 6)] |= 1 << UInt64(byte & 63) }

    mutating func remove(_ byte: UInt8) { words[Int(byte >> 6)] &= ~(1 << UInt64(byte & 63)) }

    func contains(_ byte: UInt8) -> Bool { words[Int(byte >> 6)] >> UInt64(byte & 63) & 1 == 1 }

    /// All bytes that are not in the set.
    var inverted: ByteSet {
        var set = self
        set.words = ~words
        return set
    }

    /// Takes in the bytes of another set.
    mutating func formUnion(_ other: ByteSet) { words |= other.words }

    /// The bytes of both.
    func union(_ other: ByteSet) -> ByteSet {
        var set = self
        set.words |= other.words
        return set
    }

    /// How many bytes there are.
    var count: Int { (0..<4).reduce(0) { $0 + words[$1].nonzeroBitCount } }

    /// The bytes in ascending order.
    var bytes: [UInt8] {
        var bytes: [UInt8] = []
        for index in 0..<4 {
            var word = words[index]
            while word != 0 {
                bytes.append(UInt8(index << 6 + word.trailingZeroBitCount))
                word &= word - 1
            }
        }
        return bytes
    }
}
