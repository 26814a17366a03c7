public import JSON
public import OrientationCore
public import Varlink

/// Everything a client needs for showing its interface the right way up: `State` of the interface.
public struct OrientationState: Equatable, Sendable {
    /// Number of this state in its subscription, from 1; 0 outside of a subscription. A step of more
    /// than one means that states in between were replaced before they were read.
    public var sequence: Int
    /// When the state came about, since the zero of `CLOCK_BOOTTIME`.
    public var timestamp: Duration
    /// Whether the sensor behind this state works.
    public var sensorStatus: SensorStatus
    /// The id of the sensor in use.
    public var sensor: String?
    /// How the device is held, after hysteresis. Ignores policy and rotation lock.
    public var deviceOrientation: DeviceOrientation
    /// How to draw the interface.
    public var interfaceOrientation: InterfaceOrientation
    /// Whether the policy allows ``interfaceOrientation``.
    public var supported: Bool
    /// What could be shown now, best first.
    public var allowed: [InterfaceOrientation]
    /// Which kind of device this is.
    public var kind: DeviceKind
    /// Why this state differs from the one that was read before.
    public var cause: Cause
    /// Degrees by which the drawn content turned since the state that was read before, clockwise
    /// positive, in (−180, 180]. Nothing if it did not.
    public var turned: Int?
    /// Degrees by which the panel is turned clockwise to suit ``interfaceOrientation``: 0, 90, 180, 270.
    public var rotation: Int
    /// The rotation lock as it stands.
    public var rotationLock: RotationLock

    /// Makes a state.
    public init(
        sequence: Int, timestamp: Duration, sensorStatus: SensorStatus, sensor: String?,
        deviceOrientation: DeviceOrientation, interfaceOrientation: InterfaceOrientation, supported: Bool,
        allowed: [InterfaceOrientation], kind: DeviceKind, cause: Cause, turned: Int?, rotation: Int,
        rotationLock: RotationLock
    ) {
        self.sequence = sequence
        self.timestamp = timestamp
        self.sensorStatus = sensorStatus
        self.sensor = sensor
        self.deviceOrientation = deviceOrientation
        self.interfaceOrientation = interfaceOrientation
        self.supported = supported
        self.allowed = allowed
        self.kind = kind
        self.cause = cause
        self.turned = turned
        self.rotation = rotation
        self.rotationLock = rotationLock
    }
}

extension OrientationState: JSONEncodable, FieldDecodable {
    /// Appends the state as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("sequence", sequence)
        writer.member("timestamp", timestamp.wireMicroseconds)
        writer.member("sensorStatus", sensorStatus)
        writer.member("sensor", sensor)
        writer.member("deviceOrientation", deviceOrientation)
        writer.member("interfaceOrientation", interfaceOrientation)
        writer.member("supported", supported)
        writer.member("allowed", allowed)
        writer.member("kind", kind)
        writer.member("cause", cause)
        writer.member("turned", turned)
        writer.member("rotation", rotation)
        writer.member("rotationLock", rotationLock)
        writer.endObject()
    }

    /// Takes an object.
    public init(_ field: Field) throws(FieldError) {
        var members = try field.members()
        sequence = try members.required("sequence")
        timestamp = .microseconds(try members.required("timestamp", as: Int.self))
        sensorStatus = try members.required("sensorStatus")
        sensor = try members.optional("sensor")
        deviceOrientation = try members.required("deviceOrientation")
        interfaceOrientation = try members.required("interfaceOrientation")
        supported = try members.required("supported")
        allowed = try members.required("allowed")
        kind = try members.required("kind")
        cause = try members.required("cause")
        turned = try members.optional("turned")
        rotation = try members.required("rotation")
        rotationLock = try members.required("rotationLock")
        try members.end()
    }
}

/// Whether the device orientation of a state can be believed right now.
public enum SensorStatus: String, CaseIterable, Sendable {
    /// Nobody subscribes, so the sensor is off and the state is an old one.
    case idle
    /// The sensor is being powered up, no usable measurement so far.
    case starting
    /// Measurements arrive.
    case ready
    /// Measurements arrive, but some are unusable, or by a fall-back.
    case degraded
    /// The sensor is enabled and says nothing, or only zeros.
    case stalled
    /// The machine has just woken up, no measurement since.
    case suspended
    /// There is no usable accelerometer; one may still be plugged in.
    case absent
    /// There is a sensor, but it cannot be read.
    case failed

    /// Whether measurements arrive.
    public var isMeasuring: Bool { self == .ready || self == .degraded }
}

extension SensorStatus: JSONEncodable, FieldDecodable {
    /// Appends the name.
    public func write(to writer: inout JSONWriter) { rawValue.write(to: &writer) }

    /// Takes a name.
    public init(_ field: Field) throws(FieldError) {
        self = try field.choice(of: Self.allCases, by: \.rawValue)
    }
}

/// The rotation lock of the machine.
public struct RotationLock: Equatable, Sendable {
    /// The interface orientation that it holds. Nothing while the lock is not set.
    public var orientation: InterfaceOrientation?

    /// Whether the lock is set.
    public var locked: Bool { orientation != nil }

    /// Makes a lock that holds an orientation, or one that is not set.
    public init(_ orientation: InterfaceOrientation?) { self.orientation = orientation }
}

extension RotationLock: JSONEncodable, FieldDecodable {
    /// Appends the lock as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("locked", locked)
        writer.member("orientation", orientation)
        writer.endObject()
    }

    /// Takes an object.
    public init(_ field: Field) throws(FieldError) {
        var members = try field.members()
        let locked: Bool = try members.required("locked")
        orientation = locked ? try members.required("orientation") : nil
        try members.end()
    }
}
