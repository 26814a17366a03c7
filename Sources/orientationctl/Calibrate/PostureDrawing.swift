internal import BringUp
internal import OrientationCore

/// A casing, drawn as it is to be held, in plain characters.
struct PostureDrawing {
    /// The lines, all of one width.
    let lines: [String]

    /// Draws.
    ///
    /// - Parameters:
    ///   - posture: How it is held.
    ///   - isWide: Whether the casing was built to be held with its long sides up and down.
    init(_ posture: CasingPosture, isWide: Bool) {
        switch posture {
        case .upright: self.init(standingWide: isWide, top: .up)
        case .upsideDown: self.init(standingWide: isWide, top: .down)
        case .turnedLeft: self.init(standingWide: !isWide, top: .left)
        case .turnedRight: self.init(standingWide: !isWide, top: .right)
        case .faceUp: self.init(lyingWith: "display up")
        case .faceDown: self.init(lyingWith: "display down")
        }
    }

    private enum Side { case up, down, left, right }

    /// A casing that stands on the ground. Characters are about twice as high as wide.
    private init(standingWide isWide: Bool, top: Side) {
        let (width, height) = isWide ? (30, 9) : (20, 9)
        let inside = isWide ? width - 2 : 12
        let margin = (width - 2 - inside) / 2
        var rows = Array(repeating: Array(repeating: Character(" "), count: inside), count: height - 2)
        let (middle, centre) = (rows.count / 2, inside / 2)
        func write(_ text: String, _ row: Int, _ column: Int, isVertical: Bool = false) {
            for (index, character) in text.enumerated() {
                rows[row + (isVertical ? index : 0)][column + (isVertical ? 0 : index)] = character
            }
        }
        switch top {
        case .up:
            write("top", 0, centre - 1)
            for (row, character) in zip(middle - 1...middle + 1, "^||") { rows[row][centre] = character }
        case .down:
            write("top", rows.count - 1, centre - 1)
            for (row, character) in zip(middle - 1...middle + 1, "||v") { rows[row][centre] = character }
        case .left:
            write("top", middle - 1, 1, isVertical: true)
            write("<----", middle, centre - 2)
        case .right:
            write("top", middle - 1, inside - 2, isVertical: true)
            write("---->", middle, centre - 2)
        }
        let blanks = String(repeating: " ", count: margin)
        let edge = String(repeating: "-", count: inside)
        lines =
            [blanks + "." + edge + "." + blanks] + rows.map { blanks + "|" + String($0) + "|" + blanks }
            + [blanks + "'" + edge + "'" + blanks, String(repeating: "=", count: isWide ? width : 20)]
    }

    /// A casing that lies on the ground, seen from its lower edge.
    private init(lyingWith label: String) {
        let inside = 20
        let padding = inside - label.count
        let text =
            String(repeating: " ", count: padding / 2) + label
            + String(repeating: " ", count: padding - padding / 2)
        let blank = String(repeating: " ", count: inside)
        let top = String(repeating: " ", count: 8) + "top" + String(repeating: " ", count: 9)
        let edge = String(repeating: "_", count: inside)
        let bodies = [top, blank, text, blank, edge]
        let drawn = bodies.enumerated().map { index, body in
            String(repeating: " ", count: bodies.count - 1 - index) + "/" + body + "/"
        }
        let width = inside + 2 + bodies.count
        let shape = [String(repeating: " ", count: bodies.count) + edge] + drawn
        lines =
            (["", "", ""] + shape + [String(repeating: "=", count: width)]).map {
                $0 + String(repeating: " ", count: width - $0.count)
            }
    }
}
