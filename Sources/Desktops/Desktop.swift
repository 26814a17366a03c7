public import OrientationCore

/// What draws on the panel: a compositor, an X server or the kernel's console, told to turn what it draws.
///
/// Calls wait for the answer, two seconds at most.
public protocol Desktop: AnyObject {
    /// Its name in messages, for example `sway`.
    var name: String { get }

    /// Readable when the desktop has something to tell; see ``takeEvents()``. Nothing if it tells nothing, or
    /// is not connected. Another one after an error.
    var descriptor: Int32? { get }

    /// Connects if need be, and turns the panel's output and, if that was asked for, the touch devices that
    /// belong to it. Does nothing if that is how they stand.
    ///
    /// - Parameter turn: How far the panel is turned counter-clockwise.
    /// - Throws: What stands in the way. Nothing was changed then, or will be right after the next call.
    func apply(_ turn: CounterclockwiseTurn) throws(DesktopError)

    /// Takes what the desktop tells.
    ///
    /// - Returns: Whether outputs or touch devices may have come or changed.
    func takeEvents() throws(DesktopError) -> Bool

    /// Puts back what was found at first.
    func restore() throws(DesktopError)
}

extension Desktop {
    /// Nothing: most desktops tell nothing.
    public var descriptor: Int32? { nil }

    /// Nothing came.
    public func takeEvents() throws(DesktopError) -> Bool { false }
}

/// The desktops that are known.
public enum Desktops {
    /// Where a desktop listens. Asked for at each attempt to connect, since another one listens elsewhere.
    public typealias Place = () throws(DesktopError) -> String

    /// sway, and what else speaks its IPC.
    ///
    /// - Parameter mapsTouch: Whether touch devices and pens are mapped to the output.
    public static func sway(socketPath: @escaping Place, panel: PanelChoice, mapsTouch: Bool) -> any Desktop {
        Sway(socketPath: socketPath, panel: panel, mapsTouch: mapsTouch)
    }

    /// Hyprland.
    ///
    /// - Parameters:
    ///   - folder: Where its sockets are.
    ///   - turnsTouch: Whether touch devices are turned.
    public static func hyprland(folder: @escaping Place, panel: PanelChoice, turnsTouch: Bool) -> any Desktop
    {
        Hyprland(folder: folder, panel: panel, turnsTouch: turnsTouch)
    }

    /// A compositor with the output management of wlroots.
    public static func wlrRandr(panel: PanelChoice) -> any Desktop { WlrRandr(panel: panel) }

    /// The X server that `DISPLAY` names.
    ///
    /// - Parameter turnsTouch: Whether touch screens are turned.
    public static func x(panel: PanelChoice, turnsTouch: Bool) -> any Desktop {
        XServer(panel: panel, turnsTouch: turnsTouch)
    }

    /// The kernel's text console.
    public static var console: any Desktop { FramebufferConsole() }
}
