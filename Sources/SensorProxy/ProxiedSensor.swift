public import DBus

/// What programs can claim.
public enum ProxiedSensor: CaseIterable, Hashable, Sendable {
    /// Which side is up.
    case accelerometer
    /// The light in the room.
    case light
    /// Whether something is near the display.
    case proximity
    /// There is never one: nothing here reads it.
    case compass
}

/// A property of `net.hadess.SensorProxy`, or of its interface for compasses, with its value.
public struct ProxyProperty: Equatable, Sendable {
    /// Its name on the bus.
    public var name: String
    /// Its value.
    public var value: BusValue

    /// Makes a property.
    public init(_ name: String, _ value: BusValue) {
        self.name = name
        self.value = value
    }
}

extension ProxiedSensor {
    /// The property that says whether there is such a sensor.
    var presenceProperty: String {
        switch self {
        case .accelerometer: "HasAccelerometer"
        case .light: "HasAmbientLight"
        case .proximity: "HasProximity"
        case .compass: "HasCompass"
        }
    }

    /// What its other properties are while nothing is known. The values are those of iio-sensor-proxy 3.0,
    /// and for the heading what its documentation gives for "unknown".
    var unknownReadings: [ProxyProperty] {
        switch self {
        case .accelerometer: SideUp.undefined.properties
        case .light: Self.lightReadings(lux: 0)
        case .proximity: Self.proximityReadings(isNear: false)
        case .compass: [ProxyProperty("CompassHeading", .number(-1))]
        }
    }

    /// What the method names end in, behind `Claim` and `Release`.
    var methodName: String {
        switch self {
        case .accelerometer: "Accelerometer"
        case .light: "Light"
        case .proximity: "Proximity"
        case .compass: "Compass"
        }
    }

    static func lightReadings(lux: Double) -> [ProxyProperty] {
        [ProxyProperty("LightLevelUnit", .text("lux")), ProxyProperty("LightLevel", .number(lux))]
    }

    static func proximityReadings(isNear: Bool) -> [ProxyProperty] {
        [ProxyProperty("ProximityNear", .truth(isNear))]
    }
}
