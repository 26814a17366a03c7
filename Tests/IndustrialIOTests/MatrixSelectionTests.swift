import OrientationCore
import Testing

@testable import IndustrialIO

@Suite("Mount matrix in force")
struct MatrixSelectionTests {
    private typealias Finding = MatrixSelection.Finding

    private let chip = SensorSigns(name: "kxcj91008", modalias: "acpi:KIOX000A:KIOX000A:")
    private let hid = SensorSigns(name: "accel_3d", modalias: "platform:HID-SENSOR-200073")

    private func select(
        _ finding: MatrixSelection.Finding, signs: SensorSigns? = nil,
        options: SensorOptions = SensorOptions()
    ) -> MatrixSelection {
        MatrixSelection(
            finding, signs: signs ?? chip, options: options,
            casing: CasingOrientation(options: options, panelMode: nil))
    }

    private func inForce(_ selection: MatrixSelection) -> [MatrixOrigin] {
        selection.reports.filter(\.inForce).map(\.origin)
    }

    private let identity = "1, 0, 0; 0, 1, 0; 0, 0, 1"
    private let quarter = "0, -1, 0; 1, 0, 0; 0, 0, 1"
    private let half = "-1, 0, 0; 0, -1, 0; 0, 0, 1"

    @Test("configuration comes before udev, udev before the kernel, the kernel before nothing")
    func precedence() {
        #expect(
            inForce(select(Finding(configuration: half, udev: quarter, kernel: half))) == [.configuration])
        #expect(inForce(select(Finding(udev: quarter, kernel: half))) == [.udev])
        #expect(inForce(select(Finding(kernel: half))) == [.kernel])
        #expect(inForce(select(Finding())) == [.none])
    }

    @Test("another order can be configured, and a place that is left out is not looked into")
    func order() {
        var options = SensorOptions()
        options.matrixOrder = [.kernel, .udev]
        let finding = Finding(configuration: half, udev: quarter, kernel: half)

        let selection = select(finding, options: options)

        #expect(inForce(selection) == [.kernel])
        #expect(selection.reports.map(\.origin) == [.kernel, .udev, .none])
    }

    @Test(
        "a matrix that cannot be one is refused with the reason, and the next place is used",
        arguments: [
            "", "1, 0, 0; 0, 1, 0", "1, 0, 0; 0, 1, 0; 0, 0, 1; ", "1, 0, 0; 0, 1, 0; 0, 0, 1 x",
            "1, 0, 0; 1, 0, 0; 0, 0, 1", "2, 0, 0; 0, 1, 0; 0, 0, 1", "0, 0, 0; 0, 0, 0; 0, 0, 0",
        ])
    func refusals(_ text: String) {
        let selection = select(Finding(udev: text, kernel: quarter))

        #expect(inForce(selection) == [.kernel])
        #expect(selection.reports.first { $0.origin == .udev }?.problem != nil)
        #expect(selection.reports.first { $0.origin == .udev }?.value == text)
    }

    @Test("a bad third row is a note from udev, and a refusal from the configuration")
    func thirdRow() {
        let flat = "1, 0, 0; 0, 1, 0; 0, 0, 0"

        let fromUdev = select(Finding(udev: flat))
        let fromConfiguration = select(Finding(configuration: flat))

        #expect(inForce(fromUdev) == [.udev])
        #expect(fromUdev.reports.first { $0.origin == .udev }?.problem?.contains("row 3") == true)
        #expect(inForce(fromConfiguration) == [.none])
    }

    @Test("the kernel's identity counts as no matrix unless the device tree declares it")
    func identities() {
        #expect(inForce(select(Finding(kernel: identity))) == [.none])
        #expect(inForce(select(Finding(kernel: identity, kernelIsDeclared: true))) == [.kernel])
        #expect(inForce(select(Finding(udev: identity))) == [.udev])
    }

    @Test("that udev and the kernel differ is noted, with both")
    func disagreement() {
        let selection = select(Finding(udev: quarter, kernel: half))

        #expect(selection.notes.contains { $0.contains(quarter) && $0.contains(half) })
        #expect(select(Finding(udev: quarter, kernel: "0,-1,0; 1,0,0; 0,0,1")).notes.isEmpty)
    }

    @Test(
        "without a matrix the kind of sensor decides on the signs",
        arguments: [
            // hardware.md's table, by what the sensor says in portrait and face up on its own axes, in g.
            // A bare chip in the frame that the desktops expect of identity: portrait is (0, −1, 0).
            ("kxcj91008", "acpi:KIOX000A:", [0.0, -1, 0], [0.0, 0, 1]),
            // HID reports gravity: portrait (0, −1, 0), face up (0, 0, −1).
            ("accel_3d", "platform:HID-SENSOR-200073", [0, -1, 0], [0, 0, -1]),
            // Chromebooks report specific force in the frame of the display.
            ("cros-ec-accel", "platform:cros-ec-accel", [0, 1, 0], [0, 0, 1]),
            ("cros-ec-accel", "platform:cros-ec-accel-legacy", [0, 1, 0], [0, 0, 1]),
            // The Librem 5's chip is left-handed.
            ("lsm9ds1_accel", "of:NaccelerometerT(null)Cst,lsm9ds1-imu", [0, -1, 0], [0, 0, -1]),
        ])
    func signs(_ name: String, _ modalias: String, _ upright: [Double], _ faceUp: [Double]) {
        let frame = select(Finding(), signs: SensorSigns(name: name, modalias: modalias)).frame

        #expect(
            frame.acceleration(x: upright[0], y: upright[1], z: upright[2]) == Acceleration(x: 0, y: 1, z: 0))
        #expect(
            frame.acceleration(x: faceUp[0], y: faceUp[1], z: faceUp[2]) == Acceleration(x: 0, y: 0, z: 1))
    }

    @Test("the PinePhone's matrix is in the kernel's frame by its quirk, while it is that matrix")
    func quirk() {
        // Upright the chip reads x = +g. The device tree carried 0,1,0;-1,0,0;0,0,1 (frame of hwdb) in
        // 12/2024 and carries 0,-1,0;1,0,0;0,0,1 since 2026.
        let quirk = SensorQuirk(
            name: "q", machine: "pine64,pinephone", sensor: "invensense,mpu6050", matrix: .text(quarter),
            convention: .kernel)
        let new = select(Finding(kernel: quarter, kernelIsDeclared: true, quirks: [quirk])).frame
        let old = select(
            Finding(kernel: "0, 1, 0; -1, 0, 0; 0, 0, 1", kernelIsDeclared: true, quirks: [quirk])
        ).frame

        #expect(new.acceleration(x: 1, y: 0, z: 0) == Acceleration(x: 0, y: 1, z: 0))
        #expect(old.acceleration(x: 1, y: 0, z: 0) == Acceleration(x: 0, y: 1, z: 0))
    }

    @Test("a device tree's matrix of determinant +1 is in an assumed frame, unless somebody says which")
    func conventionIsAssumed() {
        let declared = Finding(kernel: quarter, kernelIsDeclared: true)
        var quirked = declared
        quirked.quirks = [SensorQuirk(name: "q", machine: "m", sensor: "s", convention: .kernel)]
        var options = SensorOptions()
        options.convention = .hwdb

        let selection = select(declared)
        #expect(selection.conventionIsAssumed)
        #expect(selection.notes.contains { $0.contains("is not known") })
        #expect(selection.frame == select(declared, options: options).frame)

        #expect(!select(declared, options: options).conventionIsAssumed)
        #expect(!select(quirked).conventionIsAssumed)
        // Of determinant −1: no turn, so it cannot be meant literally.
        #expect(
            !select(Finding(kernel: "1, 0, 0; 0, -1, 0; 0, 0, 1", kernelIsDeclared: true)).conventionIsAssumed
        )
        // Not from a device tree, and not in force.
        #expect(!select(Finding(kernel: quarter)).conventionIsAssumed)
        #expect(!select(Finding(udev: half, kernel: quarter, kernelIsDeclared: true)).conventionIsAssumed)
        #expect(!select(Finding()).conventionIsAssumed)
    }

    @Test("the first quirk that fits the matrix is in force, and is named")
    func quirksByMatrix() {
        let quirks = [
            SensorQuirk(name: "[A] at f:1", machine: "m", sensor: "s", matrix: .text(half), invertZ: true),
            SensorQuirk(name: "[B] at f:5", machine: "m", sensor: "s", matrix: .none, convention: .kernel),
            SensorQuirk(name: "[C] at f:9", machine: "m", sensor: "s", matrix: .any, invertZ: false),
        ]
        func named(_ finding: Finding) -> [String] {
            var finding = finding
            finding.quirks = quirks
            return select(finding).notes.filter { $0.contains("quirk") }
        }

        #expect(named(Finding(udev: half)) == ["this machine is known: InvertZ=yes by the quirk [A] at f:1"])
        #expect(named(Finding()) == ["this machine is known: Convention=kernel by the quirk [B] at f:5"])
        // The kernel's identity is no matrix where nobody declared it.
        #expect(named(Finding(kernel: identity)) == named(Finding()))
        #expect(
            named(Finding(udev: quarter)) == ["this machine is known: InvertZ=no by the quirk [C] at f:9"])
        #expect(named(Finding(configuration: quarter, udev: half)) == [])
    }

    @Test("a quirk is about a machine by a pattern, and about a sensor by its whole name")
    func quirksByMachine() {
        let machine = ["acme,tablet-10", "acme,soc", "dmi:bvnA:svnACME:pnTablet10:pvr1:"]
        func concerns(_ wanted: String, _ sensor: String = "mxc4005") -> Bool {
            SensorQuirk(name: "q", machine: wanted, sensor: "mxc4005").concerns(sensor, in: machine)
        }

        #expect(concerns("acme,soc"))
        #expect(concerns("dmi:*:svnACME:pnTablet10:*"))
        #expect(concerns("dmi:*:svnACME:pnTablet1[01]:*"))
        #expect(!concerns("svnACME:pnTablet10"))
        #expect(!concerns("acme,tablet"))
        #expect(!concerns("acme,soc", "mxc4005_extra"))
        #expect(!concerns("acme,soc", "mxc"))
    }

    @Test("what the configuration says of frame and z beats the quirk")
    func overrides() {
        let quirk = SensorQuirk(name: "q", machine: "m", sensor: "s", convention: .kernel, invertZ: true)
        var options = SensorOptions()
        options.convention = .hwdb
        options.invertZ = false

        let frame = select(Finding(udev: identity, quirks: [quirk]), options: options).frame

        #expect(frame == select(Finding(udev: identity)).frame)
    }

    @Test("a matrix of the configuration is believed in all three rows, whatever the sensor is")
    func measured() {
        // x = −M0·r, y = −M1·r, z = M2·r.
        for signs in [chip, hid] {
            let frame = select(Finding(configuration: "1, 0, 0; 0, 1, 0; 0, 0, -1"), signs: signs).frame

            #expect(frame.acceleration(x: 1, y: 2, z: 3) == Acceleration(x: -1, y: -2, z: -3))
        }
    }

    @Test("what is said of other matrices' x and y is not said of one of the configuration; of z it is")
    func measuredAlone() {
        var options = SensorOptions()
        (options.convention, options.matrixAxes) = (.kernel, .casing)
        options.panelOrientation = .rightSideUp

        // The panel has its right edge up, so what is up for it is right for the casing, which is upright:
        // up along the panel's x is (−1, 0, 0) in the hardware database's frame, and (0, +1, 0) of the device.
        let measured = select(Finding(configuration: identity, udev: half), options: options).frame
        #expect(measured.acceleration(x: -1, y: 0, z: 0) == Acceleration(x: 0, y: 1, z: 0))
        #expect(measured.acceleration(x: 0, y: 0, z: 1) == Acceleration(x: 0, y: 0, z: 1))
        // The same matrix from udev: of the casing, and upright is y > 0.
        let found = select(Finding(udev: identity), options: options).frame
        #expect(found.acceleration(x: 0, y: 1, z: 0) == Acceleration(x: 0, y: 1, z: 0))

        options.invertZ = true
        let inverted = select(Finding(configuration: identity), options: options).frame
        #expect(inverted.acceleration(x: 0, y: 0, z: 1) == Acceleration(x: 0, y: 0, z: -1))
    }
}

@Suite("Casing and panel")
struct CasingOrientationTests {
    private func casing(
        _ mode: PanelMode?, change: (inout SensorOptions) -> Void = { _ in }
    ) -> CasingOrientation {
        var options = SensorOptions()
        change(&options)
        return CasingOrientation(options: options, panelMode: mode)
    }

    @Test("a wide panel makes a wide casing, a high one a high one, unless it is mounted on its side")
    func natural() throws {
        let wide = try #require(PanelMode(connector: "card0-eDP-1", modes: "1920x1080\n1280x720\n"))
        let high = try #require(PanelMode(connector: "card1-DSI-1", modes: "800x1280\n"))

        #expect(casing(wide).natural == .landscapeRight)
        #expect(casing(high).natural == .portrait)
        #expect(casing(high) { $0.panelOrientation = .rightSideUp }.natural == .landscapeRight)
        #expect(casing(high) { $0.panelOrientation = .leftSideUp }.natural == .landscapeRight)
        #expect(casing(wide) { $0.panelOrientation = .rightSideUp }.natural == .portrait)
        #expect(casing(wide) { $0.panelOrientation = .upsideDown }.natural == .landscapeRight)
    }

    @Test(
        "a panel that the kernel knows to be mounted turned is taken so, unless the configuration says otherwise"
    )
    func kernel() throws {
        let high = try #require(PanelMode(connector: "card1-DSI-1", modes: "800x1280\n"))
        func casing(_ mounting: PanelMounting, configured: PanelOrientation? = nil) -> CasingOrientation {
            var options = SensorOptions()
            options.panelOrientation = configured
            return CasingOrientation(options: options, panelMode: high, mounting: mounting)
        }

        let turned = casing(.mounted(.rightSideUp, connector: "DSI-1"))

        #expect(turned.panel == .rightSideUp)
        // Higher than wide, and on its side: the casing is wide.
        #expect(turned.natural == .landscapeRight)
        #expect(turned.reason.contains("panel orientation from the kernel, for DSI-1"))
        #expect(
            casing(.mounted(.rightSideUp, connector: "DSI-1"), configured: .upsideDown).panel == .upsideDown)
        #expect(casing(.silent(connector: "DSI-1")).panel == .normal)
        #expect(casing(.unreadable("no")).panel == .normal)
        #expect(casing(.none).natural == .portrait)
    }

    @Test("without a built-in panel the casing is upright, and the configuration has the last word")
    func others() throws {
        let wide = try #require(PanelMode(connector: "card0-LVDS-1", modes: "1366x768"))

        #expect(casing(nil).natural == .portrait)
        #expect(casing(wide) { $0.naturalOrientation = .landscapeLeft }.natural == .landscapeLeft)
    }

    @Test(
        "only built-in connectors that show a mode count",
        arguments: [
            ("card0-HDMI-A-1", "1920x1080\n"), ("card0-DP-1", "1920x1080\n"), ("card0-eDP-1", ""),
            ("card0-eDP-1", "wide\n"), ("renderD128", "1920x1080\n"), ("version", ""),
        ])
    func connectors(_ connector: String, _ modes: String) {
        #expect(PanelMode(connector: connector, modes: modes) == nil)
    }
}
