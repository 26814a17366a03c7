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
        guard let (state, name) = board.read(client.number) else { return nil }
        return Reply.bytes(StateReply(state: state, subscription: name), continues: true)
    }

    func clientEnded(_ client: Client) {
        if client.isStreaming {
            board.unsubscribe(client.number)
            session?.need(board.count > 0)
        }
        board.removeMask(of: client.number, at: clock())
    }

    func roundEnded() {
        // A client that turns out to be gone may have held the session mask: there is news again.
        while let server {
            let news = board.takeNews()
            if news.isEmpty { return }
            server.announce(to: news)
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
        case .streamSamples:
            throw .service(.methodNotImplemented(request.method))
        }
    }

    private func subscribe(_ client: Client, _ policy: Policy) throws(OrientationError) {
        // The sensor is switched on first, so that the first state says so.
        let wasNeeded = board.count > 0
        session?.need(true)
        do throws(PolicyError) {
            try board.subscribe(
                client.number, name: Self.newName(), user: client.peer.user, policy: policy, at: clock())
        } catch {
            session?.need(wasNeeded)
            throw OrientationError(error)
        }
        client.beginStates()
    }

    /// Keeps the lock over restarts before anybody is told of it.
    private func setLock(_ orientation: InterfaceOrientation?) {
        do throws(SystemCallError) {
            try lockFile.write(orientation)
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
