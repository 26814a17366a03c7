internal import CLinux
public import OrientationCore
internal import SystemCalls

/// What the kernel knows about how the built-in panel is mounted: the property "panel orientation" of its
/// connector, which only the graphics card tells.
public enum PanelMounting: Equatable, Sendable {
    /// There is no built-in panel.
    case none
    /// The connector does not say, which means upright.
    case silent(connector: String)
    /// The connector says so.
    case mounted(PanelOrientation, connector: String)
    /// It cannot be asked, for want of permission mostly.
    case unreadable(String)

    /// Asks the graphics cards.
    ///
    /// - Parameter hasPanel: Whether sysfs shows a built-in panel.
    public init(hasPanel: Bool) {
        self = .none
        let names = ((try? Files.names(in: "/dev/dri")) ?? []).filter { $0.hasPrefix("card") }
        if hasPanel, names.isEmpty { self = .unreadable("there is no /dev/dri") }
        for name in names.sorted() {
            do throws(SystemCallError) {
                guard let panel = try Self.panel(of: "/dev/dri/\(name)") else { continue }
                self = panel
                return
            } catch {
                if hasPanel { self = .unreadable(error.description) }
            }
        }
    }

    /// What a card says about its built-in panel, if it has one.
    private static func panel(of card: String) throws(SystemCallError) -> PanelMounting? {
        let file = FileDescriptor(
            owning: try retrying("open", card) { open_file(card, O_RDWR | O_CLOEXEC, 0) })
        var connector = [CChar](repeating: 0, count: 32)
        var orientation = [CChar](repeating: 0, count: 32)
        let count = try retrying("ioctl", card) {
            get_panel_orientation(file.number, &connector, &orientation)
        }
        guard count > 0 else { return nil }
        let name = text(connector)
        // As drivers/gpu/drm/drm_connector.c names them.
        let panel: PanelOrientation? =
            switch text(orientation) {
            case "Normal": .normal
            case "Upside Down": .upsideDown
            case "Left Side Up": .leftSideUp
            case "Right Side Up": .rightSideUp
            default: nil
            }
        return panel.map { .mounted($0, connector: name) } ?? .silent(connector: name)
    }

    /// The text up to the first NUL.
    private static func text(_ bytes: [CChar]) -> String {
        String(decoding: bytes.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
