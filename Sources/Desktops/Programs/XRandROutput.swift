/// The screen of an X server as xrandr describes it.
struct XScreen: Equatable {
    /// In pixels, of all outputs together.
    var width = 0
    var height = 0
    var outputs: [XRandROutput] = []

    /// Reads what `xrandr --query` writes.
    ///
    /// The first line has the size of the screen: `Screen 0: minimum 1 x 1, current 800 x 600, maximum …`. Each
    /// line that is not indented is an output.
    init(_ text: String) {
        for line in text.lines {
            let words = line.words
            if words.first == "Screen" {
                if let index = words.firstIndex(of: "current"), words.count > index + 3 {
                    width = Int(words[index + 1]) ?? 0
                    height = Int(words[index + 3].prefix { $0.isNumber }) ?? 0
                }
            } else if line.first != " ", let output = XRandROutput(words) {
                outputs.append(output)
            }
        }
    }
}

/// An output of an X server that something is connected to.
struct XRandROutput: Equatable {
    /// A place on the screen, in pixels.
    struct Area: Equatable {
        var x: Int
        var y: Int
        var width: Int
        var height: Int
    }

    var name: String
    /// The part of the screen that it shows, as it is turned. Nothing while it is switched off.
    var area: Area?
    /// `normal`, `left`, `inverted` or `right`.
    var rotation = "normal"
    /// Whether the server can turn it at all.
    var canTurn = false

    /// Reads a line such as `eDP-1 connected primary 1920x1200+0+0 left (normal left inverted right x axis y
    /// axis) 301mm x 188mm`.
    ///
    /// - Returns: Nothing if nothing is connected.
    init?(_ words: [Substring]) {
        guard words.count >= 2, words[1] == "connected" else { return nil }
        name = String(words[0])
        let open = words.firstIndex { $0.hasPrefix("(") } ?? words.endIndex
        for word in words[2..<open] {
            if let area = Self.area(word) { self.area = area }
            if ["left", "inverted", "right"].contains(word) { rotation = String(word) }
        }
        canTurn = words[open...].contains { $0 == "left" || $0 == "left)" }
    }

    /// Reads `1920x1200+0+0`.
    private static func area(_ word: Substring) -> Area? {
        let numbers = word.split { $0 == "x" || $0 == "+" }.compactMap { Int($0) }
        guard numbers.count == 4, word.contains("x") else { return nil }
        return Area(x: numbers[2], y: numbers[3], width: numbers[0], height: numbers[1])
    }
}
