/// A pattern of the hardware database, which a whole key has to fit.
///
/// Up to the first of `*`, `?` and `[` bytes stand for themselves; from there on the rules of `fnmatch(3)`
/// without flags apply: `*` is anything, `?` any byte, `[…]` a set, `\` takes the meaning of what follows.
///
/// Source: `trie_search_f` in systemd's `src/libsystemd/sd-hwdb/sd-hwdb.c`.
struct KeyPattern: Equatable, Sendable {
    /// What one place of a key has to be.
    enum Token: Equatable, Sendable {
        /// This byte.
        case byte(UInt8)
        /// One of these bytes.
        case oneOf(ByteSet)
        /// Any bytes, or none.
        case anything
    }

    /// The tokens in order; no two of ``Token/anything`` in a row.
    private(set) var tokens: [Token] = []

    init(_ text: ArraySlice<UInt8>) {
        var rest = text
        var isLiteral = true
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "*"):
                isLiteral = false
                if tokens.last != .anything { tokens.append(.anything) }
            case UInt8(ascii: "?"):
                isLiteral = false
                tokens.append(.oneOf(.all))
            case UInt8(ascii: "["):
                isLiteral = false
                if let (set, end) = Self.set(rest) {
                    tokens.append(.oneOf(set))
                    rest = rest[end...]
                } else {
                    tokens.append(.byte(byte))
                }
            case UInt8(ascii: "\\") where !isLiteral:
                tokens.append(.byte(rest.popFirst() ?? byte))
            default: tokens.append(.byte(byte))
            }
        }
    }

    init(_ text: String) { self.init(Array(text.utf8)[...]) }

    /// The set behind a bracket, and where the pattern goes on. Nothing if the bracket is not closed.
    private static func set(_ text: ArraySlice<UInt8>) -> (ByteSet, Int)? {
        var set = ByteSet()
        var place = text.startIndex
        let isNegated = place < text.endIndex && [UInt8(ascii: "!"), UInt8(ascii: "^")].contains(text[place])
        if isNegated { place += 1 }
        let first = place
        while place < text.endIndex {
            let byte = text[place]
            if byte == UInt8(ascii: "]"), place > first {
                return (isNegated ? set.inverted : set, place + 1)
            }
            if place + 2 < text.endIndex, text[place + 1] == UInt8(ascii: "-"),
                text[place + 2] != UInt8(ascii: "]")
            {
                if byte <= text[place + 2] { for member in byte...text[place + 2] { set.insert(member) } }
                place += 3
            } else {
                set.insert(byte)
                place += 1
            }
        }
        return nil
    }

    /// Whether a key fits.
    func matches(_ key: [UInt8]) -> Bool {
        var (place, index) = (0, 0)
        // Where to go on after the last `*` if what follows it does not fit.
        var retry: (place: Int, index: Int)?
        while index < key.count {
            if place < tokens.count {
                switch tokens[place] {
                case .anything:
                    retry = (place + 1, index)
                    place += 1
                    continue
                case .byte(let byte) where byte == key[index]:
                    place += 1
                    index += 1
                    continue
                case .oneOf(let set) where set.contains(key[index]):
                    place += 1
                    index += 1
                    continue
                default: break
                }
            }
            guard let last = retry else { return false }
            retry = (last.place, last.index + 1)
            (place, index) = (last.place, last.index + 1)
        }
        return tokens[place...].allSatisfy { $0 == .anything }
    }

    /// The bytes before the first `*`, `?` or `[`.
    var literalPrefix: [UInt8] {
        tokens.prefix { if case .byte = $0 { true } else { false } }.compactMap {
            if case .byte(let byte) = $0 { byte } else { nil }
        }
    }
}
