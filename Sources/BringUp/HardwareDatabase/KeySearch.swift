/// Looks for keys that fit one pattern and not others.
struct KeySearch {
    private let pattern: KeyAutomaton
    private let others: [KeyAutomaton]
    private let language = KeyLanguage.automaton

    /// - Parameters:
    ///   - pattern: What a key has to fit.
    ///   - others: What it must not fit.
    init(_ pattern: KeyPattern, without others: [KeyPattern] = []) {
        self.pattern = KeyAutomaton(pattern)
        self.others = others.map { KeyAutomaton($0) }
    }

    /// What came of a search.
    enum Outcome: Equatable {
        /// A shortest key that fits.
        case key([UInt8])
        /// No key fits.
        case none
        /// The search was given up: patterns can be written for which it would take too long.
        case unknown
    }

    /// How many places are looked at before a search is given up; for real patterns some thousands are
    /// enough.
    private static let limit = 50_000

    /// Looks for a key of ``KeyLanguage``.
    ///
    /// All automata read the same bytes; what they can be in together is searched breadth first.
    func outcome() -> Outcome {
        var places = [Place(states: [pattern.start, language.start] + others.map(\.start))]
        var seen: Set<[Int16]> = []
        var index = 0
        while index < places.count {
            let states = places[index].states
            if isEnd(states) { return .key(Self.bytes(to: index, places)) }
            if index > Self.limit { return .unknown }
            for byte in candidates(states) {
                guard let next = self.states(after: byte, from: states),
                    seen.insert(Self.mark(of: next)).inserted
                else { continue }
                places.append(Place(states: next, parent: index, byte: byte))
            }
            index += 1
        }
        return .none
    }

    /// What the automata are in together, and how they came there.
    private struct Place {
        /// Of the pattern, the language and the others.
        let states: [[Int]]
        var parent: Int?
        var byte: UInt8 = 0
    }

    private static func mark(of states: [[Int]]) -> [Int16] {
        var mark: [Int16] = []
        for list in states {
            for state in list { mark.append(Int16(truncatingIfNeeded: state)) }
            mark.append(-1)
        }
        return mark
    }

    private static func bytes(to index: Int, _ places: [Place]) -> [UInt8] {
        var bytes: [UInt8] = []
        var place = places[index]
        while let parent = place.parent {
            bytes.append(place.byte)
            place = places[parent]
        }
        return bytes.reversed()
    }

    private func isEnd(_ states: [[Int]]) -> Bool {
        states[0].contains { pattern.accepts[$0] } && states[1].contains { language.accepts[$0] }
            && !others.indices.contains { index in
                states[index + 2].contains { others[index].accepts[$0] }
            }
    }

    /// The states after a byte; nothing if no key that goes on so fits.
    private func states(after byte: UInt8, from states: [[Int]]) -> [[Int]]? {
        let fitting = pattern.states(after: byte, from: states[0])
        if fitting.isEmpty { return nil }
        let real = language.states(after: byte, from: states[1])
        if real.isEmpty { return nil }
        var next = [fitting, real]
        for (index, other) in others.enumerated() {
            let reached = other.states(after: byte, from: states[index + 2])
            if reached.contains(where: { other.acceptsAll[$0] }) { return nil }
            next.append(reached)
        }
        return next
    }

    /// One byte for each way in which the automata can go on: those that a move names, and of all others
    /// one digit, one letter and one sign.
    private func candidates(_ states: [[Int]]) -> [UInt8] {
        var wanted = ByteSet()
        var takesOthers = false
        for state in states[0] {
            for move in pattern.moves[state] {
                wanted.formUnion(move.notable)
                if !move.isSingle { takesOthers = true }
            }
        }
        if !takesOthers { return wanted.bytes }
        wanted.insert(UInt8(ascii: ":"))
        for state in states[1] {
            for move in language.moves[state] { wanted.formUnion(move.notable) }
        }
        for (index, other) in others.enumerated() {
            for state in states[index + 2] {
                for move in other.moves[state] { wanted.formUnion(move.notable) }
            }
        }
        for members in Self.kinds {
            if let byte = members.first(where: { !wanted.contains($0) }) { wanted.insert(byte) }
        }
        return wanted.bytes
    }

    /// The kinds of bytes that ``KeyLanguage`` tells apart.
    private static let kinds = [
        Array("0123456789".utf8), Array("xyzabcdefghijklmnopqrstuvwXYZABCDEFGHIJKLMNOPQRSTUVW".utf8),
        Array("-_+=@#./$%,?".utf8),
    ]
}
