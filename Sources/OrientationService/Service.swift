internal import Configuration
public import EventLoop
internal import CLinux
internal import IndustrialIO
internal import OrientationCore
internal import OrientationProtocol
internal import SensorSetup
public import SystemCalls
public import Systemd
internal import Varlink

/// The daemon: one sensor, one state, and those who follow it.
///
///     catalog ── session ──▶ board ──▶ server ──▶ clients
///
/// The session reads and classifies, the board decides for each client, the server talks. All of it
/// runs on the thread of one loop.
public final class Service {
    /// The version of the program.
    public static let version = OrientationInterface.productVersion

    /// How long the end of the program waits for what was changed in the kernel to be put back.
    static let restoreTime = Duration.seconds(1)
    /// How long after a sensor or a client has come or gone what this took of the program is given back.
    static let untilRest = Duration.seconds(3)

    let log: Log
    let loop: EventLoop
    let environment: ServiceEnvironment
    let clock: () -> Duration = { KernelClock.bootTime.now }

    var board: StateBoard
    var messages = StateMessages()
    var access: AccessControl
    let lockFile: RotationLockFile
    var catalog: SensorCatalog?
    var session: SensorSession?
    var streams: SampleStreams?
    var server: SocketServer?
    private var posture: Posture?
    private var toldNotes = ToldNotes()
    private var toldStatus: Status?
    private var configuration: Configuration
    private var options: SensorOptions
    private var ownSocket: (path: String, file: FileStatus)?
    private var sources: [AnyObject] = []
    private var restTimer: TimerSource?

    /// Makes a service that listens already; ``run()`` serves.
    ///
    /// - Parameter sockets: What the service manager passed.
    /// - Throws: ``ConfigurationError``, or ``SystemCallError`` where the socket cannot be had.
    public init(
        environment: ServiceEnvironment, sockets: [PassedSocket] = [], loop: EventLoop, log: Log
    ) throws {
        // A reload or a stop that comes amid the start is carried out after it.
        try EventLoop.hold([SIGTERM, SIGINT, SIGHUP])
        self.environment = environment
        self.loop = loop
        self.log = log
        let kind = MachineFacts().kind
        configuration = try environment.readConfiguration(kind: kind)
        let settings = configuration.settings
        let now = KernelClock.bootTime.now
        access = AccessControl(
            group: Group.id(named: AccessControl.groupName), activeUser: Seat.activeUser)
        lockFile = RotationLockFile(path: environment.stateDirectory + "/rotation-lock")
        board = StateBoard(
            machine: Machine(
                kind: settings.interface.kind ?? kind, configured: settings.interface.lists), at: now)
        let options = environment.sensorOptions(settings.sensor)
        self.options = options
        let catalog = try SensorCatalog(loop: loop, options: options) { [unowned self] in
            catalogChanged()
        }
        try Self.checkRecording(catalog)
        catalog.onNotice = { line in log(.notice, line) }
        self.catalog = catalog
        session = try SensorSession(
            loop: loop, catalog: catalog, settings: settings.classifier, log: log, clock: clock
        ) { [unowned self] report, time in
            board.report(report, at: time)
            roundEnded()
        }
        let streams = try SampleStreams(
            loop: loop, catalog: catalog, settings: settings.classifier, log: log, clock: clock
        ) { [unowned self] in roundEnded() }
        self.streams = streams
        session?.observer = { [unowned self] event, sensor in
            self.streams?.take(event, of: sensor, orientation: session?.report.orientation)
        }
        takeCasing()
        restoreLock()
        let postureSettings = environment.postureSettings(settings.posture)
        posture = Posture(loop: loop, settings: postureSettings, log: log, clock: clock) {
            [unowned self] in takePosture()
        }
        takePosture()
        if let report = session?.report { board.report(report, at: now) }
        let limits = SocketServer.Limits(
            total: settings.socket.maxConnections, perUser: settings.socket.maxConnectionsPerUser)
        let server = try SocketServer(loop: loop, limits: limits, log: log, clock: clock, delegate: self)
        self.server = server
        try listen(server, passed: sockets)
    }

    /// Serves until SIGTERM or SIGINT.
    public func run() throws(SystemCallError) {
        let end = { [unowned self] in
            ServiceManager.notifyStopping()
            loop.stop()
        }
        sources += [try loop.onSignal(SIGTERM, end), try loop.onSignal(SIGINT, end)]
        sources.append(try loop.onSignal(SIGHUP) { [unowned self] in reload() })
        sources.append(
            try WakeUpSource(loop: loop) { [unowned self] time in
                log(.info, "awake again after \(time)")
                session?.machineWokeUp()
                streams?.machineWokeUp()
            })
        restTimer = try loop.timer(accuracy: .seconds(1)) { ProgramText.giveBack() }
        try loop.feedWatchdog()
        ServiceManager.notifyReady()
        tellStatus()
        try loop.run()
        server?.end()
        session?.end()
        streams?.end()
        if catalog?.waitUntilRestored(within: Self.restoreTime) == false {
            log(.warning, "a sensor does not answer; what was changed of it is put back at the next start")
        }
        removeOwnSocket()
        log(.info, "ended")
    }

    // MARK: Parts

    private func catalogChanged() {
        takeCasing()
        streams?.releaseSelected()
        session?.catalogChanged()
        streams?.catalogChanged(orientation: session?.report.orientation ?? .unknown)
        updateNeed()
        roundEnded()
    }

    /// Refuses a recording that cannot be played: it is not going to be plugged in later.
    private static func checkRecording(_ catalog: SensorCatalog) throws(ServiceStartError) {
        for sensor in catalog.sensors where sensor.transport == .recording {
            if let problem = sensor.problem { throw .unplayable(problem) }
        }
    }

    /// Takes over how the casing and its panel are built, and tells what is worth knowing of it and of sensors.
    private func takeCasing() {
        guard let catalog else { return }
        let casing = catalog.casing
        for line in toldNotes.news(catalog.sensors, casing, pinProblem: catalog.pinProblem) {
            log(.notice, line)
        }
        board.configure(at: clock()) { machine in
            machine.naturalOrientation = casing.natural
            machine.panelOrientation = casing.panel
        }
    }

    /// Takes over whether the machine is folded like a laptop, or closed.
    private func takePosture() {
        board.posture(holds: posture?.holds ?? false, at: clock())
        roundEnded()
    }

    private func restoreLock() {
        switch lockFile.read() {
        case .missing: break
        case .lock(let orientation): board.lock(orientation, at: clock())
        case .damaged(let reason):
            log(.warning, "\(lockFile.path): \(reason); the rotation lock is off, the file kept as .bad")
            try? lockFile.setAside()
        }
    }

    /// Listens where the arguments say, else on what the service manager passed, else at the usual place.
    private func listen(_ server: SocketServer, passed: [PassedSocket]) throws {
        try Resources.raiseDescriptorLimit()
        if environment.socketPath == nil, !passed.isEmpty {
            for socket in passed {
                let descriptor = FileDescriptor(owning: socket.descriptor)
                switch socket.kind {
                case .listening: try server.listen(descriptor)
                case .connected: server.serve(descriptor)
                case .other: throw ServiceStartError.foreignSocket(name: socket.name)
                }
            }
            log(.info, "serving \(passed.count) sockets of the service manager")
        } else {
            let path = environment.socketPath ?? ServiceEnvironment.defaultSocketPath
            try server.listen(Self.ownSocket(at: path))
            ownSocket = (path, try FileStatus(of: path))
            log(.info, "serving \(path)")
        }
    }

    /// Takes the socket away, unless another process has put its own there meanwhile.
    private func removeOwnSocket() {
        guard let ownSocket, let file = try? FileStatus(of: ownSocket.path) else { return }
        if file.isSameFile(as: ownSocket.file) { try? Files.remove(ownSocket.path) }
    }

    /// Makes the socket, or says for people why it cannot be had.
    private static func ownSocket(at path: String) throws -> FileDescriptor {
        do throws(SystemCallError) {
            return try UnixSocket.listen(at: path, mode: 0o666)
        } catch {
            switch error.name {
            case "ENOENT": throw ServiceStartError.noSocketFolder(path)
            case "EADDRINUSE": throw ServiceStartError.socketTaken(path, by: UnixSocket.isSocket(path))
            default: throw error
            }
        }
    }

    /// Gives the line that `systemctl status` shows, if it says something else than before.
    func tellStatus() {
        guard let report = session?.report else { return }
        let status = Status(sensor: report.sensor, status: report.status, subscriptions: board.count)
        guard status != toldStatus else { return }
        toldStatus = status
        restTimer?.set(after: Self.untilRest)
        ServiceManager.notifyStatus(status.line)
    }

    // MARK: Reload

    /// Reads the configuration again and applies it, or nothing of it if something is wrong.
    private func reload() {
        ServiceManager.notifyReloading(at: KernelClock.monotonic.now)
        defer { ServiceManager.notifyReady() }
        do {
            let kind = MachineFacts().kind
            let configuration = try environment.readConfiguration(kind: kind)
            apply(configuration, kind: kind)
            let files =
                configuration.files.isEmpty ? "there is none" : configuration.files.joined(separator: ", ")
            log(.notice, "configuration read again: \(files)")
        } catch {
            log(.error, "the configuration stays as it was: \(error)")
        }
    }

    private func apply(_ configuration: Configuration, kind: DeviceKind) {
        let settings = configuration.settings
        let options = environment.sensorOptions(settings.sensor)
        self.configuration = configuration
        session?.use(settings.classifier)
        streams?.use(settings.classifier)
        // A sensor that is read as before goes on.
        if options.isRead(like: self.options) {
            catalog?.reconfigure(options)
        } else {
            session?.restart { catalog?.reconfigure(options) }
        }
        self.options = options
        // After the sensor: of several reasons for one state the last is told.
        board.configure(at: clock()) { machine in
            machine.kind = settings.interface.kind ?? kind
            machine.configured = settings.interface.lists
        }
        takeCasing()
        posture?.use(environment.postureSettings(settings.posture), in: loop)
        takePosture()
        server?.limits = SocketServer.Limits(
            total: settings.socket.maxConnections, perUser: settings.socket.maxConnectionsPerUser)
        roundEnded()
    }
}
