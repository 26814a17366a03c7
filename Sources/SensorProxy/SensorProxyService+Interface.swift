internal import DBus
internal import OrientationClient
internal import OrientationProtocol

/// The interfaces as iio-sensor-proxy 3.0 describes them, and `AccelerometerTilt` of later versions.
extension SensorProxyService {
    static let interface = BusInterface(
        name: name,
        properties: [
            ("HasAccelerometer", "b"), ("AccelerometerOrientation", "s"), ("AccelerometerTilt", "s"),
            ("HasAmbientLight", "b"), ("LightLevelUnit", "s"), ("LightLevel", "d"),
            ("HasProximity", "b"), ("ProximityNear", "b"),
        ],
        methods: methods(of: [.accelerometer, .light, .proximity]))

    static let compassInterface = BusInterface(
        name: name + ".Compass", properties: [("HasCompass", "b"), ("CompassHeading", "d")],
        methods: methods(of: [.compass]))

    private static func methods(of sensors: [ProxiedSensor]) -> [String] {
        sensors.flatMap { ["Claim" + $0.methodName, "Release" + $0.methodName] }
    }
}

extension SensorProxyService {
    /// Where the orientation service listens by default.
    public static let defaultSocketPath = OrientationSubscription.defaultSocketPath
    /// The version of the program.
    public static let version = OrientationInterface.productVersion
}
