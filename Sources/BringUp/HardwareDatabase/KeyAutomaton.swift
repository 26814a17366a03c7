/// A finite automaton that reads keys byte by byte. It may be in several states at once.
struct KeyAutomaton: Sendable {
    /// What leads from one state to another.
    struct Move: Sendable {
        /// The bytes that do.
        let bytes: ByteSet
        /// Those among them that have to be looked at by themselves: all if there are few, those that do
        /// not if most do.
        let notable: ByteSet
        /// Whether it is one byte alone.
        let isSingle: Bool
        /// The state that follows.
        let target: Int

        init(_ bytes: ByteSet, to target: Int, asAWhole: Bool = false) {
            self.bytes = bytes
            self.target = target
            isSingle = bytes.count == 1
            notable = asAWhole ? .empty : bytes.count <= 128 ? bytes : bytes.inverted
        }
    }

    /// The moves of each state.
    let moves: [[Move]]
    /// The states it begins in.
    let start: [Int]
    /// For each state, whether a key may end there.
    let accepts: [Bool]
    /// For each state, whether every key fits that comes there.
    let acceptsAll: [Bool]

    /// The states after a byte, in ascending order.
    func states(after byte: UInt8, from states: [Int]) -> [Int] {
        var next: [Int] = []
        for state in states {
            for move in moves[state] where move.bytes.contains(byte) && !next.contains(move.target) {
                next.append(move.target)
            }
        }
        next.sort()
        return next
    }

    /// The automaton of a pattern. State n stands before its nth byte.
    init(_ pattern: KeyPattern) {
        var moves: [[Move]] = [[]]
        var repeats: [Bool] = [false]
        for token in pattern.tokens {
            let state = moves.count - 1
            switch token {
            case .anything:
                moves[state].append(Move(ByteSet.all, to: state))
                repeats[state] = true
                continue
            case .byte(let byte):
                moves[state].append(Move(ByteSet([byte]), to: state + 1))
            case .oneOf(let set): moves[state].append(Move(set, to: state + 1))
            }
            moves.append([])
            repeats.append(false)
        }
        self.moves = moves
        start = [0]
        accepts = moves.indices.map { $0 == moves.count - 1 }
        acceptsAll = moves.indices.map { $0 == moves.count - 1 && repeats[$0] }
    }

    fileprivate init(moves: [[Move]], start: [Int], accepts: [Bool]) {
        self.moves = moves
        self.start = start
        self.accepts = accepts
        acceptsAll = accepts.map { _ in false }
    }
}

/// Puts an automaton together, state by state.
struct KeyAutomatonBuilder {
    private var moves: [[KeyAutomaton.Move]] = []
    /// For each state those that it is as good as.
    private var shortcuts: [[Int]] = []
    private var accepting: Set<Int> = []

    /// A new state without moves.
    mutating func state() -> Int {
        moves.append([])
        shortcuts.append([])
        return moves.count - 1
    }

    /// One of some bytes leads from a state to another.
    mutating func move(_ bytes: ByteSet, from state: Int, to target: Int) {
        // One digit, one letter and one sign stand for all of a larger set.
        moves[state].append(KeyAutomaton.Move(bytes, to: target, asAWhole: bytes.count > 1))
    }

    /// A text leads from a state to the one that is returned, or to a given one.
    @discardableResult
    mutating func text(_ text: String, from state: Int, to target: Int? = nil) -> Int {
        var state = state
        let bytes = Array(text.utf8)
        for (index, byte) in bytes.enumerated() {
            let next = index == bytes.count - 1 ? target ?? self.state() : self.state()
            move(ByteSet([byte]), from: state, to: next)
            state = next
        }
        return state
    }

    /// Nothing leads from a state to another.
    mutating func skip(from state: Int, to target: Int) { shortcuts[state].append(target) }

    /// A key may end in a state.
    mutating func accept(in state: Int) { accepting.insert(state) }

    /// The automaton that begins in a state.
    func automaton(from start: Int) -> KeyAutomaton {
        let reach = moves.indices.map { state -> [Int] in
            var reached = [state]
            var index = 0
            while index < reached.count {
                for next in shortcuts[reached[index]] where !reached.contains(next) { reached.append(next) }
                index += 1
            }
            return reached
        }
        return KeyAutomaton(
            moves: reach.map { $0.flatMap { moves[$0] } }, start: [start],
            accepts: reach.map { $0.contains(where: accepting.contains) })
    }
}
