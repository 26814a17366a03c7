public import JSON
public import OrientationCore
public import Varlink

/// What a method answers with.
public typealias ReplyParameters = JSONEncodable & FieldDecodable

/// The answer of `GetState`, `Subscribe` and `UpdatePolicy`.
public struct StateReply: ReplyParameters, Equatable, Sendable {
    /// The complete current state.
    public var state: OrientationState
    /// The name of the subscription, in the first reply of `Subscribe` only.
    public var subscription: String?

    /// Makes an answer.
    public init(state: OrientationState, subscription: String? = nil) {
        self.state = state
        self.subscription = subscription
    }

    /// Appends the parameters as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("state", state)
        writer.member("subscription", subscription)
        writer.endObject()
    }

    /// Takes an object.
    public init(_ field: Field) throws(FieldError) {
        var members = try field.members()
        state = try members.required("state")
        subscription = try members.optional("subscription")
        try members.end()
    }
}

/// The answer of `SetRotationLock`.
public struct RotationLockReply: ReplyParameters, Equatable, Sendable {
    /// The lock as it stands now.
    public var rotationLock: RotationLock

    /// Makes an answer.
    public init(rotationLock: RotationLock) { self.rotationLock = rotationLock }

    /// Appends the parameters as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("rotationLock", rotationLock)
        writer.endObject()
    }

    /// Takes an object.
    public init(_ field: Field) throws(FieldError) {
        var members = try field.members()
        rotationLock = try members.required("rotationLock")
        try members.end()
    }
}

/// The answer of `ListSensors`.
public struct SensorsReply: ReplyParameters, Equatable, Sendable {
    /// All accelerometers, also those that are not used.
    public var sensors: [Sensor]
    /// The way up that the casing was built for.
    public var naturalOrientation: InterfaceOrientation
    /// How the panel is mounted in the casing.
    public var panelOrientation: PanelOrientation
    /// Where these two are from, for people.
    public var orientationReason: String

    /// Makes an answer.
    public init(
        sensors: [Sensor], naturalOrientation: InterfaceOrientation, panelOrientation: PanelOrientation,
        orientationReason: String
    ) {
        self.sensors = sensors
        self.naturalOrientation = naturalOrientation
        self.panelOrientation = panelOrientation
        self.orientationReason = orientationReason
    }

    /// Appends the parameters as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("sensors", sensors)
        writer.member("naturalOrientation", naturalOrientation)
        writer.member("panelOrientation", panelOrientation.degrees)
        writer.member("orientationReason", orientationReason)
        writer.endObject()
    }

    /// Takes an object.
    public init(_ field: Field) throws(FieldError) {
        var members = try field.members()
        sensors = try members.required("sensors")
        naturalOrientation = try members.required("naturalOrientation")
        let degrees: Int = try members.required("panelOrientation")
        guard let panel = PanelOrientation.allCases.first(where: { $0.degrees == degrees }) else {
            throw FieldError(
                field: members.path(to: "panelOrientation"), problem: "must be 0, 90, 180 or 270")
        }
        panelOrientation = panel
        orientationReason = try members.required("orientationReason")
        try members.end()
    }
}

/// An answer of `StreamSamples`.
public struct SamplesReply: ReplyParameters, Equatable, Sendable {
    /// How many samples an answer holds at most.
    public static let maximumSamples = 64

    /// The sensor while streaming, in the first reply and when it has changed.
    public var sensor: Sensor?
    /// Samples since the previous reply, oldest first.
    public var samples: [Sample]
    /// How many samples were lost between the previous reply and this one.
    public var dropped: Int
    /// The device orientation after hysteresis, as of the last of these samples; nothing if the sensor
    /// is not the selected one.
    public var deviceOrientation: DeviceOrientation?

    /// Makes an answer.
    public init(
        sensor: Sensor? = nil, samples: [Sample], dropped: Int, deviceOrientation: DeviceOrientation? = nil
    ) {
        self.sensor = sensor
        self.samples = samples
        self.dropped = dropped
        self.deviceOrientation = deviceOrientation
    }

    /// Appends the parameters as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("sensor", sensor)
        writer.member("samples", samples)
        writer.member("dropped", dropped)
        writer.member("deviceOrientation", deviceOrientation)
        writer.endObject()
    }

    /// Takes an object.
    public init(_ field: Field) throws(FieldError) {
        var members = try field.members()
        sensor = try members.optional("sensor")
        samples = try members.required("samples")
        dropped = try members.required("dropped")
        deviceOrientation = try members.optional("deviceOrientation")
        try members.end()
    }
}

/// The answer of `SetSessionMask`: nothing.
public struct EmptyReply: ReplyParameters, Equatable, Sendable {
    /// Makes an answer.
    public init() {}

    /// Appends an object without members.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.endObject()
    }

    /// Takes an object.
    public init(_ field: Field) throws(FieldError) { try field.members().end() }
}
