internal import JSON
internal import OrientationCore

/// Hyprland, through its socket: a request and an answer for each connection.
///
/// Counts as wl_output does. A touch device is turned by a transform of its own, of the same number.
/// Source: Hyprland's documentation of monitors, of `input:touchdevice` and of its sockets.
final class Hyprland: Desktop {
    let name = "Hyprland"
    private let folder: () throws(DesktopError) -> String
    private let panel: PanelChoice
    private let turnsTouch: Bool

    private var events: LineStream?
    private var original: (monitor: HyprlandMonitor, touch: HyprlandTouch?)?

    /// - Parameters:
    ///   - folder: Where Hyprland's sockets are, asked for at each attempt to connect.
    ///   - panel: The monitor to turn.
    ///   - turnsTouch: Whether touch devices are turned.
    init(
        folder: @escaping () throws(DesktopError) -> String, panel: PanelChoice, turnsTouch: Bool
    ) {
        self.folder = folder
        self.panel = panel
        self.turnsTouch = turnsTouch
    }

    var descriptor: Int32? { events?.descriptor }

    func apply(_ turn: CounterclockwiseTurn) throws(DesktopError) {
        let folder = try folder()
        if events == nil { events = try LineStream(socketPath: folder + "/.socket2.sock") }
        let monitors = try HyprlandMonitor.list(try json("j/monitors", folder))
        let monitor = try panel.output(among: monitors, name: \.name)
        let ask = { (request: String) throws(DesktopError) in try self.answer(request, folder) }
        if original?.monitor.name != monitor.name {
            // Asked for once: later it is what was set here.
            let asks = original == nil && turnsTouch
            original = (monitor, asks ? try HyprlandTouch(asking: ask) : original?.touch)
        }
        if monitor.transform != turn.wlOutputTransform {
            try command(monitor.command(transform: turn.wlOutputTransform), folder)
        }
        if turnsTouch {
            try command(
                HyprlandTouch(transform: turn.wlOutputTransform, output: monitor.name).command, folder)
        }
    }

    func takeEvents() throws(DesktopError) -> Bool {
        guard let events else { return false }
        do throws(DesktopError) {
            return try events.take().contains { line in
                ["monitoradded>>", "monitorremoved>>", "configreloaded>>"].contains { line.hasPrefix($0) }
            }
        } catch {
            self.events = nil
            throw error
        }
    }

    func restore() throws(DesktopError) {
        guard let original else { return }
        let folder = try folder()
        var attempts = Attempts()
        attempts.make { () throws(DesktopError) in
            try command(original.monitor.command(transform: original.monitor.transform), folder)
        }
        if let touch = original.touch {
            attempts.make { () throws(DesktopError) in try command(touch.command, folder) }
        }
        try attempts.finish()
    }

    private func command(_ text: String, _ folder: String) throws(DesktopError) {
        let answer = try answer(text, folder)
        guard answer == "ok" else { throw .refused(answer) }
    }

    private func json(_ request: String, _ folder: String) throws(DesktopError) -> JSONValue {
        let text = try answer(request, folder)
        do throws(JSONError) { return try JSONValue(parsing: Array(text.utf8)) } catch {
            throw .malformed("Hyprland's answer to \(request) (\(error))")
        }
    }

    private func answer(_ request: String, _ folder: String) throws(DesktopError) -> String {
        let stream = try TimedStream(connectingTo: folder + "/.socket.sock")
        try stream.send(Array(request.utf8))
        return String(decoding: try stream.receiveAll(limit: 4 << 20), as: UTF8.self)
    }
}

/// A monitor as Hyprland describes it.
struct HyprlandMonitor: Equatable {
    var name: String
    var width: Int
    var height: Int
    var refreshRate: Double
    var x: Int
    var y: Int
    var scale: Double
    /// As wl_output counts.
    var transform: Int

    /// Reads the answer to `j/monitors`.
    static func list(_ answer: JSONValue) throws(DesktopError) -> [HyprlandMonitor] {
        guard let elements = answer.array else { throw .malformed("Hyprland's list of monitors") }
        return elements.compactMap { element in
            guard let monitor = element.object, let name = monitor["name"]?.string,
                let width = monitor["width"]?.integer, let height = monitor["height"]?.integer,
                let rate = monitor["refreshRate"]?.number, let x = monitor["x"]?.integer,
                let y = monitor["y"]?.integer, let scale = monitor["scale"]?.number,
                let transform = monitor["transform"]?.integer
            else { return nil }
            return HyprlandMonitor(
                name: name, width: Int(clamping: width), height: Int(clamping: height), refreshRate: rate,
                x: Int(clamping: x), y: Int(clamping: y), scale: scale, transform: Int(clamping: transform))
        }
    }

    /// The command that turns it and leaves all else as it is.
    func command(transform: Int) -> String {
        "keyword monitor \(name),\(width)x\(height)@\(refreshRate),\(x)x\(y),\(scale),transform,\(transform)"
    }
}

/// How Hyprland turns touch devices, and to which monitor they belong.
struct HyprlandTouch: Equatable {
    var transform: Int
    /// Empty for none in particular.
    var output: String

    init(transform: Int, output: String) {
        self.transform = transform
        self.output = output
    }

    /// Asks how it is.
    init(asking answer: (String) throws(DesktopError) -> String) throws(DesktopError) {
        func option(_ name: String) throws(DesktopError) -> JSONObject? {
            let text = try answer("j/getoption input:touchdevice:\(name)")
            return (try? JSONValue(parsing: Array(text.utf8)))?.object
        }
        // -1 and [[Auto]] are what Hyprland answers where nothing is set.
        transform = Int(clamping: try option("transform")?["int"]?.integer ?? -1)
        output = try option("output")?["str"]?.string ?? ""
    }

    var command: String {
        "[[BATCH]]keyword input:touchdevice:output \(output);keyword input:touchdevice:transform \(transform)"
    }
}
