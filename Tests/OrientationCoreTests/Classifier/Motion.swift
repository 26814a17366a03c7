import Glibc
import OrientationCore
import OrientationTestSupport

/// A device that is held and moved, as a sensor sees it: attitudes one after the other, made into samples
/// of the device frame.
struct Motion {
    /// A moment: what is measured, and when.
    struct Sample {
        let time: Duration
        let acceleration: Acceleration
    }

    /// How the device is held. `roll` is the angle of up in the plane of the display, 0 for portrait and
    /// 90 for landscapeLeft; `elevation` that of the display's normal, 0 upright and 90 face up. Degrees.
    struct Attitude: Equatable {
        var roll: Double
        var elevation: Double

        /// Specific force at rest, in m/s².
        var acceleration: Acceleration {
            let (r, e) = (roll * .pi / 180, elevation * .pi / 180)
            let g = Acceleration.standardGravity
            return Acceleration(x: g * cos(e) * sin(r), y: g * cos(e) * cos(r), z: g * sin(e))
        }
    }

    private struct Leg {
        let end: Double
        let from: Attitude
        let to: Attitude
        let start: Double
    }

    private var legs: [Leg] = []
    private var attitude: Attitude
    /// Seconds so far.
    private(set) var duration = 0.0

    init(roll: Double = 0, elevation: Double = 0) {
        attitude = Attitude(roll: roll, elevation: elevation)
    }

    /// Holds the device as it is.
    func held(_ seconds: Double) -> Motion { moved(to: attitude, in: seconds) }

    /// Turns it evenly to another attitude.
    func turned(roll: Double? = nil, elevation: Double? = nil, in seconds: Double) -> Motion {
        moved(
            to: Attitude(roll: roll ?? attitude.roll, elevation: elevation ?? attitude.elevation),
            in: seconds)
    }

    private func moved(to new: Attitude, in seconds: Double) -> Motion {
        var motion = self
        motion.legs.append(Leg(end: duration + seconds, from: attitude, to: new, start: duration))
        motion.attitude = new
        motion.duration += seconds
        return motion
    }

    /// The attitude after so many seconds.
    func attitude(at time: Double) -> Attitude {
        guard let leg = legs.first(where: { time < $0.end }) else { return attitude }
        let share = (time - leg.start) / (leg.end - leg.start)
        return Attitude(
            roll: leg.from.roll + share * (leg.to.roll - leg.from.roll),
            elevation: leg.from.elevation + share * (leg.to.elevation - leg.from.elevation))
    }

    /// What a sensor measures from time 0 on.
    ///
    /// - Parameters:
    ///   - rate: Samples a second.
    ///   - phase: When the first one is taken, in seconds.
    ///   - disturbance: What comes on top of gravity at a time.
    func samples(
        rate: Double = 100, phase: Double = 0,
        disturbance: (Double) -> Acceleration = { _ in Acceleration(x: 0, y: 0, z: 0) }
    ) -> [Sample] {
        (0..<Int((duration - phase) * rate)).map { index in
            let time = phase + Double(index) / rate
            let gravity = attitude(at: time).acceleration
            let other = disturbance(time)
            return Sample(
                time: .seconds(time),
                acceleration: Acceleration(
                    x: gravity.x + other.x, y: gravity.y + other.y, z: gravity.z + other.z))
        }
    }
}

/// Postures of a device at rest that tests often start from.
extension Acceleration {
    static let upright = Acceleration(x: 0, y: standardGravity, z: 0)
    static let onLeftEdge = Acceleration(x: standardGravity, y: 0, z: 0)
    static let onBack = Acceleration(x: 0, y: 0, z: standardGravity)
}

extension OrientationClassifier {
    /// Takes the same acceleration again and again: from a time on, for so long, every so often; all in
    /// milliseconds. The end is left out.
    mutating func take(
        _ acceleration: Acceleration, from start: Int, until end: Int, every period: Int = 10
    ) {
        for time in stride(from: start, to: end, by: period) {
            classify(acceleration, at: .milliseconds(time))
        }
    }

    /// Takes all samples.
    /// - Returns: The orientations that came into force, in order.
    mutating func changes(_ samples: [Motion.Sample]) -> [DeviceOrientation] {
        timedChanges(samples).map(\.orientation)
    }

    /// Takes all samples.
    /// - Returns: The orientations that came into force, each with its time in seconds.
    mutating func timedChanges(
        _ samples: [Motion.Sample]
    ) -> [(time: Double, orientation: DeviceOrientation)] {
        var changes: [(time: Double, orientation: DeviceOrientation)] = []
        for sample in samples {
            let before = orientation
            if classify(sample.acceleration, at: sample.time) != before {
                changes.append((sample.time / .seconds(1), orientation))
            }
        }
        return changes
    }
}

extension SeededRandomness {
    /// White noise on three axes.
    mutating func noise(sigma: Double) -> Acceleration {
        Acceleration(
            x: gaussian(deviation: sigma), y: gaussian(deviation: sigma), z: gaussian(deviation: sigma))
    }
}
