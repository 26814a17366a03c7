internal import DBus
internal import OrientationClient

/// How the device is held, in the words of `net.hadess.SensorProxy`: which side of the *panel* is up, and
/// how the display lies.
///
/// | device | `AccelerometerOrientation` | `AccelerometerTilt` |
/// | --- | --- | --- |
/// | a side is up | that side of the panel | vertical |
/// | faceUp | the last one | face-up |
/// | faceDown | the last one | face-down |
/// | unknown | the last one | undefined |
///
/// There is no last side before the first, nor after the sensor went.
struct SideUp: Equatable {
    /// The turn of the panel that the side stands for.
    private(set) var side: CounterclockwiseTurn?
    private var device = DeviceOrientation.unknown

    /// Nothing is known.
    static let undefined = SideUp()

    /// Takes a state. Neither rotation lock nor policies matter: desktops have locks of their own.
    mutating func take(_ state: OrientationState) {
        guard state.sensorStatus != .absent else { return self = .undefined }
        device = state.deviceOrientation
        if let panel = state.panelTurn { side = panel }
    }

    /// What is served.
    var properties: [ProxyProperty] {
        [
            ProxyProperty("AccelerometerOrientation", .text(side?.hwdbName ?? "undefined")),
            ProxyProperty("AccelerometerTilt", .text(tilt)),
        ]
    }

    private var tilt: String {
        switch device {
        case .portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight: "vertical"
        case .faceUp: "face-up"
        case .faceDown: "face-down"
        case .unknown: "undefined"
        }
    }
}

extension OrientationState {
    /// How far the panel is turned as the device is held, whatever is drawn on it; nothing while no side is
    /// up.
    ///
    /// ``rotation`` tells how the panel would be turned if ``interfaceOrientation`` were upright. How panel
    /// and casing lie to each other is the same for what is upright.
    var panelTurn: CounterclockwiseTurn? {
        guard let upright = deviceOrientation.interfaceOrientation,
            let shown = CounterclockwiseTurn(rotation: rotation)
        else { return nil }
        return shown - interfaceOrientation.turnFromPortrait + upright.turnFromPortrait
    }

    /// Whether it rests on a measurement.
    var isMeasured: Bool { sensorStatus.isMeasuring && deviceOrientation != .unknown }
}
