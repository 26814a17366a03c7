import OrientationCore
import Testing

@testable import Desktops

@Suite("What xrandr and xinput say")
struct XServerTests {
    private let text = """
        Screen 0: minimum 320 x 200, current 3120 x 1920, maximum 16384 x 16384
        eDP-1 connected primary 1200x1920+0+0 left (normal left inverted right x axis y axis) 135mm x 216mm
           1920x1200     60.00*+
        HDMI-1 connected 1920x1080+1200+0 (normal left inverted right x axis y axis) 510mm x 290mm
           1920x1080     60.00*+  50.00
        DP-1 disconnected (normal left inverted right x axis y axis)
        DP-2 connected (normal left inverted right x axis y axis)
        """

    @Test("connected outputs are read with their place and turn")
    func outputs() {
        let screen = XScreen(text)

        #expect(screen.width == 3120)
        #expect(screen.height == 1920)
        #expect(screen.outputs.map(\.name) == ["eDP-1", "HDMI-1", "DP-2"])
        #expect(screen.outputs.map(\.rotation) == ["left", "normal", "normal"])
        #expect(screen.outputs.map(\.canTurn) == [true, true, true])
        #expect(
            screen.outputs.map(\.area) == [
                XRandROutput.Area(x: 0, y: 0, width: 1200, height: 1920),
                XRandROutput.Area(x: 1200, y: 0, width: 1920, height: 1080),
                nil,
            ])
    }

    @Test("a server that names no rotations cannot turn its output")
    func cannotTurn() {
        let screen = XScreen(
            """
            Screen 0: minimum 64 x 64, current 1024 x 768, maximum 32767 x 32767
            DUMMY0 connected primary 1024x768+0+0 0mm x 0mm
               1024x768      60.00*
            """)

        #expect(screen.outputs.map(\.canTurn) == [false])
    }

    @Test("touch screens are told from touchpads, and slave devices from masters")
    func touchDevices() {
        let text = """
            ⎡ Virtual core pointer                    \tid=2\t[master pointer  (3)]
            \tReporting 1 classes:
            \t\tTouch mode: direct
            ⎜   ↳ Goodix Touchscreen                      \tid=9\t[slave  pointer  (2)]
            \tReporting 2 classes:
            \t\tClass originated from: 9. Type: XITouchClass
            \t\tTouch mode: direct
            \t\tMax number of touches: 10
            ⎜   ↳ SynPS/2 Touchpad                        \tid=12\t[slave  pointer  (2)]
            \t\tClass originated from: 12. Type: XITouchClass
            \t\tTouch mode: dependent
            ⎣ Virtual core keyboard                   \tid=3\t[master keyboard (2)]
            """

        #expect(XTouch.directDevices(text) == [9])
    }

    /// A touch at the panel's own top left corner has to arrive where the panel's top left pixel is on the
    /// screen. Held with the right edge up the panel's top left corner is at the picture's bottom left.
    @Test(
        "a touch arrives at the pixel under the finger, beside a monitor too",
        arguments: [
            (CounterclockwiseTurn.none, [0.0, 0.0]), (.quarter, [0.0, 1.0]), (.half, [1.0, 1.0]),
            (.threeQuarters, [1.0, 0.0]),
        ])
    func topLeft(turn: CounterclockwiseTurn, corner: [Double]) {
        let area = XRandROutput.Area(x: 1000, y: 100, width: 500, height: 400)

        let matrix = XTouch.matrix(for: turn, area: area, screenWidth: 2000, screenHeight: 1000)

        // The place (0, 0) of the touch screen is the matrix's third column.
        #expect(abs(matrix[2] * 2000 - (1000 + corner[0] * 500)) < 1e-9)
        #expect(abs(matrix[5] * 1000 - (100 + corner[1] * 400)) < 1e-9)
        #expect(matrix[6...] == [0, 0, 1])
    }

    @Test("the matrix of a device is read from its properties")
    func matrixOfADevice() {
        let text = """
            Device 'Goodix Touchscreen':
            \tDevice Enabled (153):\t1
            \tCoordinate Transformation Matrix (155):\t1.100000, 0.000000, -0.050000, 0.000000, 0.900000, 0.020000, 0.000000, 0.000000, 1.000000
            \tlibinput Calibration Matrix (310):\t2.000000, 0.000000, 0.000000, 0.000000, 1.000000, 0.000000, 0.000000, 0.000000, 1.000000
            """

        #expect(XTouch.matrix(text) == [1.1, 0, -0.05, 0, 0.9, 0.02, 0, 0, 1])
        #expect(XTouch.matrix("Device 'Keyboard':\n\tDevice Enabled (153):\t1\n") == nil)
        #expect(
            XTouch.matrix("\tCoordinate Transformation Matrix (155):\t1, 0, x, 0, 1, 0, 0, 0, 1\n") == nil)
    }

    /// The right half of the screen, turned by a quarter: (x, y) goes to (0.5 + 0.5·y, 1 − x).
    private let placed: [Double] = [0, 0.5, 0.5, -1, 0, 1, 0, 0, 1]
    private let calibrated: [Double] = [1.1, 0, -0.05, 0, 0.9, 0.02, 0, 0, 1]

    @Test("a calibration is found again in a matrix that was made for the screen as it stands")
    func calibrationAsItStands() {
        // placed · calibrated, by hand.
        let found: [Double] = [0, 0.45, 0.51, -1.1, 0, 1.05, 0, 0, 1]

        let calibration = XTouch.calibration(in: found, placed: placed)

        #expect(XTouch.distance(calibration, calibrated) < 1e-9)
        #expect(XTouch.distance(XTouch.product(placed, calibration), found) < 1e-9)
    }

    @Test("a matrix that knows nothing of how the screen stands is the calibration itself")
    func calibrationOfAFile() {
        #expect(XTouch.calibration(in: calibrated, placed: placed) == calibrated)
        #expect(
            XTouch.calibration(in: [1, 0, 0, 0, 1, 0, 0, 0, 1], placed: placed)
                == [1, 0, 0, 0, 1, 0, 0, 0, 1])
    }

    @Test("an output that is the whole screen has the touch matrix of the turn itself")
    func whole() {
        let area = XRandROutput.Area(x: 0, y: 0, width: 800, height: 600)

        let matrix = XTouch.matrix(for: .quarter, area: area, screenWidth: 800, screenHeight: 600)

        #expect(matrix == [0, 1, 0, -1, 0, 1, 0, 0, 1])
    }
}
