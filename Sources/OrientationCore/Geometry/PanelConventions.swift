/// What a turn of the *panel* is called by the programs that turn what is drawn on it.
///
/// | θ | hwdb | rotation | wl_output | sway | xrandr | fbcon | touch matrix |
/// |---|---|---|---|---|---|---|---|
/// | 0 | normal | 0 | normal | normal | normal | 0 | 1 0 0 0 1 0 |
/// | 90 | right-up | 270 | 270 | 90 | right | 1 | 0 1 0 −1 0 1 |
/// | 180 | bottom-up | 180 | 180 | 180 | inverted | 2 | −1 0 1 0 −1 1 |
/// | 270 | left-up | 90 | 90 | 270 | left | 3 | 0 −1 1 1 0 0 |
///
/// Each of these follows the panel, however it is mounted in its casing; see ``DisplayGeometry`` for
/// the turn that suits an interface orientation.
extension CounterclockwiseTurn {
    /// How far the panel is turned *clockwise*, in degrees: `rotation` on the wire. What is drawn is
    /// turned by as much counter-clockwise to stay upright.
    public var rotation: Int { (-self).degrees }

    /// The turn of a panel with that ``rotation``, or nothing if it is no multiple of 90.
    public init?(rotation: Int) { self.init(degrees: -(rotation % 360)) }

    /// Which edge is up, in the words of the hardware database (60-sensor.hwdb) and iio-sensor-proxy.
    public var hwdbName: String {
        switch self {
        case .none: "normal"
        case .quarter: "right-up"
        case .half: "bottom-up"
        case .threeQuarters: "left-up"
        }
    }

    /// The turn of that ``hwdbName``, or nothing.
    public init?(hwdbName: String) {
        guard let match = Self.allCases.first(where: { $0.hwdbName == hwdbName }) else { return nil }
        self = match
    }

    /// The value of `wl_output.transform` that draws upright (wayland.xml, enum `transform`: 0 normal,
    /// 1 to 3 quarter turns counter-clockwise).
    public var wlOutputTransform: Int { rotation / 90 }

    /// The name of ``wlOutputTransform``, as wlr-randr and Hyprland's documentation write it: degrees
    /// counter-clockwise.
    public var wlOutputName: String { self == .none ? "normal" : String(rotation) }

    /// The word for sway's command `output NAME transform`, and in its IPC: degrees *clockwise*, the
    /// other way than wl_output (sway-output(5)).
    public var swayTransform: String { self == .none ? "normal" : String(degrees) }

    /// The word for `xrandr --output NAME --rotate`: the side to which the top of the picture goes
    /// (xrandr(1)).
    public var xrandrWord: String {
        switch self {
        case .none: "normal"
        case .quarter: "right"
        case .half: "inverted"
        case .threeQuarters: "left"
        }
    }

    /// The value for /sys/class/graphics/fbcon/rotate_all: quarter turns clockwise (the kernel's
    /// Documentation/fb/fbcon.rst).
    public var fbconValue: Int { degrees / 90 }

    /// The upper two rows of libinput's calibration matrix, row by row, in parts of the touch panel's
    /// size (libinput, `LIBINPUT_CALIBRATION_MATRIX`); X's "Coordinate Transformation Matrix" has the
    /// third row 0 0 1 besides.
    ///
    /// For X11 and for bare libinput. Compositors that map the touch panel to its output turn it
    /// themselves.
    public var touchMatrix: [Int] {
        switch self {
        case .none: [1, 0, 0, 0, 1, 0]
        case .quarter: [0, 1, 0, -1, 0, 1]
        case .half: [-1, 0, 1, 0, -1, 1]
        case .threeQuarters: [0, -1, 1, 1, 0, 0]
        }
    }
}
