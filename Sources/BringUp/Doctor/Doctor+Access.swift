extension Doctor {
    /// How the missing permissions are given. The rules give them to the daemon's own account alone.
    private static func rules(for account: String) -> String {
        let rules =
            "Install orientationd's udev rules (70-orientationd.rules), then: udevadm control --reload && "
            + "udevadm trigger --subsystem-match=iio"
        if account == "orientationd" { return rules }
        return "Start the daemon by its unit, whose account has the right, or as root. \(rules), and put "
            + "\(account) into the group orientationd to start it by hand"
    }

    static func accessFindings(_ sensor: DoctorSensor) -> [DoctorFinding] {
        guard let account = sensor.files.first?.account else { return [] }
        let name = sensor.description.name
        let canPoll = sensor.hasRaw && missing(.measure, sensor).isEmpty
        let canBuffer =
            sensor.buffer != nil && missing(.openBuffer, sensor).isEmpty
            && missing(.setUpBuffer, sensor).isEmpty
        guard canPoll || canBuffer else {
            let files =
                missing(.measure, sensor) + missing(.openBuffer, sensor) + missing(.setUpBuffer, sensor)
            return [
                finding(
                    .error, files, account, consequence: "so \(name) can be read in no way at all", sensor)
            ]
        }
        var findings: [DoctorFinding] = []
        if sensor.buffer != nil, !canBuffer {
            let files = missing(.openBuffer, sensor) + missing(.setUpBuffer, sensor)
            findings.append(
                finding(
                    .warning, files, account, consequence: "so \(name) is polled instead of buffered", sensor)
            )
        }
        if sensor.hasRaw, !canPoll {
            findings.append(
                finding(
                    .warning, missing(.measure, sensor), account,
                    consequence: "so nothing is left when the buffer falls silent", sensor))
        }
        let rates = missing(.setRate, sensor)
        if !rates.isEmpty {
            findings.append(
                finding(
                    .warning, rates, account, consequence: "so \(name) measures as often as it does now",
                    sensor))
        }
        if findings.isEmpty {
            findings.append(
                DoctorFinding(
                    .access, .ok, "\(account) may use all \(sensor.files.count) files that \(name) needs",
                    advice: "Nothing to do"))
        }
        return findings
    }

    private static func missing(_ need: DoctorNeed, _ sensor: DoctorSensor) -> [DoctorFile] {
        sensor.files.filter { $0.need == need && !$0.isGranted }
    }

    private static func finding(
        _ severity: DoctorSeverity, _ files: [DoctorFile], _ account: String, consequence: String,
        _ sensor: DoctorSensor
    ) -> DoctorFinding {
        let gone = files.filter { $0.permissions == nil }
        if !files.isEmpty, gone.count == files.count {
            return DoctorFinding(
                .access, severity, "\(list(gone.map(\.path))) is missing, \(consequence)",
                advice: "See whether udev runs, and whether this is a container without the host's devices")
        }
        let advice =
            files.contains(where: \.isRefusedOtherwise)
            ? "The mode would allow it, so a security module refuses: see ausearch -m avc -ts recent, or dmesg"
            : rules(for: account)
        let deeds = DoctorNeed.allCases.compactMap { need in
            let refused = files.filter { $0.need == need }
            return refused.isEmpty ? nil : "\(need.verb) \(named(refused))"
        }
        return DoctorFinding(
            .access, severity, "\(account) may not \(list(deeds)), \(consequence)", advice: advice)
    }

    /// Files by their paths. Those of one folder with the same permissions are told together.
    private static func named(_ files: [DoctorFile]) -> String {
        let prefix = "/sys/bus/iio/devices/"
        func place(_ file: DoctorFile) -> (folder: String, name: String) {
            guard file.path.hasPrefix(prefix),
                let slash = file.path.dropFirst(prefix.count).firstIndex(of: "/")
            else { return ("", file.path) }
            return (String(file.path[..<slash]), String(file.path[file.path.index(after: slash)...]))
        }
        var groups: [(folder: String, permissions: String, names: [String])] = []
        for file in files {
            let (folder, name) = place(file)
            let permissions = file.permissions ?? "missing"
            if let index = groups.firstIndex(where: { $0.folder == folder && $0.permissions == permissions })
            {
                groups[index].names.append(name)
            } else {
                groups.append((folder, permissions, [name]))
            }
        }
        return list(
            groups.map { folder, permissions, names in
                "\(list(names))\(folder.isEmpty ? "" : " of \(folder)") (\(permissions))"
            })
    }
}

extension DoctorNeed {
    /// What is done with such a file.
    fileprivate var verb: String {
        switch self {
        case .measure: "read"
        case .openBuffer: "open"
        case .setUpBuffer, .setRate: "write"
        }
    }
}
