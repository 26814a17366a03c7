import Testing

@testable import Desktops

@Suite("Which output is the panel")
struct PanelChoiceTests {
    private func choose(_ choice: PanelChoice, _ names: [String]) throws(DesktopError) -> String {
        try choice.output(among: names) { $0 }
    }

    @Test(
        "connectors of panels in the casing are told from those of monitors",
        arguments: [
            ("eDP-1", true), ("eDP1", true), ("LVDS-1", true), ("LVDS1", true), ("DSI-1", true),
            ("eDP-1-1", true), ("HDMI-A-1", false), ("DP-1", false), ("DVI-D-1", false), ("VGA-1", false),
            ("HEADLESS-1", false), ("Virtual-1", false), ("eDPlus-1", false), ("", false),
        ])
    func connectors(name: String, isBuiltIn: Bool) {
        #expect(PanelChoice.isBuiltIn(name) == isBuiltIn)
    }

    @Test("the panel is chosen and never a monitor, wherever it stands in the list")
    func panelAmongMonitors() throws {
        #expect(try choose(.builtIn, ["HDMI-A-1", "DP-3", "DSI-1"]) == "DSI-1")
        #expect(try choose(.builtIn, ["eDP-1", "DP-1"]) == "eDP-1")
    }

    @Test("without a panel nothing is chosen, even if there is one monitor only")
    func monitorOnly() {
        #expect(throws: DesktopError.noPanel(present: ["HDMI-A-1"])) { try choose(.builtIn, ["HDMI-A-1"]) }
    }

    @Test("of two panels the user has to say which")
    func twoPanels() throws {
        #expect(throws: DesktopError.severalPanels(["eDP-1", "eDP-2"])) {
            try choose(.builtIn, ["eDP-1", "eDP-2", "DP-1"])
        }
        #expect(try choose(.named("eDP-2"), ["eDP-1", "eDP-2"]) == "eDP-2")
    }

    @Test("an output that was named is taken whatever its kind, and if absent what there is is told")
    func named() throws {
        #expect(try choose(.named("HEADLESS-1"), ["HEADLESS-2", "HEADLESS-1"]) == "HEADLESS-1")
        #expect(throws: DesktopError.noOutput("eDP-1", present: ["DP-1"])) {
            try choose(.named("eDP-1"), ["DP-1"])
        }
    }
}
