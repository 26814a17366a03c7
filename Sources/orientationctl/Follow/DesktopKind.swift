internal import CLinux
internal import Desktops
internal import SystemCalls

/// What is to be turned.
enum DesktopKind: String, CaseIterable {
    case sway, hyprland, wlr, x11, console

    /// The one that this program was started in, by the variables that each sets for its programs.
    static func running() -> DesktopKind? {
        if environment("SWAYSOCK") != nil { return .sway }
        if environment("HYPRLAND_INSTANCE_SIGNATURE") != nil { return .hyprland }
        if environment("WAYLAND_DISPLAY") != nil { return .wlr }
        return environment("DISPLAY") == nil ? nil : .x11
    }

    /// A variable without which its programs do not find it, and which is not set.
    var missingVariable: String? {
        func missing(_ name: String) -> String? { environment(name) == nil ? name : nil }
        return switch self {
        case .sway: environment("SWAYSOCK") == nil ? missing("XDG_RUNTIME_DIR") : nil
        case .hyprland, .wlr: missing("XDG_RUNTIME_DIR")
        case .x11: missing("DISPLAY")
        case .console: nil
        }
    }

    /// Makes the one who does it.
    ///
    /// - Parameters:
    ///   - panel: Which output to turn.
    ///   - turnsTouch: Whether touch devices are turned as well.
    func desktop(panel: PanelChoice, turnsTouch: Bool) -> any Desktop {
        switch self {
        case .sway: Desktops.sway(socketPath: Self.swaySocket, panel: panel, mapsTouch: turnsTouch)
        case .hyprland: Desktops.hyprland(folder: Self.hyprlandFolder, panel: panel, turnsTouch: turnsTouch)
        case .wlr: Desktops.wlrRandr(panel: panel)
        case .x11: Desktops.x(panel: panel, turnsTouch: turnsTouch)
        case .console: Desktops.console
        }
    }

    /// The socket of the sway that this program was started in; when that has ended, that of another one of
    /// the same user's.
    private static func swaySocket() throws(DesktopError) -> String {
        let known = environment("SWAYSOCK")
        if let known, UnixSocket.isSocket(known) { return known }
        if let folder = environment("XDG_RUNTIME_DIR"), let names = try? Files.names(in: folder),
            let name = names.sorted().last(where: { $0.hasPrefix("sway-ipc.") && $0.hasSuffix(".sock") })
        {
            return folder + "/" + name
        }
        guard let known else { throw .notRunning(variables: ["SWAYSOCK", "XDG_RUNTIME_DIR"]) }
        return known
    }

    /// Where the Hyprland that this program was started in has its sockets; when that has ended, where another
    /// one of the same user's has.
    private static func hyprlandFolder() throws(DesktopError) -> String {
        guard let folder = environment("XDG_RUNTIME_DIR").map({ $0 + "/hypr" }) else {
            throw .notRunning(variables: ["XDG_RUNTIME_DIR"])
        }
        func isAlive(_ name: String) -> Bool { UnixSocket.isSocket("\(folder)/\(name)/.socket.sock") }
        let known = environment("HYPRLAND_INSTANCE_SIGNATURE")
        if let known, isAlive(known) { return "\(folder)/\(known)" }
        if let name = (try? Files.names(in: folder))?.sorted().last(where: isAlive) {
            return "\(folder)/\(name)"
        }
        guard let known else { throw .notRunning(variables: ["HYPRLAND_INSTANCE_SIGNATURE"]) }
        return "\(folder)/\(known)"
    }
}
