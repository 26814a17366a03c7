internal import OrientationCore

/// A compositor with the output management of wlroots, through the program wlr-randr, which counts as
/// wl_output does.
///
/// Touch is the compositor's affair there: those that map it to an output turn it with that.
final class WlrRandr: Desktop {
    let name = "wlr-randr"
    private let panel: PanelChoice
    private var original: (output: String, transform: String)?

    /// - Parameter panel: The output to turn.
    init(panel: PanelChoice) { self.panel = panel }

    func apply(_ turn: CounterclockwiseTurn) throws(DesktopError) {
        let output = try panel.output(among: WlrOutput.list(try run(["wlr-randr"])), name: \.name)
        guard output.isEnabled else { throw .switchedOff(output.name) }
        if original?.output != output.name { original = (output.name, output.transform ?? "normal") }
        if output.transform != turn.wlOutputName { try set(output.name, turn.wlOutputName) }
    }

    func restore() throws(DesktopError) {
        if let original { try set(original.output, original.transform) }
    }

    private func set(_ output: String, _ transform: String) throws(DesktopError) {
        _ = try run(["wlr-randr", "--output", output, "--transform", transform])
    }
}

/// An output as wlr-randr describes it.
struct WlrOutput: Equatable {
    var name: String
    var isEnabled = false
    /// Degrees counter-clockwise or `normal`, perhaps `flipped`.
    var transform: String?

    /// Reads what wlr-randr writes without arguments: a line for each output that begins with its name, and
    /// indented lines with what is to be said of it.
    static func list(_ text: String) -> [WlrOutput] {
        var outputs: [WlrOutput] = []
        for line in text.lines {
            let words = line.words
            if line.first != " ", let name = words.first {
                outputs.append(WlrOutput(name: String(name)))
            } else if !outputs.isEmpty, words.count == 2 {
                let last = outputs.count - 1
                if words[0] == "Enabled:" { outputs[last].isEnabled = words[1] == "yes" }
                if words[0] == "Transform:" { outputs[last].transform = String(words[1]) }
            }
        }
        return outputs
    }
}
