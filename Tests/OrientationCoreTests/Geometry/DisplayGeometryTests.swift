import OrientationCore
import Testing

/// The tables of `docs/resolver.md`, row by row.
@Suite("Names of a turn")
struct DisplayGeometryTests {
    struct Row: Sendable {
        let degrees: Int, hwdb: String, wlOutput: String, sway: String, xrandr: String, fbcon: Int
        let touch: [Int]
    }

    static let rows = [
        Row(
            degrees: 0, hwdb: "normal", wlOutput: "normal", sway: "normal", xrandr: "normal", fbcon: 0,
            touch: [1, 0, 0, 0, 1, 0]),
        Row(
            degrees: 90, hwdb: "right-up", wlOutput: "270", sway: "90", xrandr: "right", fbcon: 1,
            touch: [0, 1, 0, -1, 0, 1]),
        Row(
            degrees: 180, hwdb: "bottom-up", wlOutput: "180", sway: "180", xrandr: "inverted", fbcon: 2,
            touch: [-1, 0, 1, 0, -1, 1]),
        Row(
            degrees: 270, hwdb: "left-up", wlOutput: "90", sway: "270", xrandr: "left", fbcon: 3,
            touch: [0, -1, 1, 1, 0, 0]),
    ]

    /// Device and interface by the casing's turn: portrait-native, and landscape-native.
    static let portraitNative: [(DeviceOrientation, InterfaceOrientation)] = [
        (.portrait, .portrait), (.landscapeLeft, .landscapeRight), (.portraitUpsideDown, .portraitUpsideDown),
        (.landscapeRight, .landscapeLeft),
    ]
    static let landscapeNative: [(DeviceOrientation, InterfaceOrientation)] = [
        (.landscapeLeft, .landscapeRight), (.portraitUpsideDown, .portraitUpsideDown),
        (.landscapeRight, .landscapeLeft), (.portrait, .portrait),
    ]

    @Test("each turn of the panel has its name everywhere", arguments: rows)
    func columns(_ row: Row) throws {
        let turn = try #require(CounterclockwiseTurn(degrees: row.degrees))

        #expect(turn.hwdbName == row.hwdb)
        #expect(CounterclockwiseTurn(hwdbName: row.hwdb) == turn)
        #expect(turn.wlOutputName == row.wlOutput)
        #expect(turn.wlOutputTransform == (Int(row.wlOutput) ?? 0) / 90)
        #expect(turn.rotation == Int(row.wlOutput) ?? 0)
        #expect(CounterclockwiseTurn(rotation: turn.rotation) == turn)
        #expect(turn.swayTransform == row.sway)
        #expect(turn.xrandrWord == row.xrandr)
        #expect(turn.fbconValue == row.fbcon)
        #expect(turn.touchMatrix == row.touch)
    }

    @Test(
        "each of the four sides of a machine has its device and interface names and its turn, in both native orientations and four mountings",
        arguments: [InterfaceOrientation.portrait, .landscapeRight], PanelOrientation.allCases)
    func sides(_ natural: InterfaceOrientation, _ panel: PanelOrientation) {
        let geometry = DisplayGeometry(naturalOrientation: natural, panelOrientation: panel)
        let machine = Machine(naturalOrientation: natural, panelOrientation: panel)
        let table = natural == .portrait ? Self.portraitNative : Self.landscapeNative
        let mounted = [PanelOrientation.normal: 0, .rightSideUp: 90, .upsideDown: 180, .leftSideUp: 270]

        for (index, (device, interface)) in table.enumerated() {
            let casing = index * 90
            let panelDegrees = (casing + (mounted[panel] ?? -1)) % 360
            #expect(device.interfaceOrientation == interface)
            #expect(interface.deviceOrientation == device)
            #expect(geometry.casingTurn(showing: interface).degrees == casing)
            #expect(geometry.panelTurn(showing: interface).degrees == panelDegrees)
            #expect(
                geometry.interfaceOrientation(casingTurn: geometry.casingTurn(showing: interface))
                    == interface)
            #expect(
                geometry.interfaceOrientation(panelTurn: geometry.panelTurn(showing: interface)) == interface)
            #expect(geometry.webAngle(showing: interface) == casing)
            #expect(geometry.logicalTransform(showing: interface) == (360 - casing) % 360 / 90)
            #expect(machine.rotation(showing: interface) == (360 - panelDegrees) % 360)
        }
    }

    @Test("the web's types go by the angle, and on phones by the name")
    func web() {
        let portrait = DisplayGeometry()
        let landscape = DisplayGeometry(naturalOrientation: .landscapeRight)
        let byAngle: (DisplayGeometry) -> [String] = { geometry in
            CounterclockwiseTurn.allCases.map {
                geometry.webType(showing: geometry.interfaceOrientation(casingTurn: $0)).rawValue
            }
        }

        #expect(
            byAngle(portrait) == [
                "portrait-primary", "landscape-primary", "portrait-secondary", "landscape-secondary",
            ])
        #expect(
            byAngle(landscape) == [
                "landscape-primary", "portrait-primary", "landscape-secondary", "portrait-secondary",
            ])
        #expect(InterfaceOrientation.portrait.mobileWebType == .portraitPrimary)
        #expect(InterfaceOrientation.portraitUpsideDown.mobileWebType == .portraitSecondary)
        #expect(InterfaceOrientation.landscapeRight.mobileWebType == .landscapePrimary)
        #expect(InterfaceOrientation.landscapeLeft.mobileWebType == .landscapeSecondary)
    }

    @Test("turns add up, and a turn that is no multiple of 90 is none")
    func arithmetic() {
        for first in CounterclockwiseTurn.allCases {
            for second in CounterclockwiseTurn.allCases {
                #expect((first + second).degrees == (first.degrees + second.degrees) % 360)
                #expect((first - second) + second == first)
            }
        }
        #expect(CounterclockwiseTurn(degrees: -90) == .threeQuarters)
        #expect(CounterclockwiseTurn(degrees: 450) == .quarter)
        #expect(CounterclockwiseTurn(degrees: 45) == nil)
        #expect(CounterclockwiseTurn(rotation: 10) == nil)
        #expect(CounterclockwiseTurn(degrees: .min) == nil)
        #expect(CounterclockwiseTurn(rotation: .min) == nil)
    }

    /// Where a touch lands is worked out from the turn itself: what is drawn is turned by −θ on the
    /// panel, so a place on the panel, turned by +θ about the middle, is the place in what is drawn.
    @Test(
        "the touch matrix leads from the panel to what is drawn on it",
        arguments: CounterclockwiseTurn.allCases)
    func touchMatrix(_ turn: CounterclockwiseTurn) {
        let cosine = [0: 1, 90: 0, 180: -1, 270: 0][turn.degrees] ?? 9
        let sine = [0: 0, 90: 1, 180: 0, 270: -1][turn.degrees] ?? 9
        let matrix = turn.touchMatrix
        for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
            // Twice the distance from the middle, y upwards.
            let (fromMiddleX, fromMiddleY) = (2 * x - 1, 1 - 2 * y)
            let drawnX = (cosine * fromMiddleX - sine * fromMiddleY + 1) / 2
            let drawnY = (1 - (sine * fromMiddleX + cosine * fromMiddleY)) / 2

            #expect(matrix[0] * x + matrix[1] * y + matrix[2] == drawnX)
            #expect(matrix[3] * x + matrix[4] * y + matrix[5] == drawnY)
        }
    }
}
