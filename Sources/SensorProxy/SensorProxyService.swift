internal import CLinux
public import DBus
public import EventLoop
internal import IndustrialIO
internal import OrientationClient
public import SystemCalls
public import Systemd

/// Serves `net.hadess.SensorProxy`, the interface from which desktops learn how a tablet is held, as an
/// ordinary subscriber of the orientation service. Light and proximity sensors are read here.
///
///     service's socket ── follower ──▶ ┐
///     light, proximity ── sources ───▶ ├ state ──▶ bus
///     calls of clients ──────────────▶ ┘
public final class SensorProxyService {
    /// The name on the bus, and of its first interface.
    public static let name = "net.hadess.SensorProxy"
    static let path = "/net/hadess/SensorProxy"
    /// How long a claim waits for the first measurement. A sensor that was off has one within a second.
    static let patience = Duration.seconds(2)
    /// How long a sensor is read after the last claim: a client that claims and releases in turns switches
    /// nothing.
    static let rest = Duration.milliseconds(500)
    /// How often light and proximity are read, as iio-sensor-proxy 3.0 does, measured: 0.8 and 0.7 s. A
    /// phone at the ear should go dark sooner.
    static let lightPeriod = Duration.milliseconds(800)
    static let proximityPeriod = Duration.milliseconds(300)
    /// How long the end may take for sensors to be put back as they were.
    static let restoreTime = Duration.seconds(1)

    private let address: BusAddress
    private let loop: EventLoop
    private let log: Log
    private let follower: AccelerometerFollower
    private var catalog: ScalarCatalog?

    private var state = ProxyState()
    private var side = SideUp()
    private var actions: [ProxyState.Action] = []
    private var isPerforming = false
    private var sources: [ProxiedSensor: (sensor: ScalarSensor, source: ScalarSource)] = [:]
    private var patienceTimers: [ProxiedSensor: TimerSource] = [:]
    private var restTimers: [ProxiedSensor: TimerSource] = [:]

    private var connection: BusConnection?
    private var objects: [BusObject] = []
    private var watches: [String: BusClientWatch] = [:]
    private var calls: [Int: BusCall] = [:]
    private var nextCall = 1
    private var reconnecting: TimerSource?
    private var pause = ReconnectPause()
    private var end: SystemCallError?
    private var signals: [SignalSource] = []

    /// Makes a service that is not on the bus yet.
    ///
    /// - Parameters:
    ///   - address: The bus to serve.
    ///   - socketPath: Where the orientation service listens.
    ///   - settingsFile: Where it is noted what of sensors the next start is to put back, should this program be
    ///     killed. `nil` notes nothing.
    public init(
        address: BusAddress, socketPath: String, settingsFile: String?, loop: EventLoop, log: Log
    ) throws(SystemCallError) {
        // A stop that comes amid the start is carried out after it.
        try EventLoop.hold([SIGTERM, SIGINT])
        self.address = address
        self.loop = loop
        self.log = log
        follower = try AccelerometerFollower(socketPath: socketPath, loop: loop, log: log)
        follower.onPresence = { [unowned self] in perform(state.setPresence($0, of: .accelerometer)) }
        follower.onState = { [unowned self] in take($0) }
        catalog = try ScalarCatalog(loop: loop, settingsFile: settingsFile) { [unowned self] in
            devicesChanged()
        }
        reconnecting = try loop.timer(accuracy: .milliseconds(50)) { [unowned self] in reconnect() }
        for sensor in ProxiedSensor.allCases {
            patienceTimers[sensor] = try loop.timer(accuracy: .milliseconds(50)) { [unowned self] in
                perform(state.patienceIsOver(sensor))
            }
            restTimers[sensor] = try loop.timer(accuracy: .milliseconds(50)) { [unowned self] in
                perform(state.restIsOver(sensor))
            }
        }
        for signal in [SIGTERM, SIGINT] { signals.append(try loop.onSignal(signal) { loop.stop() }) }
    }

    /// Serves until a signal ends it, or the name is another's.
    public func run() throws(SystemCallError) {
        catalogChanged()
        follower.askIfUncertain()
        try connect()
        ServiceManager.notifyReady()
        try loop.run()
        sources = [:]
        catalog?.waitUntilRestored(within: Self.restoreTime)
        if let end { throw end }
    }
}

// MARK: The bus

extension SensorProxyService {
    private func connect() throws(SystemCallError) {
        let connection = try BusConnection(to: address, loop: loop) { [unowned self] in busIsGone() }
        let read: (String) -> BusValue? = { [unowned self] name in
            if name == ProxiedSensor.accelerometer.presenceProperty { follower.askIfUncertain() }
            return state.property(name)?.value
        }
        let call: (BusCall) -> Void = { [unowned self] in take($0) }
        objects = [
            try BusObject(Self.interface, at: Self.path, on: connection, read: read, call: call),
            try BusObject(
                Self.compassInterface, at: Self.path + "/Compass", on: connection, read: read, call: call),
        ]
        try connection.own(Self.name)
        self.connection = connection
        pause.reset()
        log(.info, "serving \(Self.name)")
    }

    /// The bus is gone, and its clients with it. Called from within the connection, which goes later.
    private func busIsGone() {
        log(.warning, "the message bus closed the connection")
        perform(state.busIsGone())
        reconnecting?.set(after: .zero)
    }

    private func reconnect() {
        (objects, watches, calls, connection) = ([], [:], [:], nil)
        do throws(SystemCallError) { try connect() } catch {
            objects = []
            guard ["EEXIST", "EACCES", "EPERM"].contains(error.name) else {
                log.limited(.warning, "no message bus: \(error)", now: KernelClock.monotonic.now)
                reconnecting?.set(after: pause.next())
                return
            }
            end = error
            loop.stop()
        }
    }

    private func take(_ call: BusCall) {
        let number = nextCall
        nextCall += 1
        for sensor in ProxiedSensor.allCases {
            switch call.member {
            case "Claim" + sensor.methodName:
                calls[number] = call
                log(.debug, "\(call.sender) claims: \(sensor)")
                perform(state.claim(sensor, by: call.sender, call: number))
            case "Release" + sensor.methodName:
                log(.debug, "\(call.sender) releases: \(sensor)")
                perform(state.release(sensor, by: call.sender))
                call.answer()
            default: continue
            }
            return
        }
    }

    private func watch(_ client: String) {
        guard let connection else { return }
        do throws(SystemCallError) {
            watches[client] = try BusClientWatch(of: client, on: connection) { [unowned self] in
                log(.debug, "\(client) is gone")
                perform(state.clientIsGone(client))
            }
        } catch {
            // It went before it could be answered.
            perform(state.clientIsGone(client))
        }
    }

    private func tell(_ properties: [ProxyProperty], to client: String?) {
        do throws(SystemCallError) {
            try connection?.tellPropertiesChanged(
                properties.map { ($0.name, $0.value) }, of: Self.name, at: Self.path, to: client)
        } catch {
            log.limited(.warning, "\(error)", now: KernelClock.monotonic.now)
        }
    }
}

// MARK: What is done

extension SensorProxyService {
    /// Performs actions one after the other; those that come up meanwhile are next.
    private func perform(_ next: [ProxyState.Action]) {
        actions += next
        if isPerforming { return }
        isPerforming = true
        defer { isPerforming = false }
        while !actions.isEmpty {
            let present = actions
            actions = []
            for action in present { perform(action) }
        }
    }

    private func perform(_ action: ProxyState.Action) {
        switch action {
        case .start(let sensor): start(sensor)
        case .stop(let sensor): stop(sensor)
        case .tell(let properties, let client): tell(properties, to: client)
        case .answer(let number): calls.removeValue(forKey: number)?.answer()
        case .rest(let sensor): restTimers[sensor]?.set(after: Self.rest)
        case .wait(let sensor): patienceTimers[sensor]?.set(after: Self.patience)
        case .watch(let client): watch(client)
        case .unwatch(let client): watches[client] = nil
        }
    }

    private func start(_ sensor: ProxiedSensor) {
        do throws(SystemCallError) {
            switch sensor {
            case .accelerometer: try follower.follow()
            case .light, .proximity: try read(sensor)
            case .compass: break
            }
        } catch {
            log(.error, "\(sensor): \(error)")
            perform(state.patienceIsOver(sensor))
        }
    }

    private func stop(_ sensor: ProxiedSensor) {
        patienceTimers[sensor]?.cancel()
        if sensor == .accelerometer { follower.rest() } else { sources[sensor] = nil }
    }
}

// MARK: Sensors

extension SensorProxyService {
    private func take(_ orientation: OrientationState) {
        side.take(orientation)
        perform(
            state.setReadings(side.properties, of: .accelerometer, isMeasured: orientation.isMeasured))
        // Nobody need wait for a sensor that cannot be read.
        if [.failed, .stalled].contains(orientation.sensorStatus) {
            perform(state.patienceIsOver(.accelerometer))
        }
    }

    private func devicesChanged() {
        catalogChanged()
        follower.askWhenSettled()
    }

    /// Reads the sensors that there are now, in place of those that there were.
    private func catalogChanged() {
        for sensor in catalog?.sensors ?? [] {
            guard let problem = sensor.problem else { continue }
            log.limited(.notice, "sensor \(sensor.path): \(problem)", now: KernelClock.monotonic.now)
        }
        for sensor in [ProxiedSensor.light, .proximity] {
            let found = scalar(sensor)
            if sources[sensor]?.sensor != found { sources[sensor] = nil }
            perform(state.setPresence(found != nil, of: sensor))
            if found != nil, state.isRunning(sensor), sources[sensor] == nil { start(sensor) }
        }
    }

    private func scalar(_ sensor: ProxiedSensor) -> ScalarSensor? {
        switch sensor {
        case .light: catalog?.sensor(of: .illuminance)
        case .proximity: catalog?.sensor(of: .proximity)
        case .accelerometer, .compass: nil
        }
    }

    private func read(_ sensor: ProxiedSensor) throws(SystemCallError) {
        guard let catalog, let found = scalar(sensor) else { return }
        var threshold = ProximityThreshold(level: found.nearLevel ?? 0)
        let period = sensor == .light ? Self.lightPeriod : Self.proximityPeriod
        let source = try catalog.makeSource(of: found, every: period) { [unowned self] event in
            switch event {
            case .value(let value):
                let readings =
                    sensor == .light
                    ? ProxiedSensor.lightReadings(lux: value)
                    : ProxiedSensor.proximityReadings(isNear: threshold.take(value))
                perform(state.setReadings(readings, of: sensor, isMeasured: true))
            case .failure(let failure):
                log.limited(.warning, "\(failure)", now: KernelClock.monotonic.now)
                perform(state.patienceIsOver(sensor))
            case .polled(let failure):
                log.limited(.info, "\(sensor) is polled: \(failure)", now: KernelClock.monotonic.now)
            }
        }
        sources[sensor] = (found, source)
    }
}
