/// What the terminal can show, as its environment says.
struct TerminalAbilities: Equatable {
    /// Whether it has characters beyond ASCII, those of Braille included.
    var hasUnicode: Bool
    /// Whether colours are wanted.
    var hasColours: Bool
    /// Whether the cursor can be moved at all.
    var canMoveCursor: Bool

    init(hasUnicode: Bool, hasColours: Bool, canMoveCursor: Bool = true) {
        self.hasUnicode = hasUnicode
        self.hasColours = hasColours
        self.canMoveCursor = canMoveCursor
    }

    /// Asks the environment: `TERM`, `NO_COLOR` (any value), and the first of `LC_ALL`, `LC_CTYPE` and `LANG`
    /// that is there, as `locale(7)` tells. The console of Linux has no Braille in its fonts.
    init(_ variable: (String) -> String?) {
        let terminal = variable("TERM") ?? "dumb"
        let locale = variable("LC_ALL") ?? variable("LC_CTYPE") ?? variable("LANG") ?? ""
        let encoding = locale.uppercased().filter { $0 != "-" }
        canMoveCursor = terminal != "dumb"
        hasUnicode = encoding.contains("UTF8") && terminal != "linux"
        hasColours = variable("NO_COLOR") == nil && !terminal.hasPrefix("vt") && canMoveCursor
    }
}
