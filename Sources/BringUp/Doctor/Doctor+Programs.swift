extension Doctor {
    private static let name = "orientationd"
    private static let rival = "iio-sensor-proxy"

    private static func onlyOne(_ service: DoctorService) -> String {
        service.hasSystemd
            ? "Let only one of them read it: systemctl mask --now iio-sensor-proxy; for desktops that ask it also "
                + "systemctl enable --now orientation-sensorproxy"
            : "Let only one of them read it: end iio-sensor-proxy, and take it away, since its udev rule and D-Bus "
                + "start it; for desktops that ask it run orientation-sensorproxy"
    }

    static func programFindings(_ facts: DoctorFacts) -> [DoctorFinding] {
        let onlyOne = onlyOne(facts.service)
        var findings: [DoctorFinding] = []
        let others = facts.programs.holders.filter { $0.name != name }
        for holder in others {
            findings.append(
                DoctorFinding(
                    .programs, .warning,
                    "\(holder.name) (process \(holder.process)) holds the sensor, so that its buffer is not to be had",
                    advice: holder.process == facts.programs.rival?.process
                        ? onlyOne
                        : "End that program, if you can do without it"))
        }
        if let rival = facts.programs.rival, !others.contains(rival) {
            findings.append(
                DoctorFinding(
                    .programs, .warning,
                    "\(Self.rival) runs (process \(rival.process)) and takes the sensor whenever somebody asks it",
                    advice: onlyOne))
        } else if facts.programs.rival == nil, let unit = facts.service.rivalUnit, unit.isFound,
            !unit.isMasked
        {
            findings.append(
                DoctorFinding(
                    .programs, .note,
                    "\(Self.rival) is installed, and its udev rule starts it when an accelerometer appears",
                    advice: onlyOne))
        }
        if facts.programs.hidden > 0, facts.used != nil {
            findings.append(
                DoctorFinding(
                    .programs, .note, "\(facts.programs.hidden) processes of others could not be looked into",
                    advice: "Run this as root to know who else holds the sensor"))
        }
        if findings.isEmpty, facts.used != nil {
            findings.append(
                DoctorFinding(.programs, .ok, "No other program holds the sensor", advice: "Nothing to do"))
        }
        return findings
    }
}
