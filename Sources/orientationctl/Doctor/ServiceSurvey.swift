internal import BringUp
internal import OrientationProtocol
internal import SystemCalls

/// The units of the service manager, and the daemon.
enum ServiceSurvey {
    private static let units = ["orientationd.socket", "orientationd.service", "iio-sensor-proxy.service"]

    /// Looks at them.
    static func look(socketPath: String, daemon: DaemonSurvey) -> DoctorService {
        var service = DoctorService()
        service.socketPath = socketPath
        service.connection = daemon.connection
        service.version = OrientationInterface.productVersion
        // As sd_booted(3) tells.
        service.hasSystemd = Files.exist(at: "/run/systemd/system")
        guard service.hasSystemd else { return service }
        let command =
            ["systemctl", "show", "--property=" + DoctorUnit.properties.joined(separator: ",")] + units
        guard let result = try? ChildProcess.run(command, timeout: .seconds(10)), result.status == 0
        else { return service }
        let found = DoctorUnit.list(parsing: String(decoding: result.output, as: UTF8.self))
        func unit(_ name: String) -> DoctorUnit? { found.first { $0.name == name } }
        service.socketUnit = unit(units[0])
        service.serviceUnit = unit(units[1])
        service.rivalUnit = unit(units[2])
        return service
    }
}
