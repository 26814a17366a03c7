internal import Glibc

/// A picture of dots for a terminal: each cell is a character of the Unicode block "Braille Patterns"
/// (U+2800), two dots wide and four high, which are about square.
public struct BrailleCanvas: Equatable, Sendable {
    /// Cells from left to right.
    public let columns: Int
    /// Cells from top to bottom.
    public let rows: Int

    private var cells: [UInt8]
    private var texts: [Int: Character] = [:]

    /// Makes an empty picture; a size below one cell is one cell.
    public init(columns: Int, rows: Int) {
        self.columns = max(columns, 1)
        self.rows = max(rows, 1)
        cells = [UInt8](repeating: 0, count: self.columns * self.rows)
    }

    /// The picture, a text for each row.
    public var lines: [String] {
        lines { $0 == 0 ? " " : Character(UnicodeScalar(0x2800 + UInt32($0)) ?? " ") }
    }

    /// The picture in ASCII, for terminals without these characters: the one that looks most like the dots
    /// in its place.
    public var plainLines: [String] {
        lines { cell in
            // The four rows of dots from the top, and the two columns.
            let rows: [UInt8] = [0b0000_1001, 0b0001_0010, 0b0010_0100, 0b1100_0000]
            let used = rows.indices.filter { cell & rows[$0] != 0 }
            guard let first = used.first, let last = used.last else { return " " }
            let (left, right) = (cell & 0b0100_0111 != 0, cell & 0b1011_1000 != 0)
            if last - first >= 2 { return left && right ? "+" : "|" }
            return last <= 1 ? (first == last && last == 1 ? "-" : "'") : first == 2 && last == 2 ? "-" : "."
        }
    }

    private func lines(_ character: (UInt8) -> Character) -> [String] {
        (0..<rows).map { row in
            String(
                (0..<columns).map { column in
                    let index = row * columns + column
                    return texts[index] ?? character(cells[index])
                })
        }
    }

    /// Sets the dot nearest to a place, counted in dots from the top left; outside it is left out.
    public mutating func set(x: Double, y: Double) {
        let (column, row) = (x.rounded(), y.rounded())
        guard column >= 0, row >= 0, column < Double(columns * 2), row < Double(rows * 4) else { return }
        let (dotX, dotY) = (Int(column), Int(row))
        // Bits of a cell: 0 1 2 in the left column, 3 4 5 in the right one, 6 and 7 below them.
        let bit = dotY % 4 == 3 ? 6 + dotX % 2 : dotY % 4 + 3 * (dotX % 2)
        cells[dotY / 4 * columns + dotX / 2] |= 1 << bit
    }

    /// Draws the straight line between two places.
    public mutating func line(from start: Scene.Point, to end: Scene.Point) {
        let length = max(abs(end.x - start.x), abs(end.y - start.y)).rounded(.up)
        for step in 0...Int(max(length, 1)) {
            let fraction = Double(step) / max(length, 1)
            set(x: start.x + (end.x - start.x) * fraction, y: start.y + (end.y - start.y) * fraction)
        }
    }

    /// Writes a text over the dots, its middle at a place.
    public mutating func write(_ text: String, middle: Scene.Point) {
        let row = Int((middle.y / 4).rounded(.down))
        let first = Int((middle.x / 2 - Double(text.count) / 2).rounded())
        guard (0..<rows).contains(row) else { return }
        for (index, character) in text.enumerated() where (0..<columns).contains(first + index) {
            texts[row * columns + first + index] = character
        }
    }
}

extension BrailleCanvas {
    /// Draws a scene as large as it fits, however it is turned.
    public mutating func draw(_ scene: Scene) {
        // A turning screen needs its diagonal, 1280, and a margin.
        let scale = min(Double(columns * 2), Double(rows * 4)) / 1300
        let middle = Scene.Point(x: Double(columns), y: Double(rows * 2))
        func place(_ point: Scene.Point) -> Scene.Point {
            Scene.Point(x: middle.x + point.x * scale, y: middle.y + point.y * scale)
        }
        for corners in [scene.outline] + scene.objects {
            for (index, corner) in corners.enumerated() {
                line(from: place(corner), to: place(corners[(index + 1) % corners.count]))
            }
        }
        let home = place(scene.homeButton)
        for degrees in stride(from: 0.0, to: 360, by: 45) {
            let edge = Scene.Point(x: 0, y: 25 * scale).turned(degrees)
            set(x: home.x + edge.x, y: home.y + edge.y)
        }
        for (index, point) in scene.objectMiddles.enumerated() {
            write("Object \(index + 1) \(scene.upArrow)", middle: place(point))
        }
    }
}
