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
    /// Whether the client has not read the newest state.
    private(set) var isUnread = true
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
    mutating func machineChanged(by change: inout MachineChange, alwaysTells: Bool, at time: Duration) {
        let isNoticed = resolver.machineChanged(by: &change)
        if isNoticed || alwaysTells {
            note(change.cause, turned: isNoticed && resolver.resolution.turned != nil, at: time)
        }
    }

    /// Replaces the policy.
    ///
    /// - Throws: Why it is refused; nothing has changed then.
    mutating func update(
        policy: Policy, transition: Transition, machine: Machine, at time: Duration
    ) throws(PolicyError) {
        if let resolution = try resolver.update(policy: policy, transition: transition, machine: machine) {
            note(transition.cause, turned: resolution.turned != nil, at: time)
        }
    }

    /// Notes a change that every client is told.
    mutating func told(_ cause: Cause, at time: Duration) { note(cause, turned: false, at: time) }

    /// The newest state, as the client would read it now.
    func state(of common: CommonState) -> OrientationState {
        OrientationState(
            sequence: sequence, common: common, timestamp: timestamp, resolution: resolver.resolution,
            cause: change.cause, turned: change.turned(to: resolver.resolution.rotation))
    }

    /// Takes the newest state for the client to read; nothing if it has read that already.
    ///
    /// - Parameters:
    ///   - common: What is the same for every client.
    ///   - shared: What the last client was told, to be told again if this one has to be told the same.
    ///     Nothing if that had something else in common.
    mutating func read(_ common: CommonState, sharing shared: inout SharedState?) -> Reading? {
        guard isUnread else { return nil }
        isUnread = false
        let name = isKnownByName ? nil : name
        isKnownByName = true
        defer { change.read(rotation: resolver.resolution.rotation) }
        if let shared, isTold(by: shared) {
            return Reading(shared: shared, sequence: sequence, name: name)
        }
        let new = SharedState(state(of: common))
        shared = new
        return Reading(shared: new, sequence: sequence, name: name)
    }

    /// Whether a state is this client's, apart from its number and from what is the same for every client.
    private func isTold(by shared: SharedState) -> Bool {
        shared.state.timestamp == timestamp && shared.state.cause == change.cause
            && shared.state.interfaceOrientation == resolver.resolution.orientation
            && shared.state.supported == resolver.resolution.supported
            && shared.state.rotation == resolver.resolution.rotation
            && shared.state.turned == change.turned(to: resolver.resolution.rotation)
            && shared.state.allowed == resolver.resolution.allowed
    }

    private mutating func note(_ cause: Cause, turned: Bool, at time: Duration) {
        sequence += 1
        timestamp = time
        isUnread = true
        change.note(cause, turned: turned)
    }
}

/// A state that a client reads.
struct Reading {
    /// The state, without its number.
    let shared: SharedState
    /// The number of the state in the client's subscription.
    let sequence: Int
    /// The name of the subscription, the first time.
    let name: String?

    /// The state with its number.
    var state: OrientationState { shared.state(numbered: sequence) }
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

    /// Takes it from a machine and from what its sensor's session reported.
    init(_ machine: Machine, _ report: SensorSession.Report) {
        sensor = report.sensor
        sensorStatus = report.status
        deviceOrientation = machine.device
        lock = machine.lock
        kind = machine.kind
    }
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
