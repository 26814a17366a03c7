internal import OrientationCore

/// An X server, through the programs xrandr and xinput.
final class XServer: Desktop {
    let name = "X"
    private let panel: PanelChoice
    private let turnsTouch: Bool
    private var original: (output: String, rotation: String)?
    /// The devices that were turned.
    private var turnedDevices: Set<Int> = []

    /// - Parameters:
    ///   - panel: The output to turn.
    ///   - turnsTouch: Whether touch screens are turned.
    init(panel: PanelChoice, turnsTouch: Bool) {
        self.panel = panel
        self.turnsTouch = turnsTouch
    }

    func apply(_ turn: CounterclockwiseTurn) throws(DesktopError) {
        let output = try panel.output(among: try screen().outputs, name: \.name)
        guard output.area != nil else { throw .switchedOff(output.name) }
        if original?.output != output.name { original = (output.name, output.rotation) }
        if output.rotation != turn.xrandrWord {
            guard output.canTurn else { throw .cannotTurn(output.name) }
            try rotate(output.name, turn.xrandrWord)
        }
        if turnsTouch { try turnTouch(turn, with: output.name) }
    }

    func restore() throws(DesktopError) {
        guard let original else { return }
        try rotate(original.output, original.rotation)
        for device in turnedDevices.sorted() { try setMatrix([1, 0, 0, 0, 1, 0, 0, 0, 1], of: device) }
    }

    private func screen() throws(DesktopError) -> XScreen { XScreen(try run(["xrandr", "--query"])) }

    private func rotate(_ output: String, _ word: String) throws(DesktopError) {
        _ = try run(["xrandr", "--output", output, "--rotate", word])
    }

    /// The screen is asked for again, since it has another shape now.
    private func turnTouch(_ turn: CounterclockwiseTurn, with output: String) throws(DesktopError) {
        let screen = try screen()
        guard let area = screen.outputs.first(where: { $0.name == output })?.area else { return }
        let matrix = XTouch.matrix(
            for: turn, area: area, screenWidth: screen.width, screenHeight: screen.height)
        for device in XTouch.directDevices(try run(["xinput", "list", "--long"])) {
            try setMatrix(matrix, of: device)
            turnedDevices.insert(device)
        }
    }

    private func setMatrix(_ matrix: [Double], of device: Int) throws(DesktopError) {
        let property = "Coordinate Transformation Matrix"
        _ = try run(["xinput", "set-prop", String(device), property] + matrix.map { String($0) })
    }
}
