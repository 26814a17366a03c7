internal import OrientationCore
internal import OrientationProtocol

/// What the machine is like, and what each client has to be told of it. Values in, values out: neither
/// clock, nor sensor, nor socket.
struct StateBoard {
    /// Names a subscription within this program: the number of its client.
    typealias Key = Int

    /// The machine's build, how it is held, and what holds it.
    private(set) var machine: Machine
    /// The sensor behind the state.
    private(set) var sensor: SensorSession.Report
    /// When the state last changed.
    private(set) var timestamp: Duration
    /// What is the same for every client.
    private(set) var common: CommonState
    private var subscriptions: [Key: Subscription] = [:]
    /// What a client was told last.
    private var shared: SharedState?
    private var masks = SessionMasks<Key>()
    /// The subscriptions that have a newer state than they have read, and were not told of yet.
    private var news: [Key] = []

    /// Begins with a machine of which nothing is measured yet.
    init(machine: Machine, at time: Duration) {
        self.machine = machine
        sensor = SensorSession.Report(sensor: nil, status: .absent, orientation: .unknown)
        common = CommonState(machine, sensor)
        timestamp = time
    }

    /// How many subscriptions there are.
    var count: Int { subscriptions.count }

    // MARK: Clients

    /// The state of a client with that policy, at this moment, without a subscription. Numbered 0.
    ///
    /// - Throws: Why the policy is refused.
    func state(for policy: Policy) throws(PolicyError) -> OrientationState {
        let resolver = try OrientationResolver(policy: policy, machine: machine)
        return OrientationState(
            sequence: 0, common: common, timestamp: timestamp, resolution: resolver.resolution,
            cause: .launch, turned: nil)
    }

    /// Adds a client.
    ///
    /// - Parameter name: By which its policy is replaced; unique and not to be guessed.
    /// - Throws: Why the policy is refused.
    mutating func subscribe(
        _ key: Key, name: String, user: UInt32, policy: Policy, at time: Duration
    ) throws(PolicyError) {
        subscriptions[key] = try Subscription(
            name: name, user: user, policy: policy, machine: machine, at: time)
        news.append(key)
    }

    /// Forgets a client, with its policy.
    mutating func unsubscribe(_ key: Key) { subscriptions[key] = nil }

    /// Takes the newest state for a client to read; nothing if it has read that already.
    mutating func read(_ key: Key) -> Reading? {
        // By its place, where it is changed without being moved.
        guard let place = subscriptions.index(forKey: key) else { return nil }
        return subscriptions.values[place].read(common, sharing: &shared)
    }

    /// The subscriptions that have a newer state than they have read, each of which is told once until it
    /// has read it.
    ///
    /// - Returns: In the order in which they began, which is mostly that of their memory.
    mutating func takeNews() -> [Key] {
        defer { news = [] }
        return news.sorted()
    }

    /// The subscription of that name, if it belongs to the user.
    func key(named name: String, of user: UInt32) -> Key? {
        subscriptions.first { $0.value.name == name && $0.value.user == user }?.key
    }

    /// Replaces the policy of a client.
    ///
    /// - Returns: The client's new state, which its stream is told as well if it differs.
    /// - Throws: Why the policy is refused; the one before stays.
    mutating func update(
        _ key: Key, policy: Policy, transition: Transition, at time: Duration
    ) throws(PolicyError) -> OrientationState? {
        guard let place = subscriptions.index(forKey: key) else { return nil }
        try revise(place) { [machine] subscription throws(PolicyError) in
            try subscription.update(policy: policy, transition: transition, machine: machine, at: time)
        }
        return subscriptions.values[place].state(of: common)
    }

    // MARK: The machine

    /// Takes what the sensor's session reports.
    mutating func report(_ report: SensorSession.Report, at time: Duration) {
        let differs = report.sensor != sensor.sensor || report.status != sensor.status
        sensor = report
        change(cause: .device, tellsAll: differs, at: time) { $0.device = report.orientation }
    }

    /// Sets or clears the user's lock.
    mutating func lock(_ orientation: InterfaceOrientation?, at time: Duration) {
        change(cause: .lock, tellsAll: false, at: time) { $0.lock = orientation }
    }

    /// Holds the natural orientation for laptop posture or a closed lid, or lets it go.
    mutating func posture(holds: Bool, at time: Duration) {
        change(cause: .posture, tellsAll: false, at: time) {
            $0.postureHold = holds ? $0.naturalOrientation : nil
        }
    }

    /// Sets the session mask of a connection.
    ///
    /// - Parameter mask: Not empty.
    mutating func setMask(_ mask: InterfaceOrientationMask, of owner: Key, at time: Duration) {
        guard masks.set(mask, for: owner) else { return }
        masksChanged(at: time)
    }

    /// Takes the session mask of a connection back, if it set one.
    mutating func removeMask(of owner: Key, at time: Duration) {
        masks.remove(for: owner)
        masksChanged(at: time)
    }

    /// Takes what was configured anew, or what was found out about the machine's build.
    mutating func configure(at time: Duration, _ configure: (inout Machine) -> Void) {
        change(cause: .configuration, tellsAll: false, at: time) { machine in
            configure(&machine)
            if machine.postureHold != nil { machine.postureHold = machine.naturalOrientation }
        }
    }

    private mutating func masksChanged(at time: Duration) {
        let newest = masks.newest
        guard newest != machine.sessionMask else { return }
        change(cause: .session, tellsAll: false, at: time) { $0.sessionMask = newest }
    }

    /// Changes the machine and decides anew for each client.
    ///
    /// - Parameter tellsAll: Whether something has changed already that every client is told.
    private mutating func change(
        cause: Cause, tellsAll: Bool, at time: Duration, _ body: (inout Machine) -> Void
    ) {
        let before = (machine.device, machine.lock, machine.kind)
        var next = machine
        body(&next)
        let tellsAll = tellsAll || before != (next.device, next.lock, next.kind)
        guard tellsAll || next != machine else { return }
        let changed = next
        let machineDiffers = changed != machine
        machine = changed
        common = CommonState(machine, sensor)
        shared = nil
        timestamp = time
        var change = MachineChange(to: changed, cause: cause)
        var place = subscriptions.startIndex
        while place != subscriptions.endIndex {
            revise(place) { subscription in
                if machineDiffers {
                    subscription.machineChanged(by: &change, alwaysTells: tellsAll, at: time)
                } else {
                    subscription.told(cause, at: time)
                }
            }
            subscriptions.formIndex(after: &place)
        }
    }

    /// Changes a subscription, and notes if that makes news.
    private mutating func revise<Failure: Error>(
        _ place: Dictionary<Key, Subscription>.Index, _ body: (inout Subscription) throws(Failure) -> Void
    ) throws(Failure) {
        let wasUnread = subscriptions.values[place].isUnread
        try body(&subscriptions.values[place])
        if !wasUnread, subscriptions.values[place].isUnread { news.append(subscriptions.keys[place]) }
    }
}
