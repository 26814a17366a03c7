internal import JSON
internal import OrientationCore

/// sway, and what else speaks its IPC.
///
/// sway counts clockwise, the other way than wl_output: its word is ``CounterclockwiseTurn/swayTransform``. A
/// touch device that is mapped to an output is turned with it by sway.
final class Sway: Desktop {
    let name = "sway"
    private let socketPath: () throws(DesktopError) -> String
    private let panel: PanelChoice
    private let mapsTouch: Bool

    private var commands: SwayConnection?
    private var events: SwayConnection?
    /// How the output stood at first.
    private var original: (output: String, transform: String)?
    private var mappedInputs: Set<String> = []

    /// - Parameters:
    ///   - socketPath: Where sway listens, asked for at each attempt to connect: another sway listens elsewhere.
    ///   - panel: The output to turn.
    ///   - mapsTouch: Whether touch devices and pens are mapped to the output.
    init(
        socketPath: @escaping () throws(DesktopError) -> String, panel: PanelChoice, mapsTouch: Bool
    ) {
        self.socketPath = socketPath
        self.panel = panel
        self.mapsTouch = mapsTouch
    }

    var descriptor: Int32? { events?.descriptor }

    func apply(_ turn: CounterclockwiseTurn) throws(DesktopError) {
        try connected { (sway: SwayConnection) throws(DesktopError) in
            let outputs = try SwayOutput.list(try sway.call(SwayMessage.Kind.getOutputs))
            let output = try panel.output(among: outputs, name: \.name)
            guard output.isActive, let transform = output.transform else { throw .switchedOff(output.name) }
            if original?.output != output.name { original = (output.name, transform) }
            if transform != turn.swayTransform {
                try sway.run("output \(swayQuoted(output.name)) transform \(turn.swayTransform)")
            }
            if mapsTouch { try mapInputs(to: output.name, sway) }
        }
    }

    func takeEvents() throws(DesktopError) -> Bool {
        guard let events else { return false }
        do throws(DesktopError) { return try events.takeEvents() } catch {
            disconnect()
            throw error
        }
    }

    func restore() throws(DesktopError) {
        guard let original else { return }
        try connected { (sway: SwayConnection) throws(DesktopError) in
            var attempts = Attempts()
            func run(_ command: String) throws(DesktopError) {
                do throws(DesktopError) { try sway.run(command) } catch {
                    // Without an answer there is no use in asking on.
                    guard case .refused(let reason) = error else { throw error }
                    attempts.make { () throws(DesktopError) in throw .refused(reason) }
                }
            }
            try run("output \(swayQuoted(original.output)) transform \(original.transform)")
            // sway does not tell how they were mapped.
            for input in mappedInputs.sorted() { try run("input \(swayQuoted(input)) map_to_output *") }
            try attempts.finish()
        }
    }

    private func mapInputs(to output: String, _ sway: SwayConnection) throws(DesktopError) {
        let inputs = try SwayInput.list(try sway.call(SwayMessage.Kind.getInputs))
        let present = Set(inputs.filter(\.pointsAtOutput).map(\.identifier))
        for input in present.subtracting(mappedInputs).sorted() {
            try sway.run("input \(swayQuoted(input)) map_to_output \(swayQuoted(output))")
        }
        // One that was unplugged is mapped again when it returns.
        mappedInputs = present
    }

    /// Makes calls, and gives up the connection if it is broken. An answer of no breaks nothing.
    private func connected(_ body: (SwayConnection) throws(DesktopError) -> Void) throws(DesktopError) {
        do throws(DesktopError) {
            if commands == nil {
                let path = try socketPath()
                let events = try SwayConnection(socketPath: path)
                _ = try events.call(SwayMessage.Kind.subscribe, #"["output", "input"]"#)
                commands = try SwayConnection(socketPath: path)
                self.events = events
                mappedInputs = []
            }
            if let commands { try body(commands) }
        } catch {
            switch error {
            case .unreachable, .timedOut, .malformed: disconnect()
            default: break
            }
            throw error
        }
    }

    private func disconnect() {
        commands = nil
        events = nil
    }
}
