internal import OrientationCore
internal import OrientationProtocol
internal import SensorSetup
internal import SystemCalls
internal import Varlink

extension Service: SocketServerDelegate {
    /// What the service says of itself.
    static let information = ServiceInformation(
        vendor: "orientationd", product: "orientationd", version: version,
        url: "file:///usr/share/doc/orientationd/",
        interfaces: [(OrientationInterface.name, OrientationInterface.description)])

    func execute(_ call: Call, for client: Client) {
        do throws(OrientationError) {
            try execute(try request(call), for: client)
        } catch {
            client.connection.fail(error)
        }
    }

    func message(for client: Client) -> [UInt8]? {
        switch client.stream {
        case .states:
            guard let reading = board.read(client.number) else { return nil }
            return messages.message(reading.shared, sequence: reading.sequence, subscription: reading.name)
        case .samples:
            return streams?.reply(for: client.number).map { Reply.bytes($0, continues: true) }
        case nil: return nil
        }
    }

    func clientEnded(_ client: Client) {
        board.unsubscribe(client.number)
        streams?.close(client.number)
        updateNeed()
        board.removeMask(of: client.number, at: clock())
    }

    func roundEnded() {
        defer { tellStatus() }
        // A client that turns out to be gone may have held the session mask: there is news again.
        while let server {
            let news = board.takeNews() + (streams?.takeNews() ?? [])
            let ended = streams?.takeEnded() ?? []
            if news.isEmpty, ended.isEmpty { return }
            server.announce(to: news)
            for (client, error) in ended { server.endStream(of: client, with: error) }
            if !ended.isEmpty { updateNeed() }
        }
    }

    // MARK: Calls

    private func request(_ call: Call) throws(OrientationError) -> Request {
        do throws(ServiceError) { return try Request(call) } catch { throw .service(error) }
    }

    private func execute(_ request: Request, for client: Client) throws(OrientationError) {
        switch request {
        case .service(let call):
            do throws(ServiceError) {
                client.connection.reply(try Self.information.answer(call))
            } catch { throw .service(error) }
        case .getState(let policy):
            let state = try judging { () throws(PolicyError) in try board.state(for: policy ?? Policy()) }
            client.connection.reply(StateReply(state: state))
        case .subscribe(let policy): try subscribe(client, policy ?? Policy())
        case .updatePolicy(let subscription, let policy, let transition):
            guard let key = board.key(named: subscription, of: client.peer.user) else {
                throw .noSuchSubscription(subscription)
            }
            let state = try judging { () throws(PolicyError) in
                try board.update(key, policy: policy, transition: transition, at: clock())
            }
            guard let state else { throw .noSuchSubscription(subscription) }
            client.connection.reply(StateReply(state: state))
            server?.keep(policy.heldBytes, for: key)
        case .setSessionMask(let mask):
            try permit(access.mayLock(client.peer))
            if let mask {
                board.setMask(mask, of: client.number, at: clock())
            } else {
                board.removeMask(of: client.number, at: clock())
            }
            client.connection.reply(EmptyReply())
        case .setRotationLock(let locked, let orientation):
            try permit(access.mayLock(client.peer))
            setLock(locked ? orientation ?? board.machine.shown : nil)
            client.connection.reply(RotationLockReply(rotationLock: RotationLock(board.machine.lock)))
        case .listSensors: client.connection.reply(sensors())
        case .streamSamples(let sensor, let rate): try streamSamples(of: sensor, rate, to: client)
        }
    }

    private func subscribe(_ client: Client, _ policy: Policy) throws(OrientationError) {
        // The sensor is switched on first, so that the first state says so.
        session?.need(true)
        do throws(PolicyError) {
            try board.subscribe(
                client.number, name: Self.newName(), user: client.peer.user, policy: policy, at: clock())
        } catch {
            updateNeed()
            throw OrientationError(error)
        }
        client.keptBytes = policy.heldBytes
        client.begin(.states)
    }

    private func streamSamples(
        of id: String?, _ maximumRate: Double?, to client: Client
    ) throws(OrientationError) {
        try permit(access.mayReadSamples(client.peer))
        guard let streams, let session, let sensor = id ?? catalog?.selected?.id else {
            throw .noSuchSensor(id)
        }
        try streams.open(client.number, sensor: sensor, maximumRate: maximumRate)
        updateNeed()
        if sensor == session.report.sensor {
            if let failure = session.failure {
                streams.close(client.number)
                updateNeed()
                throw .unavailable(sensor, failure)
            }
            if session.isOver { streams.end(sensor, .over(sensor)) }
        }
        streams.describe(sensor, orientation: session.report.orientation)
        client.begin(.samples)
    }

    /// Switches the selected sensor on or off, as subscriptions and streams need it.
    func updateNeed() {
        let isStreamed = streams?.areSelected ?? false
        session?.tellsEverySample = isStreamed
        session?.need(board.count > 0 || isStreamed)
    }

    /// Keeps the lock over restarts before anybody is told of it.
    private func setLock(_ orientation: InterfaceOrientation?) {
        do throws(SystemCallError) {
            if lockFile.read() != .lock(orientation) { try lockFile.write(orientation) }
        } catch {
            log.limited(.warning, "the rotation lock will not outlive the daemon: \(error)", now: clock())
        }
        board.lock(orientation, at: clock())
    }

    private func sensors() -> SensorsReply {
        SensorsReply(
            sensors: catalog?.sensors.map(Sensor.init) ?? [],
            naturalOrientation: board.machine.naturalOrientation,
            panelOrientation: board.machine.panelOrientation,
            orientationReason: catalog?.casing.reason ?? "")
    }

    private func permit(_ isAllowed: Bool) throws(OrientationError) {
        if !isAllowed { throw .service(.permissionDenied) }
    }

    private func judging<Value>(
        _ body: () throws(PolicyError) -> Value
    ) throws(OrientationError) -> Value {
        do throws(PolicyError) { return try body() } catch { throw OrientationError(error) }
    }

    /// A name for a subscription that nobody guesses: 128 random bits.
    private static func newName() -> String {
        var generator = SystemRandomNumberGenerator()
        func word() -> String {
            let digits = String(generator.next(), radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }
        return word() + word()
    }
}
