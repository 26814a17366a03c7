internal import BringUp
internal import CLinux
internal import OrientationCore
internal import SystemCalls

/// How the built-in panel is mounted, which the kernel tells on the graphics card alone.
enum PanelSurvey {
    /// Asks the cards.
    ///
    /// - Parameter hasPanel: Whether sysfs shows a built-in panel.
    static func look(hasPanel: Bool) -> DoctorPanel {
        var answer = DoctorPanel.none
        let names = ((try? Files.names(in: "/dev/dri")) ?? []).filter { $0.hasPrefix("card") }
        for name in names {
            do throws(SystemCallError) {
                if let panel = try panel(of: "/dev/dri/\(name)") { return panel }
            } catch {
                answer = .unreadable(error.description)
            }
        }
        if hasPanel, names.isEmpty { return .unreadable("there is no /dev/dri") }
        return hasPanel ? answer : .none
    }

    /// What a card says about its built-in panel, if it has one.
    private static func panel(of card: String) throws(SystemCallError) -> DoctorPanel? {
        let file = FileDescriptor(
            owning: try retrying("open", card) { open_file(card, O_RDWR | O_CLOEXEC, 0) })
        var connector = [CChar](repeating: 0, count: 32)
        var orientation = [CChar](repeating: 0, count: 32)
        let count = try retrying("ioctl", card) {
            get_panel_orientation(file.number, &connector, &orientation)
        }
        guard count > 0 else { return nil }
        let name = connector.text
        // As drivers/gpu/drm/drm_connector.c names them.
        let panel: PanelOrientation? =
            switch orientation.text {
            case "Normal": .normal
            case "Upside Down": .upsideDown
            case "Left Side Up": .leftSideUp
            case "Right Side Up": .rightSideUp
            default: nil
            }
        return panel.map { .mounted($0, connector: name) } ?? .silent(connector: name)
    }
}

extension [CChar] {
    /// The text up to the first NUL.
    fileprivate var text: String {
        String(decoding: prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
