internal import OrientationCore
internal import OrientationProtocol

/// One client that follows the state, with a policy of its own.
///
/// It holds what the client is to be told next, and never a queue: states that were not read are
/// replaced, and ``sequence`` shows how many there were.
struct Subscription {
    /// The name by which the client's policy is replaced from another connection.
    let name: String
    /// The user that subscribed.
    let user: UInt32
    /// The client's policy, and what it shows.
    private(set) var resolver: OrientationResolver
    /// The number of the newest state, from 1.
    private(set) var sequence = 1
    /// When the newest state came about.
    private(set) var timestamp: Duration
    private var isUnread = true
    private var isNews = true
    private var isKnownByName = false
    private var change = UnreadChange()

    /// Begins with the state as it is.
    ///
    /// - Throws: Why the policy is refused.
    init(
        name: String, user: UInt32, policy: Policy, machine: Machine, at time: Duration
    ) throws(PolicyError) {
        self.name = name
        self.user = user
        resolver = try OrientationResolver(policy: policy, machine: machine)
        timestamp = time
    }

    /// Decides anew after a change of the machine.
    ///
    /// - Parameter alwaysTells: Whether the change shows in the state even if the client's interface
    ///   stays as it is.
    mutating func machineChanged(
        _ machine: Machine, cause: Cause, alwaysTells: Bool, at time: Duration
    ) {
        let resolution = resolver.machineChanged(machine, cause: cause)
        if alwaysTells || resolution != nil { note(cause, resolution, at: time) }
    }

    /// Replaces the policy.
    ///
    /// - Throws: Why it is refused; nothing has changed then.
    mutating func update(
        policy: Policy, transition: Transition, machine: Machine, at time: Duration
    ) throws(PolicyError) {
        if let resolution = try resolver.update(policy: policy, transition: transition, machine: machine) {
            note(transition.cause, resolution, at: time)
        }
    }

    /// Notes a change that every client is told.
    mutating func told(_ cause: Cause, at time: Duration) { note(cause, nil, at: time) }

    /// The newest state, as the client would read it now.
    func state(of common: CommonState) -> OrientationState {
        OrientationState(
            sequence: sequence, common: common, timestamp: timestamp, resolution: resolver.resolution,
            cause: change.cause, turned: change.turned(to: resolver.resolution.rotation))
    }

    /// Takes the newest state for the client to read; nothing if it has read that already.
    ///
    /// - Returns: The state and, the first time, the ``name``.
    mutating func read(_ common: CommonState) -> (state: OrientationState, name: String?)? {
        guard isUnread else { return nil }
        let name = isKnownByName ? nil : name
        let state = state(of: common)
        isUnread = false
        isKnownByName = true
        change.read(rotation: state.rotation)
        return (state, name)
    }

    /// Whether there is a newer state than when this was last asked.
    mutating func takeNews() -> Bool {
        defer { isNews = false }
        return isNews
    }

    private mutating func note(_ cause: Cause, _ resolution: Resolution?, at time: Duration) {
        sequence += 1
        timestamp = time
        isUnread = true
        isNews = true
        change.note(cause, turned: resolution?.turned != nil)
    }
}

/// What is the same in the state of every client.
struct CommonState: Equatable {
    /// The id of the sensor in use.
    var sensor: String?
    /// Whether it works.
    var sensorStatus: SensorStatus
    /// How the device is held.
    var deviceOrientation: DeviceOrientation
    /// The user's lock: the interface orientation that it holds.
    var lock: InterfaceOrientation?
    /// Pad or phone.
    var kind: DeviceKind
}

extension OrientationState {
    /// Puts the state of one client together.
    init(
        sequence: Int, common: CommonState, timestamp: Duration, resolution: Resolution, cause: Cause,
        turned: Int?
    ) {
        self.init(
            sequence: sequence, timestamp: timestamp, sensorStatus: common.sensorStatus,
            sensor: common.sensor, deviceOrientation: common.deviceOrientation,
            interfaceOrientation: resolution.orientation, supported: resolution.supported,
            allowed: resolution.allowed, kind: common.kind, cause: cause, turned: turned,
            rotation: resolution.rotation, rotationLock: RotationLock(common.lock))
    }
}
