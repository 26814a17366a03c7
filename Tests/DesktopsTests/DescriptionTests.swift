import JSON
import Testing

@testable import Desktops

@Suite("What desktops say of their outputs")
struct DescriptionTests {
    @Test("sway's outputs are read, one that is switched off has no transform")
    func swayOutputs() throws {
        let text = """
            [{"id": 3, "name": "eDP-1", "active": true, "transform": "270", "modes": []},
             {"id": 4, "name": "HDMI-A-1", "active": false}]
            """
        let outputs = try SwayOutput.list(try JSONValue(parsing: Array(text.utf8)))

        #expect(
            outputs == [
                SwayOutput(name: "eDP-1", isActive: true, transform: "270"),
                SwayOutput(name: "HDMI-A-1", isActive: false, transform: nil),
            ])
    }

    @Test("touch screens and pens belong to an output, keyboards and touchpads do not")
    func swayInputs() throws {
        let text = """
            [{"identifier": "1:1:AT_keyboard", "type": "keyboard"},
             {"identifier": "1046:911:Goodix_Touchscreen", "type": "touch"},
             {"identifier": "1386:890:Wacom_Pen", "type": "tablet_tool"},
             {"identifier": "2:7:Touchpad", "type": "touchpad"}]
            """
        let inputs = try SwayInput.list(try JSONValue(parsing: Array(text.utf8)))

        #expect(
            inputs.filter(\.pointsAtOutput).map(\.identifier)
                == ["1046:911:Goodix_Touchscreen", "1386:890:Wacom_Pen"])
    }

    @Test("a message of sway's is the mark, length and type as the machine writes numbers, and the text")
    func swayMessage() {
        let message = SwayMessage(SwayMessage.Kind.getOutputs, "ab")
        #expect(message.bytes == Array("i3-ipc".utf8) + [2, 0, 0, 0, 3, 0, 0, 0] + Array("ab".utf8))
        #expect(SwayMessage.head(Array(message.bytes.prefix(14)))?.length == 2)
        #expect(SwayMessage.head(Array("j3-ipc".utf8) + [2, 0, 0, 0, 3, 0, 0, 0]) == nil)
        #expect(SwayMessage.head([]) == nil)
    }

    @Test("an answer that is no list is refused rather than taken for no outputs")
    func malformed() {
        #expect(throws: DesktopError.malformed("sway's list of outputs")) {
            try SwayOutput.list(["success": false])
        }
        #expect(throws: DesktopError.malformed("Hyprland's list of monitors")) { try HyprlandMonitor.list(1) }
    }

    @Test("Hyprland is told to turn a monitor and to leave its mode, place and scale")
    func hyprland() throws {
        let text = """
            [{"id": 0, "name": "eDP-1", "description": "x", "width": 1200, "height": 1920,
              "refreshRate": 60.001, "x": 0, "y": 10, "scale": 1.50, "transform": 3, "dpmsStatus": true}]
            """
        let monitors = try HyprlandMonitor.list(try JSONValue(parsing: Array(text.utf8)))

        #expect(monitors.map(\.transform) == [3])
        #expect(
            monitors.map { $0.command(transform: 1) }
                == ["keyword monitor eDP-1,1200x1920@60.001,0x10,1.5,transform,1"])
    }

    @Test("Hyprland's touch devices are turned by the number of the monitor")
    func hyprlandTouch() {
        #expect(
            HyprlandTouch(transform: 1, output: "DSI-1").command
                == "[[BATCH]]keyword input:touchdevice:output DSI-1;keyword input:touchdevice:transform 1")
    }

    @Test("wlr-randr's outputs are read with the transform of those that are enabled")
    func wlrRandr() {
        let text = """
            DSI-1 "(null) (null) (DSI-1)"
              Physical size: 65x130 mm
              Enabled: yes
              Modes:
                720x1440 px, 60.000000 Hz (preferred, current)
              Position: 0,0
              Transform: 90
              Scale: 2.000000
            HDMI-A-1 "Some Maker Model 5 (HDMI-A-1)"
              Enabled: no
              Modes:
                1920x1080 px, 60.000000 Hz (preferred)
            """

        #expect(
            WlrOutput.list(text) == [
                WlrOutput(name: "DSI-1", isEnabled: true, transform: "90"),
                WlrOutput(name: "HDMI-A-1", isEnabled: false, transform: nil),
            ])
    }
}
