/// What the bus is served: who has claimed which sensor, what is known of each, and who is to be told.
///
/// Pure: it is told what happened, and answers with what to do, in order.
///
/// | what happened | what is done |
/// | --- | --- |
/// | the first claim of a sensor | it is started |
/// | a claim while nothing is measured yet | the answer waits for a measurement, or until patience is over |
/// | the same claim again | it is answered at once, as by iio-sensor-proxy |
/// | any other claim | the client is told the readings, and then answered |
/// | another reading | those who claimed the sensor are told, each by itself |
/// | the sensor comes or goes | everyone is told: who waits for one has claimed nothing |
/// | the last claim ends, by a release or by the end of the client | the sensor is stopped a while later |
///
/// A claim counts once for each client, however often it is made. It outlives the sensor. So nobody makes more
/// work than a client's worth of it: what is kept and sent grows with the clients, not with their calls.
struct ProxyState: Equatable {
    /// What is to be done.
    enum Action: Equatable {
        /// Read the sensor from now on.
        case start(ProxiedSensor)
        /// Read it no more.
        case stop(ProxiedSensor)
        /// Call ``restIsOver(_:)`` some time later.
        case rest(ProxiedSensor)
        /// Send the new values, to one client or else to everyone.
        case tell([ProxyProperty], to: String?)
        /// Answer the call of that number.
        case answer(Int)
        /// Call ``patienceIsOver(_:)`` some time later.
        case wait(ProxiedSensor)
        /// Find out when the client goes.
        case watch(String)
        /// No longer.
        case unwatch(String)
    }

    /// A claim that is still to be answered.
    private struct WaitingCall: Equatable {
        var client: String
        var call: Int
    }

    /// How many claims of a sensor may wait at a time; those beyond are answered at once, and are told of the
    /// measurement when it comes. A bus has 256 connections for each user (dbus-daemon(1)).
    static let waitingLimit = 256

    private struct Station: Equatable {
        var claimants: [String] = []
        var waiting: [WaitingCall] = []
        /// Whether it is being read. It goes on for a while without claims: starting and stopping is more work than
        /// a call.
        var isRunning = false
        var isPresent = false
        var isFresh = false
        var readings: [ProxyProperty]
    }

    private var stations: [ProxiedSensor: Station] = Dictionary(
        uniqueKeysWithValues: ProxiedSensor.allCases.map { ($0, Station(readings: $0.unknownReadings)) })

    /// Those who have claimed something since they came. A client is watched until it goes: asking for it anew
    /// with each claim would wait for the bus.
    private var watched: Set<String> = []

    // MARK: What is known

    /// Whether a sensor is to be read.
    func isRunning(_ sensor: ProxiedSensor) -> Bool { self[sensor].isRunning }

    /// Whether somebody has claimed a sensor.
    func isClaimed(_ sensor: ProxiedSensor) -> Bool { !self[sensor].claimants.isEmpty }

    /// The value of a property, or nothing if there is none of that name.
    func property(_ name: String) -> ProxyProperty? {
        for sensor in ProxiedSensor.allCases {
            if name == sensor.presenceProperty { return ProxyProperty(name, .truth(self[sensor].isPresent)) }
            if let reading = self[sensor].readings.first(where: { $0.name == name }) { return reading }
        }
        return nil
    }

    private subscript(_ sensor: ProxiedSensor) -> Station {
        get { stations[sensor] ?? Station(readings: sensor.unknownReadings) }
        set { stations[sensor] = newValue }
    }

    // MARK: Clients

    /// A client claims a sensor, by the call of that number.
    mutating func claim(_ sensor: ProxiedSensor, by client: String, call: Int) -> [Action] {
        guard !self[sensor].claimants.contains(client) else { return [.answer(call)] }
        var actions: [Action] = watched.insert(client).inserted ? [.watch(client)] : []
        self[sensor].claimants.append(client)
        if !self[sensor].isRunning {
            self[sensor].isRunning = true
            actions.append(.start(sensor))
        }
        guard self[sensor].isPresent, !self[sensor].isFresh, self[sensor].waiting.count < Self.waitingLimit
        else { return actions + tellAll(of: sensor, to: client) + [.answer(call)] }
        if self[sensor].waiting.isEmpty { actions.append(.wait(sensor)) }
        self[sensor].waiting.append(WaitingCall(client: client, call: call))
        return actions
    }

    /// A client lets go of a sensor, whether it has claimed it or not.
    mutating func release(_ sensor: ProxiedSensor, by client: String) -> [Action] { drop(client, sensor) }

    /// A client is gone, with all its claims.
    mutating func clientIsGone(_ client: String) -> [Action] {
        let actions = ProxiedSensor.allCases.flatMap { drop(client, $0) }
        return watched.remove(client) == nil ? actions : actions + [.unwatch(client)]
    }

    /// The bus is gone, with all clients.
    mutating func busIsGone() -> [Action] {
        watched.sorted().flatMap { clientIsGone($0) }
    }

    private mutating func drop(_ client: String, _ sensor: ProxiedSensor) -> [Action] {
        guard self[sensor].claimants.contains(client) else { return [] }
        self[sensor].claimants.removeAll { $0 == client }
        // Also where the client is gone: what was kept of its call then goes too.
        var actions = self[sensor].waiting.filter { $0.client == client }.map { Action.answer($0.call) }
        self[sensor].waiting.removeAll { $0.client == client }
        if self[sensor].claimants.isEmpty { actions.append(.rest(sensor)) }
        return actions
    }

    /// The last claim ended a while ago. The sensor is stopped, unless it was claimed since.
    mutating func restIsOver(_ sensor: ProxiedSensor) -> [Action] {
        guard self[sensor].isRunning, !isClaimed(sensor) else { return [] }
        self[sensor].isRunning = false
        self[sensor].isFresh = false
        return [.stop(sensor)]
    }

    // MARK: Sensors

    /// There is a sensor, or there is none.
    mutating func setPresence(_ isPresent: Bool, of sensor: ProxiedSensor) -> [Action] {
        guard isPresent != self[sensor].isPresent else { return [] }
        self[sensor].isPresent = isPresent
        self[sensor].isFresh = false
        let presence = ProxyProperty(sensor.presenceProperty, .truth(isPresent))
        if isPresent { return [.tell([presence] + self[sensor].readings, to: nil)] }
        self[sensor].readings = sensor.unknownReadings
        return [.tell([presence], to: nil)] + answerWaiting(for: sensor)
    }

    /// What a sensor reads.
    ///
    /// - Parameter isMeasured: Whether that is a measurement, for which claims may have waited.
    mutating func setReadings(
        _ readings: [ProxyProperty], of sensor: ProxiedSensor, isMeasured: Bool
    ) -> [Action] {
        let changed = readings.filter { !self[sensor].readings.contains($0) }
        self[sensor].readings = readings
        var actions: [Action] = []
        if !changed.isEmpty {
            let waiting = Set(self[sensor].waiting.map(\.client))
            actions = self[sensor].claimants.filter { !waiting.contains($0) }.map { .tell(changed, to: $0) }
        }
        if isMeasured, self[sensor].isRunning {
            self[sensor].isFresh = true
            actions += answerWaiting(for: sensor)
        }
        return actions
    }

    /// Nothing was measured for so long that those who wait are answered without.
    mutating func patienceIsOver(_ sensor: ProxiedSensor) -> [Action] { answerWaiting(for: sensor) }

    private mutating func answerWaiting(for sensor: ProxiedSensor) -> [Action] {
        let waiting = self[sensor].waiting
        self[sensor].waiting = []
        return waiting.flatMap { tellAll(of: sensor, to: $0.client) + [.answer($0.call)] }
    }

    /// The client may have missed what came before it claimed the sensor.
    private func tellAll(of sensor: ProxiedSensor, to client: String) -> [Action] {
        self[sensor].isPresent ? [.tell(self[sensor].readings, to: client)] : []
    }
}
