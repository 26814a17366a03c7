internal import OrientationCore

/// From what the sensor says to the device frame: scale and offset of each axis, then the frame.
///
/// Numbers alone, without arrays: it is copied for each sample.
struct SensorConversion: Equatable, Sendable {
    private let scales: Vector
    private let offsets: Vector
    /// From scaled sensor axes to the device frame.
    var frame: DeviceFrame

    init(axes: [SensorAxis], frame: DeviceFrame) {
        self.init(scale: axes.map(\.scale), offset: axes.map(\.offset), frame: frame)
    }

    /// - Parameters:
    ///   - scale: Of x, y and z, three numbers. `offset` likewise.
    init(scale: [Double], offset: [Double], frame: DeviceFrame) {
        scales = Vector(x: scale[0], y: scale[1], z: scale[2])
        offsets = Vector(x: offset[0], y: offset[1], z: offset[2])
        self.frame = frame
    }

    /// Metres per second squared for each raw step: x, y, z.
    var scale: [Double] { [scales.x, scales.y, scales.z] }

    /// Raw steps added before scaling: x, y, z.
    var offset: [Double] { [offsets.x, offsets.y, offsets.z] }

    /// (raw + offset) · scale of one axis: 0 is x, 1 is y, 2 is z.
    func scaled(_ raw: Int64, axis: Int) -> Double {
        switch axis {
        case 0: (Double(raw) + offsets.x) * scales.x
        case 1: (Double(raw) + offsets.y) * scales.y
        default: (Double(raw) + offsets.z) * scales.z
        }
    }

    /// All axes scaled, and turned into the device frame.
    func acceleration(_ raw: RawReading) -> Acceleration {
        frame.acceleration(
            x: scaled(raw.x, axis: 0), y: scaled(raw.y, axis: 1), z: scaled(raw.z, axis: 2))
    }

    /// The axis on which gravity acts most.
    func dominantAxis(of raw: RawReading) -> Int {
        let sizes = [raw.x, raw.y, raw.z].enumerated().map { abs(scaled($1, axis: $0)) }
        return (0..<3).max { sizes[$0] < sizes[$1] } ?? 2
    }

    /// Whether a value of one axis is as near to that of a reading as those of a device at rest are.
    func isSame(_ value: Int64, as expected: RawReading, on axis: Int) -> Bool {
        let before = scaled([expected.x, expected.y, expected.z][axis], axis: axis)
        let difference = scaled(value, axis: axis) - before
        return difference * difference <= PollingPace.sameness
    }

    /// The measurement in the device frame.
    ///
    /// - Parameter time: In nanoseconds of `CLOCK_BOOTTIME`.
    func sample(_ raw: RawReading, at time: Int64) -> SensorSample {
        SensorSample(nanoseconds: time, raw: raw, acceleration: acceleration(raw))
    }
}

extension RawReading {
    /// Whether all axes say nothing. Hubs that sleep or failed answer so, with success.
    var isNoData: Bool { x == 0 && y == 0 && z == 0 }
}

extension Acceleration {
    /// Whether no device that is held or lies still reads so: above 2 g or below 0.3 g.
    var isOutOfRange: Bool {
        let square = x * x + y * y + z * z
        let (low, high) = (0.3 * Acceleration.standardGravity, 2 * Acceleration.standardGravity)
        return square < low * low || square > high * high
    }

    /// How far two accelerations are apart, squared, in m²/s⁴.
    func squaredDistance(to other: Acceleration) -> Double {
        let (dx, dy, dz) = (x - other.x, y - other.y, z - other.z)
        return dx * dx + dy * dy + dz * dz
    }
}
