internal import BringUp
internal import Configuration
internal import EventLoop
internal import IndustrialIO
internal import OrientationClient
internal import OrientationProtocol
internal import SensorSetup
internal import SystemCalls
internal import Varlink

/// Looks up what ``Doctor`` judges, on this machine and at this moment.
struct DoctorGathering {
    /// The daemon's configuration; the usual one without.
    var configurationFile: String?
    /// Where the daemon should listen.
    var socketPath = OrientationSubscription.defaultSocketPath

    /// All of it. Takes some seconds, in which the sensor is tried.
    func facts() -> DoctorFacts {
        var facts = DoctorFacts()
        facts.isRoot = Account.currentUser == 0
        var options = SensorOptions()
        let configuration = readConfiguration(&facts)
        if let configuration {
            options = SensorOptions(configuration.settings.sensor, sensor: nil)
            if case .pinned(let id) = options.choice { facts.pinnedSensor = id }
            facts.convention = options.convention
            facts.invertsZ = options.invertZ ?? false
        }
        let daemon = DaemonSurvey(socketPath: socketPath)
        facts.service = ServiceSurvey.look(socketPath: socketPath, daemon: daemon)
        facts.recording = daemon.recording(options)
        if facts.recording != nil { return facts }
        let remote = daemon.remoteSensors
        facts.remoteAddress = remote.first?.id.split(separator: "/").first.map(String.init)
        do throws(SystemCallError) {
            let loop = try EventLoop()
            let catalog = try SensorCatalog(loop: loop, options: options, patience: .seconds(2)) {}
            guard remote.isEmpty else {
                look(at: remote, options, SensorTrial(loop, catalog, daemon, socketPath), &facts)
                return facts
            }
            let processes = ProcessSurvey.look(node: catalog.selected?.node, socketPath: socketPath)
            facts.programs = processes.programs
            facts.sensors = SensorSurvey.look(catalog.sensors, account: processes.account)
            try SensorSurvey.lookAround(&facts)
            facts.casing.orientation = daemon.casing ?? catalog.casing
            facts.casing.panelIsConfigured = options.panelOrientation != nil
            facts.casing.panel = PanelMounting(hasPanel: catalog.machine.panelMode != nil)
            compare(daemon, with: catalog, &facts.service)
            facts.measurement = catalog.selected.map {
                SensorTrial(loop, catalog, daemon, socketPath).run(with: $0)
            }
            // What the sensor's files and holders are like while it is tried is not of interest.
            catalog.waitUntilRestored(within: .seconds(1))
        } catch {
            facts.listingProblem = error.description
        }
        return facts
    }

    /// Looks at the sensors of another machine, which the daemon knows and nobody here.
    private func look(
        at remote: [Sensor], _ options: SensorOptions, _ trial: SensorTrial, _ facts: inout DoctorFacts
    ) {
        var options = options
        options.remote = facts.remoteAddress.flatMap { try? RemoteAddress(parsing: $0) }
        let descriptions = remote.map(SensorDescription.init)
        facts.sensors = descriptions.map(DoctorSensor.init)
        facts.casing.orientation = CasingOrientation(options: options, panelMode: nil)
        facts.casing.panelIsConfigured = options.panelOrientation != nil
        facts.measurement = descriptions.first(where: \.isSelected).map(trial.run)
    }

    private func readConfiguration(_ facts: inout DoctorFacts) -> Configuration? {
        do throws(ConfigurationError) {
            let configuration = try Configuration(
                file: configurationFile ?? Configuration.defaultFile, isRequired: configurationFile != nil,
                mayWait: configurationFile != nil)
            facts.configuration = .files(configuration.files)
            return configuration
        } catch {
            facts.configuration = .wrong("\(error)")
            return nil
        }
    }

    /// Notes where the daemon has not yet heard of what is there now.
    private func compare(_ daemon: DaemonSurvey, with catalog: SensorCatalog, _ service: inout DoctorService)
    {
        guard let listed = daemon.sensors, let here = catalog.selected else { return }
        guard let there = listed.first(where: \.selected) else { return }
        if there.id != here.id {
            service.staleSensor = there.id
        } else if zip(there.mountMatrix, here.deviceFrame).contains(where: { abs($0 - $1) > 1e-6 }) {
            let source = there.matrixSources.first(where: \.inForce)
            service.staleMatrix = source?.value ?? "none"
        }
    }
}

extension SensorDescription {
    /// `iio:deviceN`.
    var node: String? { devicePath?.split(separator: "/").last.map(String.init) }
}

/// What the daemon says of itself and of sensors.
struct DaemonSurvey {
    /// Whether it answers, and its version.
    let connection: DoctorConnection
    /// The sensors that it lists.
    let sensors: [Sensor]?
    /// How it takes the casing and the panel to be built.
    let casing: CasingOrientation?

    /// Asks it.
    init(socketPath: String) {
        do throws(ClientError) {
            let connection = try OrientationConnection(socketPath: socketPath)
            let information: Information = try connection.call(
                .service(Call(method: "org.varlink.service.GetInfo")), timeout: .seconds(5))
            let reply: SensorsReply = try connection.call(.listSensors, timeout: .seconds(5))
            self.connection = .answered(version: information.version)
            sensors = reply.sensors
            casing = CasingOrientation(
                natural: reply.naturalOrientation, panel: reply.panelOrientation,
                reason: reply.orientationReason)
        } catch {
            sensors = nil
            casing = nil
            if case .unreachable(let error) = error {
                connection = .unreachable(errnoName: error.name, message: error.message)
            } else {
                connection = .silent(error.description)
            }
        }
    }

    /// The sensors of another machine; none if it uses those of this one.
    var remoteSensors: [Sensor] { sensors?.filter { $0.transport == .network } ?? [] }

    /// The recording that it plays in place of a sensor, or would by its configuration if it ran.
    func recording(_ options: SensorOptions) -> String? {
        guard let sensors else {
            if case .recording(let path) = options.choice { return "recording:\(path)" }
            return nil
        }
        return sensors.first { $0.transport == .recording }?.id
    }

    /// Whether it answers.
    var answers: Bool { sensors != nil }

    /// The part of `GetInfo`'s answer that matters here.
    private struct Information: FieldDecodable {
        let version: String

        init(_ field: Field) throws(FieldError) {
            var members = try field.members()
            version = try members.required("version")
        }
    }
}
