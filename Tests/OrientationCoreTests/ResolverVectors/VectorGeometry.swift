import JSON
import OrientationCore

extension ResolverVector {
    /// A row of the tables: what a turn of the panel is called everywhere.
    func runGeometry() throws -> Fields {
        guard let theta = input["theta"]?.integer, let panel = CounterclockwiseTurn(degrees: Int(theta))
        else {
            throw VectorError.refused("theta is no multiple of 90")
        }
        let mount = input["mount"]?.string ?? "normal"
        guard let panelOrientation = PanelOrientation(name: mount) else { throw VectorError.invalidName }
        let geometry = DisplayGeometry(
            naturalOrientation: try input.interface("natural") ?? .portrait,
            panelOrientation: panelOrientation)
        let interface = geometry.interfaceOrientation(panelTurn: panel)
        let angle = geometry.webAngle(showing: interface)

        // The way back must be the same.
        guard geometry.panelTurn(showing: interface) == panel else {
            throw VectorError.refused("\(panel) leads to \(interface) and not back")
        }
        return Fields(
            [
                "theta": .integer(Int64(panel.degrees)),
                "rotation": .integer(Int64(panel.rotation)),
                "device": .string(interface.deviceOrientation.name),
                "interface": .string(interface.name),
                "iio": .string(panel.hwdbName),
                "hwdb": .string(panel.hwdbName),
                "wlOutput": .string(panel.wlOutputName),
                "wlLogical": .string(geometry.casingTurn(showing: interface).wlOutputName),
                "sway": .string(panel.swayTransform),
                "xrandr": .string(panel.xrandrWord),
                "fbcon": .integer(Int64(panel.fbconValue)),
                "androidRotation": .integer(Int64(angle)),
                "w3cAngle": .integer(Int64(angle)),
                "w3cType": .string(geometry.webType(showing: interface).rawValue),
                "w3cTypeMobile": .string(interface.mobileWebType.rawValue),
                "touchMatrix": .array(panel.touchMatrix.map { .integer(Int64($0)) }),
            ], at: id)
    }
}
