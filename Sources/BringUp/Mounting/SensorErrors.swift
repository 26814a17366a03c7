internal import OrientationCore

/// What a sensor says wrongly by itself, as far as opposite postures tell: an error that stays where it is
/// when the device is turned over belongs to the sensor, one that turns belongs to the hand.
public struct SensorErrors: Equatable, Sendable {
    /// What each axis of the sensor says without any acceleration: x, y, z in the unit of the readings.
    /// Nothing for an axis that no pair of opposite postures tells of.
    public let bias: [Double?]
    /// By how much each axis of the sensor changes for 1 g, in the unit of the readings.
    public let gravity: [Double?]

    /// Nothing is known.
    static let unknown = SensorErrors(bias: [nil, nil, nil], gravity: [nil, nil, nil])

    init(bias: [Double?], gravity: [Double?]) {
        self.bias = bias
        self.gravity = gravity
    }

    /// Looks at each pair of opposite postures.
    ///
    /// - Parameters:
    ///   - readings: What the sensor said by posture.
    ///   - mounting: How its axes lie.
    init(_ readings: [Posture: PostureReading], mounting: SignedPermutation) {
        var bias: [Double?] = [nil, nil, nil]
        var gravity: [Double?] = [nil, nil, nil]
        for posture in Posture.allCases {
            let (axis, sign) = mounting.upAxis(in: posture)
            guard sign > 0, let up = readings[posture]?.axes[axis],
                let down = readings[posture.opposite]?.axes[axis]
            else { continue }
            bias[axis] = (up + down) / 2
            gravity[axis] = (up - down) / 2
        }
        self.init(bias: bias, gravity: gravity)
    }
}
