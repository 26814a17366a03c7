extension Doctor {
    /// What there is to say of a sensor that is on another machine: this one's drivers, files and programs have
    /// nothing to do with it.
    ///
    /// - Parameter address: The other machine's, as the daemon was told.
    static func remoteFindings(_ facts: DoctorFacts, _ address: String) -> [DoctorFinding] {
        var findings: [DoctorFinding] = []
        if let used = facts.used?.description {
            findings.append(
                DoctorFinding(
                    .sensor, .ok, "\(used.name) of another machine is used, over the network: \(used.id)",
                    advice: "For a sensor of this machine, start the daemon without --uri"))
        } else {
            let problem = facts.sensors.lazy.compactMap(\.description.problem).first
            findings.append(
                DoctorFinding(
                    .sensor, .error,
                    "The daemon is to use a sensor of another machine, and "
                        + (problem ?? "none of those that \(address) has is the one that is asked for"),
                    advice:
                        "See that iiod runs there (systemctl status iiod), that its port is open (30431 unless "
                        + "the address names another), and that the service may use the network here; then: "
                        + "iio_info -u \(address)"))
        }
        for sensor in facts.sensors.map(\.description) where !sensor.isSelected && sensor.id != address {
            let reason = sensor.problem ?? "another one suits better, or is asked for"
            let pinning = "start the daemon with --sensor \(sensor.name) as well"
            findings.append(
                DoctorFinding(
                    .sensor, .note, "\(sensor.name) of the other machine is not used, since \(reason)",
                    advice: sensor.problem == nil
                        ? "To use it, \(pinning)"
                        : "If it cannot be read, look into it there (iio_info); if it can, \(pinning)"))
        }
        if let used = facts.used { findings += matrixFindings(used, facts.casing) }
        return findings
    }
}
