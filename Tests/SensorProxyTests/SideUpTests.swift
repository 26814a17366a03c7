import DBus
import OrientationClient
import Testing

@testable import SensorProxy

/// The rows of the tables in docs/resolver.md and docs/protocol.md for one kind of machine.
private struct Panel: CustomTestStringConvertible {
    struct Row {
        let device: DeviceOrientation
        let interface: InterfaceOrientation
        let rotation: Int
        let side: String
    }

    let name: String
    let rows: [Row]
    var testDescription: String { name }

    init(_ name: String, _ rows: [(DeviceOrientation, InterfaceOrientation, Int, String)]) {
        self.name = name
        self.rows = rows.map { Row(device: $0.0, interface: $0.1, rotation: $0.2, side: $0.3) }
    }

    static let all = [
        Panel(
            "a portrait-native panel",
            [
                (.portrait, .portrait, 0, "normal"),
                (.landscapeLeft, .landscapeRight, 270, "right-up"),
                (.portraitUpsideDown, .portraitUpsideDown, 180, "bottom-up"),
                (.landscapeRight, .landscapeLeft, 90, "left-up"),
            ]),
        Panel(
            "a landscape-native panel",
            [
                (.landscapeLeft, .landscapeRight, 0, "normal"),
                (.portraitUpsideDown, .portraitUpsideDown, 270, "right-up"),
                (.landscapeRight, .landscapeLeft, 180, "bottom-up"),
                (.portrait, .portrait, 90, "left-up"),
            ]),
        Panel(
            "a portrait-native casing with its panel mounted right side up",
            [
                (.portrait, .portrait, 270, "right-up"),
                (.landscapeLeft, .landscapeRight, 180, "bottom-up"),
                (.portraitUpsideDown, .portraitUpsideDown, 90, "left-up"),
                (.landscapeRight, .landscapeLeft, 0, "normal"),
            ]),
    ]
}

@Suite("Side up")
struct SideUpTests {
    /// A portrait-native machine's, unless told otherwise.
    private func state(
        _ device: DeviceOrientation, status: SensorStatus = .ready,
        showing interface: InterfaceOrientation = .portrait, rotation: Int = 0
    ) -> OrientationState {
        OrientationState(
            sequence: 1, timestamp: .zero, sensorStatus: status, sensor: nil, deviceOrientation: device,
            interfaceOrientation: interface, supported: true, allowed: [interface], kind: .pad,
            cause: .device,
            turned: nil, rotation: rotation, rotationLock: RotationLock(nil))
    }

    private func orientation(_ side: SideUp) -> BusValue? {
        side.properties.first { $0.name == "AccelerometerOrientation" }?.value
    }

    private func tilt(_ side: SideUp) -> BusValue? {
        side.properties.first { $0.name == "AccelerometerTilt" }?.value
    }

    @Test("the side that is up is the panel's, whatever is drawn on it", arguments: Panel.all)
    private func sides(panel: Panel) {
        for held in panel.rows {
            for shown in panel.rows {
                var side = SideUp()

                side.take(state(held.device, showing: shown.interface, rotation: shown.rotation))

                #expect(orientation(side) == .text(held.side), "\(held.device), showing \(shown.interface)")
                #expect(tilt(side) == .text("vertical"))
            }
        }
    }

    @Test("nothing is known before the first state")
    func undefined() {
        #expect(orientation(SideUp()) == .text("undefined"))
        #expect(tilt(SideUp()) == .text("undefined"))
    }

    @Test(
        "a device that lies flat keeps the side it had",
        arguments: [(DeviceOrientation.faceUp, "face-up"), (.faceDown, "face-down"), (.unknown, "undefined")])
    func flat(device: DeviceOrientation, expected: String) {
        var side = SideUp()
        side.take(state(.landscapeLeft))

        side.take(state(device))

        #expect(orientation(side) == .text("right-up"))
        #expect(tilt(side) == .text(expected))
    }

    @Test("a device that has lain flat from the start has no side yet")
    func flatFromTheStart() {
        var side = SideUp()

        side.take(state(.faceUp))

        #expect(orientation(side) == .text("undefined"))
        #expect(tilt(side) == .text("face-up"))
    }

    @Test("a sensor that goes takes the side with it")
    func absent() {
        var side = SideUp()
        side.take(state(.landscapeLeft))

        side.take(state(.unknown, status: .absent))

        #expect(side == .undefined)
    }

    @Test("a sensor that says nothing leaves the side as it was")
    func stalled() {
        var side = SideUp()
        side.take(state(.landscapeLeft))

        side.take(state(.unknown, status: .stalled))

        #expect(orientation(side) == .text("right-up"))
    }

    @Test("only a state with a measurement is one that a claim can be answered with")
    func measured() {
        #expect(state(.portrait).isMeasured)
        #expect(state(.faceUp, status: .degraded).isMeasured)
        #expect(!state(.unknown).isMeasured)
        #expect(!state(.portrait, status: .idle).isMeasured)
        #expect(!state(.unknown, status: .starting).isMeasured)
    }
}
