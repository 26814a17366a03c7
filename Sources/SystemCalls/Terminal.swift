internal import CLinux
internal import Glibc

/// The terminal that the program runs in: single keys, a screen of its own, and all as it was
/// afterwards.
public final class Terminal {
    /// The key ctrl-Z, which stops the program by ``suspend()``.
    public static let suspendKey: UInt8 = 0x1A

    private var settings = termios()
    /// What ``update(_:)`` showed last, and in what size.
    private var shown: [String] = []
    private var shownSize = (columns: 0, rows: 0)

    /// Takes the terminal over.
    /// The corresponding functions are `tcgetattr(3)` and `tcsetattr(3)`.
    public init() throws(SystemCallError) {
        try takeOver()
    }

    deinit { giveBack() }

    private func takeOver() throws(SystemCallError) {
        if isatty(STDIN_FILENO) == 1 {
            guard tcgetattr(STDIN_FILENO, &settings) == 0 else { throw .last("tcgetattr") }
            var raw = settings
            raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
            guard tcsetattr(STDIN_FILENO, TCSANOW, &raw) == 0 else { throw .last("tcsetattr") }
        }
        // The alternate screen, without a cursor.
        write("\u{1B}[?1049h\u{1B}[?25l")
    }

    private func giveBack() {
        write("\u{1B}[?25h\u{1B}[?1049l")
        if isatty(STDIN_FILENO) == 1 { tcsetattr(STDIN_FILENO, TCSANOW, &settings) }
    }

    /// Gives the terminal back and stops the program, as ctrl-Z does elsewhere; takes the terminal over again
    /// when it is continued. Where no shell could continue it, nothing happens (`setpgid(2)`, orphaned groups).
    /// The corresponding function is `raise(3)`, with `SIGTSTP`.
    public func suspend() {
        giveBack()
        raise(SIGTSTP)
        shown = []
        try? takeOver()
    }

    /// Width and height in characters; 80×24 where the terminal does not say.
    /// The corresponding system call is `ioctl_tty(2)`, `TIOCGWINSZ`.
    public var size: (columns: Int, rows: Int) { Self.size(of: STDOUT_FILENO) }

    /// How many characters fit into a line of the terminal that a descriptor is of; 80 where it does not say.
    public static func columns(of descriptor: Int32) -> Int { size(of: descriptor).columns }

    private static func size(of descriptor: Int32) -> (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Shows lines from the top, each cut at the width and cleared to its end, and clears the rest.
    public func show(_ lines: [String]) {
        let (columns, rows) = size
        let text = lines.prefix(rows).map { String($0.prefix(columns)) + "\u{1B}[K" }
        write("\u{1B}[H" + text.joined(separator: "\r\n") + "\u{1B}[J")
    }

    /// Shows lines from the top, writing those alone that differ from what this showed before: little goes
    /// over a slow line. They may hold control sequences for colours, and must not be wider than the
    /// terminal, or more than its rows.
    public func update(_ lines: [String]) {
        var text = ""
        let size = self.size
        if shown.isEmpty || size != shownSize {
            text = "\u{1B}[H\u{1B}[2J"
            shown = []
        }
        for (row, line) in lines.enumerated() where row >= shown.count || shown[row] != line {
            text += "\u{1B}[\(row + 1);1H\(line)\u{1B}[K"
        }
        if lines.count < shown.count { text += "\u{1B}[\(lines.count + 1);1H\u{1B}[J" }
        (shown, shownSize) = (lines, size)
        if !text.isEmpty { write(text) }
    }

    private func write(_ text: String) {
        let bytes = Array(text.utf8)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count > 0 { rest = rest.dropFirst(count) } else if last_errno() != EINTR { return }
        }
    }
}
