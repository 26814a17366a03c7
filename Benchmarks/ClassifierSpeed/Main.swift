internal import Glibc
internal import OrientationCore
internal import SystemCalls

/// Measures the classifier: nanoseconds for each sample at several rates.
///
///     ClassifierSpeed [SAMPLES]
///
/// The trace is a device in a hand: held, turned, laid flat, shaken and carried about, by turns, so
/// that every path of the classifier has work to do.
@main
struct ClassifierSpeed {
    static func main() {
        let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 1_000_000
        for rate in [10.0, 100, 400] {
            let trace = (0..<count).map { sample($0, rate: rate) }
            let period = Duration.nanoseconds(Int64(1e9 / rate))
            var best = Duration.seconds(1_000_000)
            var changes = 0
            for _ in 0..<5 {
                var classifier = OrientationClassifier()
                var time = Duration.seconds(1000)
                var last = DeviceOrientation.unknown
                changes = 0
                let start = KernelClock.monotonic.now
                for acceleration in trace {
                    time += period
                    let orientation = classifier.classify(acceleration, at: time)
                    if orientation != last { changes += 1 }
                    last = orientation
                }
                best = min(best, KernelClock.monotonic.now - start)
            }
            let nanoseconds = Int((best / .nanoseconds(count)).rounded())
            print("\(count) samples at \(Int(rate)) Hz: \(nanoseconds) ns a sample, \(changes) changes")
        }
    }

    /// What the sensor says at one moment, the same every time.
    private static func sample(_ index: Int, rate: Double) -> Acceleration {
        let time = Double(index) / rate
        // Every three seconds to the next posture, in half a second.
        let posture = (time / 3).rounded(.down)
        let turned = min(1, (time - 3 * posture) / 0.5)
        let roll = (posture + turned) * .pi / 2
        let elevation = 0.5 + 0.9 * sin(time * 0.4)
        // One minute in three it is walked with, one it is shaken.
        let motion = [0.0, 2.5, 9][Int(time / 60) % 3]
        let bounce = motion * sin(2 * .pi * 2.1 * time)
        let noise = 0.1 * (Double((index &* 2_654_435_761) & 0xFFFF) / 32768 - 1)
        let gravity = Acceleration.standardGravity + bounce
        return Acceleration(
            x: gravity * cos(elevation) * sin(roll) + noise,
            y: gravity * cos(elevation) * cos(roll) - noise,
            z: gravity * sin(elevation) + 0.5 * bounce + noise)
    }
}
