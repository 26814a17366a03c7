internal import IndustrialIO
internal import OrientationCore

extension Doctor {
    static func matrixFindings(_ sensor: DoctorSensor, _ casing: DoctorCasing) -> [DoctorFinding] {
        let sources = sensor.description.matrixSources
        var findings = sources.compactMap { finding(for: $0) }
        if let disagreement = disagreement(sensor) { findings.append(disagreement) }
        if sensor.description.conventionIsAssumed {
            findings.append(
                DoctorFinding(
                    .matrix, .note,
                    "In which direction x and y of the device tree's matrix count is not known; they are shown as "
                        + "the desktops show them",
                    advice:
                        "Hold the device upright: if it says \(upsideDown(casing.orientation.natural).name), write "
                        + "Convention=kernel into \(configurationFile)"))
        }
        return findings
    }

    private static func finding(for source: MatrixSourceReport) -> DoctorFinding? {
        let place = source.origin.place
        if source.origin == .none {
            guard source.inForce else { return nil }
            return DoctorFinding(
                .matrix, .ok,
                "No mount matrix is known, so the one that suits this kind of sensor is in force",
                advice: "If a side is shown as another one: \(calibration)")
        }
        guard let value = source.value else { return nil }
        if source.inForce {
            let oddity = source.problem.map { " (\($0))" } ?? ""
            return DoctorFinding(
                .matrix, .ok, "The mount matrix of \(place) is in force: \(value)\(oddity)",
                advice: "If a side is shown as another one: \(calibration)")
        }
        if let problem = source.problem {
            let isExpected = source.origin == .kernel && source.isUndeclaredIdentity
            return DoctorFinding(
                .matrix, isExpected ? .ok : .warning,
                "The mount matrix of \(place) is not used: \(value): \(problem)",
                advice: isExpected ? "Nothing to do" : source.origin.correction)
        }
        return DoctorFinding(
            .matrix, .ok, "The mount matrix of \(place) comes after the one in force: \(value)",
            advice: "To change the order: MatrixSources= in \(configurationFile)")
    }

    /// Whether valid matrices differ. What a person measured is meant to differ.
    private static func disagreement(_ sensor: DoctorSensor) -> DoctorFinding? {
        let matrices = sensor.description.matrixSources.compactMap { source in
            source.isUsable && source.origin != .configuration
                ? source.value.flatMap { try? MountMatrix(parsing: $0) } : nil
        }
        guard let first = matrices.first, matrices.contains(where: { $0 != first }) else { return nil }
        if sensor.description.matrixSources.contains(where: { $0.origin == .configuration && $0.inForce }) {
            return nil
        }
        let inForce = sensor.description.matrixSources.first(where: \.inForce)?.origin
        let winner = inForce?.place ?? ""
        let others = inForce == .kernel ? "configuration udev kernel" : "configuration kernel udev"
        let change = "MatrixSources=\(others) in \(configurationFile)"
        let board =
            "the device tree's is for this board and likely right, udev's for every board with this chip"
        let likely: String
        switch (sensor.matrixIsDeclared, inForce) {
        case (true, .kernel):
            likely = "nothing to do: \(board)"
        case (true, _): likely = "\(board): \(change)"
        case (false, _):
            likely =
                "hold the device upright and turn it: if a side is shown as another one, \(change); or \(calibration)"
        }
        return DoctorFinding(
            .matrix, sensor.matrixIsDeclared && inForce == .kernel ? .note : .warning,
            "The mount matrices of udev and of the kernel differ; that of \(winner) is in force",
            advice: likely.prefix(1).uppercased() + likely.dropFirst())
    }
}

extension MatrixSourceReport {
    /// Whether it could be in force.
    fileprivate var isUsable: Bool {
        value != nil && (inForce || problem == nil)
    }

    /// Whether it is what the kernel shows where nobody declared a matrix.
    fileprivate var isUndeclaredIdentity: Bool {
        value.flatMap { try? MountMatrix(parsing: $0) } == .identity
    }
}

extension MatrixOrigin {
    /// Where it is, for people.
    fileprivate var place: String {
        switch self {
        case .configuration: "the configuration"
        case .udev: "udev (ACCEL_MOUNT_MATRIX)"
        case .kernel: "the kernel"
        case .none: "nobody"
        }
    }

    /// How a wrong one is replaced.
    fileprivate var correction: String {
        switch self {
        case .configuration: "Correct MountMatrix= in the configuration"
        case .udev:
            "Put a right entry into /etc/udev/hwdb.d (orientationctl calibrate prints one), then: systemd-hwdb "
                + "update && udevadm trigger --subsystem-match=iio --action=change"
        case .kernel, .none:
            "Hold the device in three postures: \(Doctor.calibration)"
        }
    }
}
