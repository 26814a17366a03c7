internal import EventLoop
internal import OrientationProtocol
internal import SystemCalls
internal import Systemd
internal import Varlink

/// Accepts clients, reads their calls and writes the answers, one call at a time for each.
///
/// Executing calls and making states is the part of a ``SocketServerDelegate``.
final class SocketServer {
    /// How many may connect.
    struct Limits: Equatable {
        /// Connections at the same time.
        var total: Int
        /// Connections of one user at the same time; root may have more.
        var perUser: Int
    }

    /// How long nobody is accepted after the process has run out of descriptors or memory.
    static let pause = Duration.seconds(1)
    /// How many connections are accepted in one round of the loop, so that a storm of them delays
    /// nobody.
    static let batch = 32
    /// How many clients are asked at once whether they have room.
    private static let askedAtOnce = 32

    /// How many may connect; more are closed as soon as they are accepted.
    var limits: Limits

    private let loop: EventLoop
    private let log: Log
    private let clock: () -> Duration
    private unowned let delegate: any SocketServerDelegate
    private var listeners: [(descriptor: FileDescriptorBox, source: DescriptorSource)] = []
    private var clients: [Int: Client] = [:]
    private var budget = MemoryBudget()
    private var lastNumber = 0
    /// Clients with calls that wait for the next round of the loop.
    private var inTurn: [Int] = []
    private var turnTimer: TimerSource?
    private var resumeTimer: TimerSource?
    private var deadlineTimer: TimerSource?
    private var armedDeadline: Duration?
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 16384, alignment: 8)

    init(
        loop: EventLoop, limits: Limits, log: Log, clock: @escaping () -> Duration,
        delegate: any SocketServerDelegate
    ) throws(SystemCallError) {
        self.loop = loop
        self.limits = limits
        self.log = log
        self.clock = clock
        self.delegate = delegate
        resumeTimer = try loop.timer(accuracy: .milliseconds(100)) { [unowned self] in
            for listener in listeners { listener.source.resume() }
        }
        deadlineTimer = try loop.timer(accuracy: .seconds(1)) { [unowned self] in deadlinePassed() }
        turnTimer = try loop.timer(accuracy: .zero) { [unowned self] in turnsCame() }
    }

    deinit { buffer.deallocate() }

    /// How many clients are connected.
    var count: Int { clients.count }

    /// Accepts those who connect to a listening socket.
    func listen(_ socket: consuming FileDescriptor) throws(SystemCallError) {
        let box = FileDescriptorBox(socket)
        let source = try loop.onReady(box.number, .readable) { [unowned self] _ in accept(from: box.number) }
        listeners.append((box, source))
    }

    /// Serves a client that is connected already.
    func serve(_ socket: consuming FileDescriptor) {
        do throws(SystemCallError) {
            let peer = try Connection.peer(of: socket.number)
            if !hasRoom(for: peer) { closeGone() }
            guard hasRoom(for: peer) else {
                log.limited(.warning, "a client of user \(peer.user) is one too many, closed", now: clock())
                return
            }
            lastNumber += 1
            let client = Client(number: lastNumber, socket: socket, peer: peer)
            try client.wait(in: loop) { [unowned self, unowned client] events in ready(client, events) }
            clients[client.number] = client
        } catch {
            log.limited(.warning, "a client cannot be served: \(error)", now: clock())
        }
    }

    /// Closes everything, without a last word.
    func end() {
        listeners = []
        clients = [:]
        budget = MemoryBudget()
    }

    /// Sends newer states to the clients that have room for them; the others get them when they have.
    ///
    /// A few at a time: what the kernel looks at to tell whether there is room is then still in the
    /// processor's caches when it sends.
    func announce(to numbers: [Int]) {
        let now = clock()
        var rest = numbers[...]
        while !rest.isEmpty {
            let announced = rest.prefix(Self.askedAtOnce).compactMap { [clients] in clients[$0] }
            rest = rest.dropFirst(Self.askedAtOnce)
            for (client, isWritable) in zip(announced, Connection.writable(announced.map(\.descriptor))) {
                let wasWaiting = client.connection.wantsToWrite
                client.connection.announce()
                if isWritable, client.isServed { write(to: client) }
                // Mostly all has been sent, and the client waits for nothing, as before.
                let isWaiting = client.connection.wantsToWrite
                if client.isServed, wasWaiting || isWaiting { wait(for: client, at: now) }
            }
        }
    }

    /// Ends a client's stream with an error.
    func endStream(of number: Int, with error: OrientationError) {
        guard let client = clients[number] else { return }
        client.endStream(error)
        write(to: client)
        goOn(with: client)
    }

    /// Counts how much memory is held for a client elsewhere, in bytes.
    func keep(_ bytes: Int, for number: Int) {
        guard let client = clients[number] else { return }
        client.keptBytes = bytes
        weigh(client)
    }

    // MARK: Accepting

    private func accept(from listener: Int32) {
        do throws(SystemCallError) {
            for _ in 0..<Self.batch {
                guard let socket = try UnixSocket.accept(from: listener) else { return }
                serve(socket)
            }
        } catch {
            log.limited(.error, "no client can be accepted for a while: \(error)", now: clock())
            for listener in listeners { listener.source.pause() }
            resumeTimer?.set(after: Self.pause)
        }
    }

    private func hasRoom(for peer: Peer) -> Bool {
        if clients.count >= limits.total { return false }
        if peer.user == 0 { return true }
        return clients.values.count { $0.peer.user == peer.user } < limits.perUser
    }

    /// Closes the clients that are gone already: whoever comes in the same round of the loop as
    /// another one goes may be looked at first.
    private func closeGone() {
        let clients = Array(clients.values)
        for (client, isGone) in zip(clients, Connection.hungUp(clients.map(\.descriptor))) where isGone {
            ready(client, .hangUp)
        }
    }

    // MARK: Talking

    private func ready(_ client: Client, _ events: ReadyEvents) {
        let isGone = events.contains(.hangUp) || events.contains(.error)
        if isGone, !client.connection.wantsToRead, !inTurn.contains(client.number) {
            close(client)
        } else {
            if events.contains(.writable) { write(to: client) }
            if events.contains(.readable) || isGone { client.receive(at: clock(), into: buffer) }
            goOn(with: client)
        }
        delegate.roundEnded()
    }

    /// Executes a call that is complete, if its answer can be sent. One that follows it has its turn in
    /// the next round of the loop, after those of others.
    private func goOn(with client: Client) {
        guard clients[client.number] != nil else { return }
        while let step = client.connection.next(at: clock()) {
            switch step {
            case .execute(let call):
                delegate.execute(call, for: client)
                if client.stream == nil { write(to: client) }
                guard clients[client.number] != nil else { return }
                if client.connection.hasInput {
                    inTurn.append(client.number)
                    turnTimer?.set(after: .zero)
                    return wait(for: client, at: clock())
                }
            case .close(let reason):
                if !reason.isOrderly { tell(client, reason.description) }
                return close(client)
            }
        }
        wait(for: client, at: clock())
    }

    /// Goes on with the clients whose turn it is.
    private func turnsCame() {
        let numbers = inTurn
        inTurn = []
        for number in numbers { if let client = clients[number] { goOn(with: client) } }
        delegate.roundEnded()
    }

    /// Logs what a client was closed for. What a user's clients do again and again is told once a minute.
    private func tell(_ client: Client, _ text: String) {
        let user = client.peer.user
        log.limited(
            .notice, "client \(client.peer.process) of user \(user): \(text)", as: "user \(user): \(text)",
            now: clock())
    }

    private func write(to client: Client) {
        let isAlive = client.write { delegate.message(for: client) }
        if !isAlive { close(client) }
    }

    private func close(_ client: Client) {
        guard clients.removeValue(forKey: client.number) != nil else { return }
        client.isServed = false
        budget.note(0, of: client.number, user: client.peer.user)
        delegate.clientEnded(client)
    }

    // MARK: Waiting

    private func wait(for client: Client, at now: Duration) {
        client.awaitWhatIsWanted(at: now)
        if let deadline = client.deadline { arm(deadline) }
        weigh(client)
    }

    /// Counts what a client holds, and closes connections as long as all of them hold too much.
    private func weigh(_ client: Client) {
        let bytes = client.heldBytes
        guard bytes != client.countedBytes else { return }
        client.countedBytes = bytes
        budget.note(bytes, of: client.number, user: client.peer.user)
        while let largest = budget.excess.flatMap({ clients[$0] }) {
            let limit = MemoryBudget.limit >> 20
            tell(largest, "connections hold more than \(limit) MiB, and this one most; closed")
            close(largest)
        }
    }

    /// Looks at the clients that have let too much time go by.
    private func deadlinePassed() {
        armedDeadline = nil
        let now = clock()
        for client in Array(clients.values) where client.deadline != nil {
            if client.isStuck(at: now) {
                tell(client, "has read no samples for \(Client.patience.components.seconds) s")
                close(client)
            } else {
                goOn(with: client)
            }
        }
        delegate.roundEnded()
        if let next = clients.values.lazy.compactMap(\.deadline).min() { arm(next) }
    }

    private func arm(_ deadline: Duration) {
        if let armedDeadline, armedDeadline <= deadline { return }
        armedDeadline = deadline
        deadlineTimer?.set(after: max(.zero, deadline - clock()) + .milliseconds(10))
    }
}
