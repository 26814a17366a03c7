/// How often a sensor is to measure while its buffer is read.
///
/// A sensor that keeps still while it lies still, by a threshold of its own, may be fast: it wakes somebody
/// only while it is moved. Any other is as slow as will do.
struct BufferRate: Equatable, Sendable {
    /// The rate at which a turn is seen in full, in Hz.
    static let moving = 25.0

    /// The lowest rate that will do, in Hz.
    let lowest: Double
    /// Whether the sensor keeps still; nothing as long as that has not been tried.
    var keepsStill: Bool?
    /// Whether a buffer is open.
    var isInUse = false

    init(lowest: Double) { self.lowest = lowest }

    /// The rate to ask for, in Hz.
    var wanted: Double { keepsStill == true ? max(lowest, Self.moving) : lowest }
}
