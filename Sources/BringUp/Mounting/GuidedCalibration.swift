internal import OrientationCore

/// Takes the readings of some postures, one after the other, each when the device has been held still.
///
/// Owns neither clock nor sensor. A value: samples and time come in, and ``state`` says what to show.
///
/// | what happens | what follows |
/// | --- | --- |
/// | a sample is far from the mean of those before it | the device moves; the mean begins anew |
/// | nothing like that for ``holdTime`` | the mean is the posture's reading, and the next posture's turn |
/// | the same, but it crept meanwhile | the mean begins anew |
/// | the mean is near the reading of an earlier posture | it is waited for the device to be turned |
/// | the first posture, and the device has not been moved | it is waited for that, for some seconds, or for ``accept()`` |
/// | ``accept()`` while it is held as for an earlier posture | that one was wrong, and is asked for again |
/// | ``askAgain(for:)`` | its reading is forgotten, the others are kept, and it is waited for the device to be moved |
///
/// The length of readings does not matter: sensors rest at anything from two thirds to four thirds of gravity.
public struct GuidedCalibration: Sendable {
    /// What is going on.
    public enum State: Equatable, Sendable {
        /// No sample has come yet.
        case waitingForSensor
        /// The device has not been moved since the start; it may not be held as asked yet.
        case waitingForMotion
        /// The device moves.
        case moving
        /// The device is held as it was for that earlier posture.
        case heldAs(Posture)
        /// The device is still; which share of the time has passed, from 0 to 1.
        case still(Double)
        /// All postures are done.
        case done
    }

    /// How long the device has to be still.
    public static let holdTime = Duration.milliseconds(1500)
    /// How far a sample may be from the mean of those before it while the device is still, in m/s²: more than
    /// the noise of the noisiest sensors and the steps of the coarsest, and nine degrees of a hand.
    private static let tolerance = 1.5
    /// How far the means of the first and of the second half may be apart, in m/s²: three degrees.
    private static let creep = 0.5
    /// How far readings of different postures are apart at the least, in degrees. A laptop that leans back
    /// halfway is 45 degrees from lying flat.
    private static let separation = 35.0
    /// By how much the device has to be turned to have been moved, in degrees.
    private static let motion = 20.0
    /// How long it may still be put down at first; the first sample may also be an old one.
    private static let settling = Duration.milliseconds(400)
    /// How long a device that is not moved is waited for: then it is held as asked, or will be missed later.
    private static let patience = Duration.seconds(8)

    /// The postures that are asked for, in order.
    public private(set) var postures: [Posture]
    /// The readings so far, in m/s² on the axes of the sensor.
    public private(set) var readings: [Posture: PostureReading] = [:]
    /// What to show.
    public private(set) var state = State.waitingForSensor
    /// The last sample.
    public private(set) var last: PostureReading?

    private var needsMotion: Bool
    /// How the device was held in the beginning.
    private var first: (sample: Vector, time: Duration)?
    private var stillSince: Duration?
    private var early = Mean()
    private var late = Mean()

    /// Begins.
    ///
    /// - Parameters:
    ///   - postures: What to ask for.
    ///   - needsMotion: Whether the device has to be moved, or ``accept()`` called, before the first posture
    ///     is taken: otherwise a device that lies on the desk would be taken for being held.
    public init(postures: [Posture], needsMotion: Bool) {
        self.postures = postures
        self.needsMotion = needsMotion
    }

    /// The posture that is asked for; nothing when all are done.
    public var current: Posture? { postures.first { readings[$0] == nil } }

    /// Takes a sample.
    ///
    /// - Parameters:
    ///   - x: Along the sensor's x axis, in m/s². `y` and `z` likewise.
    ///   - time: When it was taken, on the clock of ``advance(to:)``.
    public mutating func take(x: Double, y: Double, z: Double, at time: Duration) {
        let sample = Vector(x: x, y: y, z: z)
        guard sample.length > 0, sample.length.isFinite else { return }
        last = PostureReading(x: x, y: y, z: z)
        if let first, time - first.time > Self.settling {
            if sample.degrees(to: first.sample) > Self.motion { needsMotion = false }
        } else {
            first = (sample, first?.time ?? time)
        }
        if stillSince == nil || (sample - mean).length > Self.tolerance { beginAnew(at: time) }
        if share(at: time) < 0.5 { early.add(sample) } else { late.add(sample) }
        advance(to: time)
    }

    /// Takes note of the time. Sensors that report changes only say nothing while they lie still.
    public mutating func advance(to time: Duration) {
        guard let current else {
            state = .done
            return
        }
        guard let stillSince else { return }
        if needsMotion, time - stillSince >= Self.patience { needsMotion = false }
        if needsMotion {
            state = .waitingForMotion
            return
        }
        if let earlier = postures.first(where: { readings[$0]?.isNear(mean, Self.separation) ?? false }) {
            state = .heldAs(earlier)
            // What is still now was held for another posture; the time counts from when it is left.
            self.stillSince = time
            return
        }
        let share = share(at: time)
        guard share >= 1 else {
            state = share > 0.1 ? .still(share) : .moving
            return
        }
        if late.count > 0, (late.value - early.value).length > Self.creep {
            beginAnew(at: time)
            state = .moving
            return
        }
        readings[current] = PostureReading(x: mean.x, y: mean.y, z: mean.z)
        self.stillSince = nil
        state = self.current == nil ? .done : .moving
    }

    /// The device is held as asked, though it was not moved, or was held so before: then the reading counts
    /// for this posture, and the earlier one is asked for again.
    public mutating func accept() {
        needsMotion = false
        guard case .heldAs(let earlier) = state, let current else { return }
        readings[current] = PostureReading(x: mean.x, y: mean.y, z: mean.z)
        readings[earlier] = nil
        stillSince = nil
        state = .moving
    }

    /// Asks for further postures.
    public mutating func ask(for more: [Posture]) {
        postures += more.filter { !postures.contains($0) }
        if current != nil, state == .done { state = .moving }
    }

    /// Forgets the reading of one posture, and asks for it again once the device has been moved; it may still be
    /// held so as gave the wrong reading.
    public mutating func askAgain(for posture: Posture) {
        readings[posture] = nil
        needsMotion = true
        (first, stillSince) = (nil, nil)
        state = .waitingForMotion
    }

    /// Goes on without a posture.
    public mutating func leaveOut(_ posture: Posture) {
        postures.removeAll { $0 == posture }
        readings[posture] = nil
        stillSince = nil
        state = current == nil ? .done : .moving
    }

    /// Forgets the last reading, so that its posture is asked for again.
    public mutating func goBack() {
        guard let last = postures.last(where: { readings[$0] != nil }) else { return }
        readings[last] = nil
        stillSince = nil
        state = .moving
    }

    private func share(at time: Duration) -> Double {
        stillSince.map { (time - $0) / Self.holdTime } ?? 0
    }

    private mutating func beginAnew(at time: Duration) {
        stillSince = time
        (early, late) = (Mean(), Mean())
    }

    private var mean: Vector {
        let count = early.count + late.count
        return count > 0 ? (1 / count) * (early.sum + late.sum) : .zero
    }
}

/// The mean of vectors.
private struct Mean {
    private(set) var sum = Vector.zero
    private(set) var count = 0.0

    mutating func add(_ vector: Vector) {
        sum = sum + vector
        count += 1
    }

    var value: Vector { count > 0 ? (1 / count) * sum : .zero }
}

extension PostureReading {
    /// Whether it points within some degrees of a vector.
    fileprivate func isNear(_ other: Vector, _ degrees: Double) -> Bool {
        vector.map { $0.degrees(to: other) < degrees } ?? false
    }
}
