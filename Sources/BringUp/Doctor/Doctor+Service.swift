extension Doctor {
    static func serviceFindings(_ service: DoctorService) -> [DoctorFinding] {
        let connection = connection(service)
        let answers = connection.severity == .ok
        var findings = units(service, answers: answers) + [connection]
        if case .answered(let version) = service.connection, version != service.version {
            findings.append(
                DoctorFinding(
                    .service, .warning,
                    "The daemon is of version \(version), this program of \(service.version)",
                    advice: service.hasSystemd
                        ? "Restart the daemon: systemctl restart orientationd" : "Restart the daemon"))
        }
        if let sensor = service.staleSensor {
            findings.append(
                DoctorFinding(
                    .service, .warning,
                    "The daemon uses another sensor than the configuration asks for: \(sensor)",
                    advice:
                        "Have it read the configuration again: \(reload(service)); started with --sensor it "
                        + "stays with that"))
        }
        if let matrix = service.staleMatrix {
            findings.append(
                DoctorFinding(
                    .service, .warning,
                    "The daemon uses another mount matrix than configuration, udev and kernel say now: \(matrix)",
                    advice: "Have it look again: \(reload(service))"))
        }
        return findings
    }

    private static func reload(_ service: DoctorService) -> String {
        service.hasSystemd ? "systemctl reload orientationd" : "pkill -HUP -x orientationd"
    }

    private static func units(_ service: DoctorService, answers: Bool) -> [DoctorFinding] {
        guard service.hasSystemd else {
            return [
                DoctorFinding(
                    .service, .note, "systemd does not run this machine",
                    advice:
                        "Start orientationd by the means of this machine, in the foreground or from its init")
            ]
        }
        guard let socket = service.socketUnit, let unit = service.serviceUnit else {
            return [
                DoctorFinding(
                    .service, .note, "The service manager could not be asked about the units",
                    advice: "See systemctl status orientationd.socket orientationd.service")
            ]
        }
        var findings: [DoctorFinding] = []
        for each in [socket, unit] where !each.isFound || each.isMasked {
            findings.append(
                DoctorFinding(
                    .service, answers ? .note : .warning,
                    "The unit \(each.name) is \(each.isMasked ? "masked" : "not installed")",
                    advice: each.isMasked
                        ? "systemctl unmask \(each.name)"
                        : "Install it, as make install does, then: systemctl daemon-reload"))
        }
        if unit.isFound, unit.activeState == "failed" {
            findings.append(
                DoctorFinding(
                    .service, answers ? .warning : .error, "The unit \(unit.name) has failed",
                    advice: "See why: journalctl -u orientationd; then: systemctl reset-failed orientationd"))
        }
        guard socket.isFound, !socket.isMasked, findings.isEmpty else { return findings }
        let starts = socket.fileState.hasPrefix("enabled")
        let listens = socket.activeState == "active"
        if starts, listens {
            return [
                DoctorFinding(
                    .service, .ok,
                    "\(socket.name) listens and starts at boot; \(unit.name) is \(unit.activeState)",
                    advice: "Nothing to do")
            ]
        }
        let lack = [starts ? nil : "does not start at boot", listens ? nil : "does not listen"].compactMap {
            $0
        }
        return [
            DoctorFinding(
                .service, .warning, "\(socket.name) \(list(lack))",
                advice: "systemctl enable --now \(socket.name)")
        ]
    }

    private static func connection(_ service: DoctorService) -> DoctorFinding {
        switch service.connection {
        case .answered(let version):
            return DoctorFinding(
                .service, .ok, "orientationd \(version) answers at \(service.socketPath)",
                advice: "Nothing to do")
        case .silent(let reason):
            return DoctorFinding(
                .service, .error, "What listens at \(service.socketPath) does not answer: \(reason)",
                advice: service.hasSystemd
                    ? "See what it is: systemctl status orientationd; then: systemctl restart orientationd"
                    : "See which program it is (ss -xlp), and start orientationd anew")
        case .unreachable(let errnoName, let message):
            return DoctorFinding(
                .service, .error, "No daemon answers at \(service.socketPath): \(message)",
                advice: remedy(errnoName, service))
        }
    }

    private static func remedy(_ errnoName: String, _ service: DoctorService) -> String {
        switch errnoName {
        case "EACCES", "EPERM":
            "Ask for access to the socket: SocketMode= and SocketGroup= in a drop-in of orientationd.socket"
        case _ where service.socketUnit?.isFound == true:
            "Start it: systemctl enable --now orientationd.socket"
        default: "Start it: orientationd in a terminal, or install its units (make install)"
        }
    }
}
