internal import OrientationCore

/// An X server, through the programs xrandr and xinput.
final class XServer: Desktop {
    /// A touch device that was turned.
    private struct Touch {
        /// The matrix that it has with the screen as that was found.
        var original: [Double]
        /// What of that stays, however the screen is turned.
        var calibration: [Double]
        /// The matrix that it was given last.
        var given: [Double]
    }

    let name = "X"
    private let panel: PanelChoice
    private let turnsTouch: Bool
    /// As it was found; `placed` is the matrix that an uncalibrated touch screen needed then.
    private var original: (output: String, rotation: String, placed: [Double])?
    /// By the number of the device.
    private var touches: [Int: Touch] = [:]
    /// How far apart two matrices may be that are the same: xinput writes six decimals.
    private static let tolerance = 1e-5

    /// - Parameters:
    ///   - panel: The output to turn.
    ///   - turnsTouch: Whether touch screens are turned.
    init(panel: PanelChoice, turnsTouch: Bool) {
        self.panel = panel
        self.turnsTouch = turnsTouch
    }

    func apply(_ turn: CounterclockwiseTurn) throws(DesktopError) {
        let screen = try screen()
        let output = try panel.output(among: screen.outputs, name: \.name)
        guard output.area != nil else { throw .switchedOff(output.name) }
        let placed = screen.touchMatrix(of: output, turned: output.turn)
        if original?.output != output.name { original = (output.name, output.rotation, placed) }
        let devices = turnsTouch ? try touchDevices() : []
        var attempts = Attempts()
        for device in devices { attempts.make { () throws(DesktopError) in try note(device, placed) } }
        if output.rotation != turn.xrandrWord {
            guard output.canTurn else { throw .cannotTurn(output.name) }
            try rotate(output.name, turn.xrandrWord)
        }
        attempts.make { () throws(DesktopError) in try turnTouch(devices, turn, with: output.name) }
        try attempts.finish()
    }

    func restore() throws(DesktopError) {
        guard let original else { return }
        var attempts = Attempts()
        attempts.make { () throws(DesktopError) in try rotate(original.output, original.rotation) }
        // One that was unplugged has nothing to be put back.
        let present = touches.isEmpty ? [] : (try? touchDevices()) ?? Array(touches.keys)
        for device in present.sorted() {
            guard let touch = touches[device] else { continue }
            attempts.make { () throws(DesktopError) in try setMatrix(touch.original, of: device) }
        }
        try attempts.finish()
    }

    private func touchDevices() throws(DesktopError) -> [Int] {
        XTouch.directDevices(try run(["xinput", "list", "--long"]))
    }

    private func screen() throws(DesktopError) -> XScreen { XScreen(try run(["xrandr", "--query"])) }

    private func rotate(_ output: String, _ word: String) throws(DesktopError) {
        _ = try run(["xrandr", "--output", output, "--rotate", word])
    }

    /// Notes the matrix of a device, unless it is the one that it was given: the device is new then, perhaps
    /// with the number of an earlier one, or somebody has calibrated it.
    ///
    /// - Parameter placed: The matrix of an uncalibrated device as the screen stands.
    private func note(_ device: Int, _ placed: [Double]) throws(DesktopError) {
        guard let found = XTouch.matrix(try run(["xinput", "list-props", String(device)])) else {
            throw .malformed("what xinput says of the \(XTouch.property) of device \(device)")
        }
        if let touch = touches[device], XTouch.distance(touch.given, found) < Self.tolerance { return }
        let calibration = XTouch.calibration(in: found, placed: placed)
        // What was made for the screen as it is turned by now is not what it needs afterwards.
        let before = original?.placed ?? placed
        let isMadeForNow = placed != before && calibration != found
        touches[device] = Touch(
            original: isMadeForNow ? XTouch.product(before, calibration) : found, calibration: calibration,
            given: found)
    }

    /// The screen is asked for again, since it has another shape now.
    private func turnTouch(
        _ devices: [Int], _ turn: CounterclockwiseTurn, with name: String
    ) throws(DesktopError) {
        if devices.isEmpty { return }
        let screen = try screen()
        guard let output = screen.outputs.first(where: { $0.name == name }) else { return }
        let placed = screen.touchMatrix(of: output, turned: turn)
        for device in devices {
            guard let touch = touches[device] else { continue }
            let matrix = XTouch.product(placed, touch.calibration)
            try setMatrix(matrix, of: device)
            touches[device]?.given = matrix
        }
        // One that was unplugged is noted anew when it returns.
        touches = touches.filter { devices.contains($0.key) }
    }

    private func setMatrix(_ matrix: [Double], of device: Int) throws(DesktopError) {
        _ = try run(["xinput", "set-prop", String(device), XTouch.property] + matrix.map { String($0) })
    }
}

extension XScreen {
    /// The matrix that an uncalibrated touch screen on an output needs.
    fileprivate func touchMatrix(of output: XRandROutput, turned turn: CounterclockwiseTurn) -> [Double] {
        let area = output.area ?? XRandROutput.Area(x: 0, y: 0, width: width, height: height)
        return XTouch.matrix(for: turn, area: area, screenWidth: width, screenHeight: height)
    }
}

extension XRandROutput {
    /// How it is turned.
    fileprivate var turn: CounterclockwiseTurn {
        CounterclockwiseTurn.allCases.first { $0.xrandrWord == rotation } ?? .none
    }
}
