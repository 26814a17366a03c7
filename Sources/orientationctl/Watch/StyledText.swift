/// A line of a screen, in parts that look different.
struct StyledText: Equatable {
    /// How a part looks.
    enum Style: String {
        case plain = ""
        case faint = "2"
        case strong = "1"
        case good = "32"
        case warning = "33"
        case bad = "31"
        case accent = "36"
    }

    private struct Part: Equatable {
        var text: String
        var style: Style
    }

    private var parts: [Part]

    init(_ text: String, _ style: Style = .plain) { parts = [Part(text: text, style: style)] }

    static func + (left: StyledText, right: StyledText) -> StyledText {
        var sum = left
        sum.parts += right.parts
        return sum
    }

    /// How many columns it takes; each character takes one.
    var width: Int { parts.reduce(0) { $0 + $1.text.count } }

    /// With blanks behind it up to a width.
    func padded(to width: Int) -> StyledText {
        self + StyledText(String(repeating: " ", count: max(0, width - self.width)))
    }

    /// The characters alone.
    var plain: String { parts.map(\.text).joined() }

    /// The line as a terminal takes it.
    ///
    /// - Parameters:
    ///   - width: Where it is cut, in columns.
    ///   - abilities: Whether there are colours, by the control sequences of ECMA-48 (SGR), and characters
    ///     beyond ASCII.
    func text(width: Int, _ abilities: TerminalAbilities) -> String {
        var rest = max(0, width)
        var line = ""
        for part in parts where rest > 0 {
            var text = String(part.text.prefix(rest))
            if !abilities.hasUnicode { text = String(text.map { Self.substitutes[$0] ?? $0 }) }
            rest -= text.count
            let isStyled = abilities.hasColours && part.style != .plain && !text.isEmpty
            line += isStyled ? "\u{1B}[\(part.style.rawValue)m\(text)\u{1B}[0m" : text
        }
        return line
    }

    /// What is written in place of characters beyond ASCII; each is one column wide.
    private static let substitutes: [Character: Character] = [
        "·": "-", "²": "2", "→": ">", "█": "#", "░": "-", "°": " ",
    ]
}
