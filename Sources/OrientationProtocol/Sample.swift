public import JSON
public import OrientationCore
public import Varlink

/// One measurement: `Sample` of the interface.
public struct Sample: Equatable, Sendable {
    /// When it was taken, since the zero of `CLOCK_BOOTTIME`.
    public var timestamp: Duration
    /// The numbers of the sensor, in steps, on the axes of the sensor: x, y, z.
    public var raw: [Int64]
    /// The same in m/s² in the device frame.
    public var acceleration: Acceleration
    /// What this sample alone looks like, before hysteresis.
    public var candidate: DeviceOrientation

    /// Makes a measurement.
    public init(timestamp: Duration, raw: [Int64], acceleration: Acceleration, candidate: DeviceOrientation) {
        self.timestamp = timestamp
        self.raw = raw
        self.acceleration = acceleration
        self.candidate = candidate
    }
}

extension Sample: JSONEncodable, FieldDecodable {
    /// Appends the measurement as an object.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("timestamp", timestamp.wireMicroseconds)
        writer.member("raw", raw)
        writer.member("acceleration", [acceleration.x, acceleration.y, acceleration.z])
        writer.member("candidate", candidate)
        writer.endObject()
    }

    /// Takes an object.
    public init(_ field: Field) throws(FieldError) {
        var members = try field.members()
        timestamp = .microseconds(try members.required("timestamp", as: Int.self))
        raw = try members.required("raw", as: [Int].self).map { Int64($0) }
        let axes: [Double] = try members.required("acceleration")
        guard axes.count == 3 else {
            throw FieldError(field: members.path(to: "acceleration"), problem: "must be three numbers")
        }
        acceleration = Acceleration(x: axes[0], y: axes[1], z: axes[2])
        candidate = try members.required("candidate")
        try members.end()
    }
}
