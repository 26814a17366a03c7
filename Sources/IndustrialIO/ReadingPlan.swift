internal import SystemCalls

/// Decides how a sensor is read: through its buffer where that works, by polling where it does not.
///
/// Pure: it is told what happened and when, and answers with what to do.
///
/// | phase | what happens | what is done | next |
/// | --- | --- | --- | --- |
/// | off | start, has a buffer | open | opening |
/// | off | start, has none | poll | polling |
/// | opening | opened | a look after 0.5 s, or 0.15 s if it reports changes only | listening |
/// | opening | refused (EBUSY, EIO, …) | poll; open again after 1, 2, 4 … 30 s | polling |
/// | opening | refused for good (EPERM, EACCES, EINVAL) | poll | polling |
/// | listening | a sample | – | listening |
/// | listening | quiet for 0.5 s at first; for 2, 3.5 and 6 s later | measure | listening |
/// | listening | the first measurement is there before the first sample of a sensor that reports changes only | provoke | listening |
/// | listening | all usable, and quiet is how this sensor says "unchanged" | watch, from 10 s on | listening |
/// | listening | a sample that looks different from the orientation in force, then nothing for 0.15 s | measure | listening |
/// | listening | two measurements in a row say nothing | tell silence | listening |
/// | listening | quiet for 3 s, and quiet is not how this sensor says "unchanged" | close | cycling |
/// | listening | somebody disabled the buffer | close | cycling |
/// | cycling | closed | open | opening, for the second time |
/// | listening, the second time | quiet for 0.5 s | poll, beside it if it says changes only, else close; open again later | polling |
/// | listening, the second time | quiet for 0.5 s, and the sensor cannot be polled | close; open again later | polling |
/// | listening | a measurement differs from the last report of a sensor that is quiet | poll beside it; open again later | polling |
/// | polling | time to try again | close what is open, open | opening, for the second time |
/// | polling beside an open buffer | a sample from the buffer | stop polling | listening |
///
/// A sensor with a threshold of its own (HID) is quiet while it lies still, once it has reported at all.
/// Only a measurement that differs from its last report then shows that the buffer is dead. It is quiet as
/// well right after a turn, when the classifier still needs a few samples to believe in it. One that has not
/// reported since it was opened, perhaps because it lies as it did when it was closed, is provoked once: if
/// nothing comes of that either, its buffer is taken for dead.
///
/// Of a slow sensor two of its periods are waited for rather than 0.5 s, and six rather than 2 or 3 s.
struct ReadingPlan: Equatable, Sendable {
    /// What is to be done.
    enum Action: Equatable, Sendable {
        /// Enable the buffer.
        case open
        /// Disable the buffer.
        case close
        /// Measure once, beside the buffer.
        case measure
        /// Have the sensor report anything at all for a moment, however little it changes.
        case provoke
        /// Measure so much later and then now and again, and tell only what is unusable or differs. Ends with
        /// the next sample from the buffer.
        case watch(after: Duration)
        /// Poll from now on.
        case poll
        /// Call ``timePassed(at:)`` so much later; replaces an earlier wish.
        case wake(after: Duration)
        /// Tell that there is nothing usable.
        case tellSilence
        /// Nothing will come any more.
        case tellEnd(SensorFailure)
    }

    enum Phase: Equatable, Sendable {
        case off
        case opening
        case listening
        case cycling
        case polling
    }

    /// What is going on.
    private(set) var phase = Phase.off
    /// Whether a buffer is open, even if the sensor is polled beside it.
    private(set) var hasOpenBuffer = false

    /// Whether samples come through the buffer, or are hoped to at first. Not while it is tried again.
    private(set) var trustsBuffer: Bool

    private let canBuffer: Bool
    private let canPoll: Bool
    private let reportsChangesOnly: Bool
    private let silenceTime: Duration
    /// How long an opened buffer may be quiet at first.
    private let firstLook: Duration

    /// Since when the buffer has been open.
    private var openedAt = Duration.zero
    /// The last usable sample, from the buffer.
    private var lastSample: Duration?
    /// Whether the buffer was opened anew because it was quiet.
    private var hasCycled = false
    /// Measurements since the last sample.
    private var measurements = 0
    private var failedMeasurements = 0
    private var measuringSince: Duration?
    /// Whether the sensor was provoked since the buffer was opened.
    private var hasProvoked = false
    /// How many more measurements may follow a report until the orientation is decided.
    private var followUps = 0
    /// Whether the reader's thread looks after the sensor, rather than the timer.
    private var isWatched = false
    private var hasToldSilence = false
    private var retryDelay = Duration.seconds(1)
    private var retryAt: Duration?

    /// - Parameters:
    ///   - canBuffer: Whether the sensor has a buffer that may be used.
    ///   - canPoll: Whether its axes can be read one by one.
    ///   - reportsChangesOnly: Whether it has a threshold below which it reports nothing.
    ///   - period: How far apart its samples are to be.
    init(canBuffer: Bool, canPoll: Bool, reportsChangesOnly: Bool, period: Duration) {
        self.canBuffer = canBuffer
        trustsBuffer = canBuffer
        self.canPoll = canPoll
        self.reportsChangesOnly = reportsChangesOnly
        silenceTime = max(.seconds(2), period * 6)
        firstLook = max(.milliseconds(500), period * 2)
    }
}

// MARK: What happens

extension ReadingPlan {
    /// The sensor is wanted.
    mutating func start() -> [Action] {
        if canBuffer {
            phase = .opening
            return [.open, .wake(after: Limits.silence)]
        }
        phase = .polling
        return [.poll]
    }

    /// The buffer is open.
    mutating func opened(at time: Duration) -> [Action] {
        phase = .listening
        (hasOpenBuffer, hasToldSilence) = (true, false)
        openedAt = time
        (lastSample, measuringSince) = (nil, nil)
        (failedMeasurements, isWatched, hasProvoked) = (0, false, false)
        // A sensor that reports changes only may never report how it lies at first.
        let asksAtOnce = reportsChangesOnly && canPoll
        (followUps, measurements) = asksAtOnce ? (Limits.followUps, 1) : (0, 0)
        return [.wake(after: asksAtOnce ? Limits.followUp : firstLook)]
    }

    /// The buffer could not be opened.
    mutating func notOpened(_ failure: SensorFailure, at time: Duration) -> [Action] {
        hasOpenBuffer = false
        if case .gone = failure { return [.tellEnd(failure)] }
        guard canPoll || failure.mayPass else {
            phase = .off
            return [.tellEnd(failure)]
        }
        return fallBack(retrying: failure.mayPass || !canPoll, at: time)
    }

    /// The buffer is closed.
    mutating func closed(at time: Duration) -> [Action] {
        hasOpenBuffer = false
        guard phase == .cycling else { return [] }
        phase = .opening
        return [.open]
    }

    /// Somebody else disabled the buffer: it is opened anew, unless they enabled it for themselves.
    mutating func disabled() -> [Action] {
        guard hasOpenBuffer, phase == .listening || phase == .polling else { return [] }
        return cycle()
    }

    /// A usable sample came through the buffer.
    ///
    /// - Parameter isSettled: Whether the orientation in force is what the sample looks like.
    mutating func sample(isSettled: Bool, at time: Duration) -> [Action] {
        lastSample = time
        followUps = isSettled || !reportsChangesOnly || !canPoll ? 0 : Limits.followUps
        (measurements, failedMeasurements) = (0, 0)
        (hasCycled, hasToldSilence, trustsBuffer) = (false, false, true)
        retryDelay = Limits.firstRetry
        let needsTimer = isWatched || followUps > 0
        isWatched = false
        guard phase == .polling else {
            return needsTimer ? [.wake(after: followUps > 0 ? Limits.followUp : Limits.look)] : []
        }
        // A command ends the polling; a measurement is the cheapest one, and is told like any other.
        phase = .listening
        measuringSince = time
        return [.measure, .wake(after: Limits.look)]
    }

    /// A sample came through the buffer that a measurement may have brought about, and that differs from
    /// the last one. It shows that the device was turned, and nothing about the buffer.
    mutating func echo(isSettled: Bool) -> [Action] {
        guard phase == .listening, !isSettled, reportsChangesOnly, canPoll, !isWatched else { return [] }
        followUps = Limits.followUps
        return [.wake(after: Limits.followUp)]
    }

    /// A measurement beside the buffer came back.
    ///
    /// - Parameters:
    ///   - isUsable: Whether it was one.
    ///   - differs: Whether it is far from the last sample that the buffer gave.
    ///   - isSettled: Whether the orientation in force is what the measurement looks like.
    mutating func measured(isUsable: Bool, differs: Bool, isSettled: Bool, at time: Duration) -> [Action] {
        (measuringSince, isWatched) = (nil, false)
        guard phase == .listening else { return [] }
        if isSettled { followUps = 0 }
        if isUsable {
            (failedMeasurements, hasToldSilence) = (0, false)
            let quiet = quietTime(at: time)
            if differs, quietIsNormal, quiet >= Limits.look { return fallBack(retrying: true, at: time) }
            if followUps > 0 { return [.wake(after: Limits.followUp)] }
            if reportsChangesOnly, lastSample == nil, !hasProvoked {
                hasProvoked = true
                return [.provoke, .wake(after: untilNextLook(at: time))]
            }
            guard quietIsNormal, measurements >= Limits.looks.count else {
                return [.wake(after: untilNextLook(at: time))]
            }
            isWatched = true
            return [.watch(after: max(.zero, Limits.watch - quiet))]
        }
        failedMeasurements += 1
        return failedMeasurements < 2 ? [.wake(after: Limits.secondLook)] : becomeSilent(at: time)
    }

    /// Polling has yielded nothing usable for long.
    mutating func pollingIsSilent(at time: Duration) -> [Action] {
        guard phase == .polling else { return [] }
        guard canBuffer, retryAt == nil else { return [.tellSilence] }
        return [.tellSilence] + scheduleRetry(at: time)
    }

    /// The wished-for time has come.
    mutating func timePassed(at time: Duration) -> [Action] {
        switch phase {
        case .off: return []
        case .opening, .cycling:
            // Opening or closing, or what went before on the thread, hangs.
            guard !hasToldSilence else { return [] }
            hasToldSilence = true
            return [.tellSilence]
        case .polling:
            guard let retryAt else { return [] }
            if time < retryAt { return [.wake(after: retryAt - time)] }
            self.retryAt = nil
            (hasCycled, hasToldSilence) = (true, false)
            if hasOpenBuffer { return cycle() }
            phase = .opening
            return [.open, .wake(after: Limits.look)]
        case .listening: return look(at: time)
        }
    }
}

// MARK: Listening

extension ReadingPlan {
    private enum Limits {
        static let followUp = Duration.milliseconds(150)
        static let followUps = 20
        static let secondLook = Duration.milliseconds(250)
        static let look = Duration.seconds(2)
        static let looks: [Duration] = [look, .milliseconds(3500), .seconds(6)]
        static let silence = Duration.seconds(3)
        static let watch = Duration.seconds(10)
        static let measurement = Duration.milliseconds(500)
        static let firstRetry = Duration.seconds(1)
        static let lastRetry = Duration.seconds(30)
    }

    /// Whether nothing coming is what is to be expected of a sensor that lies still.
    private var quietIsNormal: Bool { reportsChangesOnly && lastSample != nil }

    private func quietTime(at time: Duration) -> Duration { time - (lastSample ?? openedAt) }

    private mutating func look(at time: Duration) -> [Action] {
        if isWatched { return [] }
        let quiet = quietTime(at: time)
        if let measuringSince, time - measuringSince >= Limits.measurement, !hasToldSilence,
            quiet >= Limits.look
        {
            // The measurement hangs.
            return becomeSilent(at: time)
        }
        if !quietIsNormal {
            if hasCycled, quiet >= firstLook { return giveUpListening(at: time) }
            if quiet >= max(Limits.silence, silenceTime) { return giveUpListening(at: time) }
        }
        if followUps > 0, measuringSince == nil {
            // A little less than asked for, since the timer counts from when the loop woke up.
            if quiet < Limits.followUp * 0.8 { return [.wake(after: Limits.followUp - quiet)] }
            followUps -= 1
            measuringSince = time
            return [.measure, .wake(after: Limits.measurement)]
        }
        guard quiet >= nextLook else { return [.wake(after: untilNextLook(at: time))] }
        guard measuringSince == nil else { return [.wake(after: Limits.measurement)] }
        guard canPoll else {
            // Nothing else tells whether it lives.
            if quietIsNormal { return [] }
            measurements += 1
            return quiet >= silenceTime ? becomeSilent(at: time) : [.wake(after: untilNextLook(at: time))]
        }
        measurements += 1
        measuringSince = time
        return [.measure, .wake(after: Limits.measurement)]
    }

    /// After how much quiet the next measurement is due.
    private var nextLook: Duration {
        if failedMeasurements > 0 { return .zero }
        if lastSample == nil, measurements == 0 { return firstLook }
        let count = max(0, measurements - (lastSample == nil ? 1 : 0))
        return count < Limits.looks.count ? Limits.looks[count] : Limits.watch
    }

    private func untilNextLook(at time: Duration) -> Duration {
        let quiet = quietTime(at: time)
        var due = nextLook
        if !quietIsNormal {
            due = min(due, hasCycled ? firstLook : max(Limits.silence, silenceTime))
        }
        return max(.milliseconds(20), due - quiet)
    }

    private mutating func becomeSilent(at time: Duration) -> [Action] {
        failedMeasurements = 0
        guard quietTime(at: time) >= Limits.look else { return [.wake(after: untilNextLook(at: time))] }
        let tellings: [Action] = hasToldSilence ? [] : [.tellSilence]
        hasToldSilence = true
        return tellings
            + (quietIsNormal ? giveUpListening(at: time) : [.wake(after: untilNextLook(at: time))])
    }

    /// Opens the buffer anew. Nothing is measured meanwhile, which must not last.
    private mutating func cycle() -> [Action] {
        phase = .cycling
        return [.close, .wake(after: Limits.look)]
    }

    /// The buffer gives nothing: opened anew once, then given up for a while.
    private mutating func giveUpListening(at time: Duration) -> [Action] {
        if !hasCycled {
            hasCycled = true
            return cycle()
        }
        hasCycled = false
        if reportsChangesOnly, canPoll { return fallBack(retrying: true, at: time) }
        hasOpenBuffer = false
        return [.close] + fallBack(retrying: true, at: time)
    }
}

// MARK: Polling

extension ReadingPlan {
    private mutating func fallBack(retrying: Bool, at time: Duration) -> [Action] {
        phase = .polling
        trustsBuffer = !canPoll
        retryAt = nil
        let polling: [Action] = canPoll ? [.poll] : []
        return retrying ? polling + scheduleRetry(at: time) : polling
    }

    private mutating func scheduleRetry(at time: Duration) -> [Action] {
        retryAt = time + retryDelay
        defer { retryDelay = min(retryDelay * 2, Limits.lastRetry) }
        return [.wake(after: retryDelay)]
    }
}

extension SensorFailure {
    /// Whether trying again later may help without anybody changing anything.
    var mayPass: Bool {
        switch self {
        case .busy: true
        case .refused(let error): error.name != "EINVAL"
        case .noSuchSensor, .gone, .denied, .malformed, .unusable: false
        }
    }
}
