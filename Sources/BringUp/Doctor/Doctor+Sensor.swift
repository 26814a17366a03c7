internal import IndustrialIO

extension Doctor {
    static func driverFindings(_ facts: DoctorFacts) -> [DoctorFinding] {
        var findings: [DoctorFinding] = []
        if let used = facts.used {
            let name = used.description.name
            if let driver = used.driver {
                findings.append(
                    DoctorFinding(
                        .driver, .ok, "The driver \(driver) is bound to \(name)",
                        advice: "If the sensor is stuck, unbind and bind it in /sys/bus, or reload its module"
                    ))
            } else if used.description.devicePath != nil {
                findings.append(
                    DoctorFinding(
                        .driver, .note, "No driver shows on what \(name) hangs on",
                        advice: "Nothing to do, if the sensor is one that software makes up"))
            }
        }
        // Another sensor's missing driver matters while none is in use.
        let severity: DoctorSeverity = facts.used == nil ? .error : .note
        for device in facts.driverless {
            findings.append(
                DoctorFinding(
                    .driver, severity,
                    "No driver is bound to \(device.path), which looks like an accelerometer (\(device.modalias))",
                    advice: "Try modprobe \(device.module), and see what dmesg says; if that helps, write "
                        + "\(device.module) into a file of /etc/modules-load.d"))
        }
        return findings
    }

    static func sensorFindings(_ facts: DoctorFacts) -> [DoctorFinding] {
        if let problem = facts.listingProblem {
            return [
                DoctorFinding(
                    .sensor, .error, "The devices cannot be listed: \(problem)",
                    advice: "See that /sys is mounted and that netlink sockets are allowed here")
            ]
        }
        var findings: [DoctorFinding] = []
        if let used = facts.used?.description {
            let place = used.location == .unknown ? "" : ", in the \(used.location.rawValue)"
            findings.append(
                DoctorFinding(
                    .sensor, .ok, "\(used.name) is used\(place): \(used.id)",
                    advice: "To use another, write its id as Sensor= into \(configurationFile)"))
        } else if facts.sensors.isEmpty {
            findings.append(noSensor(facts))
        } else if let pin = facts.pinnedSensor, !facts.sensors.contains(where: { $0.isMeant(by: pin) }) {
            findings.append(
                DoctorFinding(
                    .sensor, .error,
                    "The configuration wants the sensor \(pin), and there is none of that id",
                    advice: "Write one of these as Sensor=: \(list(facts.sensors.map(\.description.id)))"))
        } else if let pin = facts.pinnedSensor,
            let sensor = facts.sensors.first(where: { $0.isMeant(by: pin) }),
            let problem = sensor.description.problem
        {
            findings.append(
                DoctorFinding(
                    .sensor, .error,
                    "The configuration wants the sensor \(pin), which cannot be used, since \(problem)",
                    advice: facts.sensors.count > 1
                        ? "\(revival(of: sensor)); without Sensor= in \(configurationFile) another one is chosen"
                        : revival(of: sensor)))
            return findings + facts.sensors.filter { $0 != sensor }.compactMap { unused($0, pin: pin) }
        } else {
            findings.append(
                DoctorFinding(
                    .sensor, .error,
                    "No accelerometer is used, of \(facts.sensors.count) that \(facts.sensors.count == 1 ? "is" : "are") there",
                    advice: facts.sensors.contains(where: \.description.isReadable)
                        ? "See the reason of each; one that turns with the display after all can be pinned "
                            + "by its id, as Sensor= in \(configurationFile)"
                        : "See the reason of each; pinning does not help here"))
        }
        return findings + facts.sensors.compactMap { unused($0, pin: facts.pinnedSensor) }
    }

    /// Why one of several sensors is not the one.
    private static func unused(_ doctorSensor: DoctorSensor, pin: String?) -> DoctorFinding? {
        let sensor = doctorSensor.description
        guard !sensor.isSelected else { return nil }
        if let problem = sensor.problem, !sensor.isReadable {
            return DoctorFinding(
                .sensor, .note, "\(sensor.name) cannot be used, since \(problem): \(sensor.id)",
                advice: revival(of: doctorSensor))
        }
        if let problem = sensor.problem {
            return DoctorFinding(
                .sensor, .note, "\(sensor.name) is not used, since \(problem): \(sensor.id)",
                advice: "If that is wrong, pin it: Sensor=\(sensor.id) in \(configurationFile)")
        }
        let reason = pin == nil ? "another one suits better" : "another one is pinned"
        return DoctorFinding(
            .sensor, .note, "\(sensor.name) is not used, since \(reason): \(sensor.id)",
            advice: "To use it, write Sensor=\(sensor.id) into \(configurationFile)")
    }

    /// What may bring back a sensor that the kernel shows and that cannot be read.
    private static func revival(of sensor: DoctorSensor) -> String {
        guard let driver = sensor.driver else {
            return "It is looked at again every 30 s at the latest; see what dmesg says of it"
        }
        return
            "It is looked at again every 30 s at the latest; see dmesg | grep -i \(driver), and load the driver "
            + "anew (modprobe -r \(driver); modprobe \(driver)). If it stays so, those who wrote the driver have "
            + "to know"
    }

    private static func noSensor(_ facts: DoctorFacts) -> DoctorFinding {
        if !facts.driverless.isEmpty {
            return DoctorFinding(
                .sensor, .error, "There is no accelerometer, since it has no driver",
                advice: "See to the driver first")
        }
        if !facts.inputAccelerometers.isEmpty {
            return DoctorFinding(
                .sensor, .error,
                "There is no accelerometer that turns with the display: \(list(facts.inputAccelerometers)) is an "
                    + "input device, which protects a hard disk or belongs to a game controller",
                advice: "Nothing to do: this machine has no sensor for rotation that the kernel knows of")
        }
        let others =
            facts.otherDevices.isEmpty
            ? "the kernel has no IIO device at all" : "\(list(facts.otherDevices)) measures something else"
        return DoctorFinding(
            .sensor, .error, "There is no accelerometer: \(others)",
            advice:
                "See whether the firmware's set-up has sensors switched off, and search dmesg for iio, accel "
                + "and the sensor's name; a kernel without its driver has to be built with it")
    }
}

extension DoctorSensor {
    /// Whether the configuration means this one, by its id or by its path of the moment.
    fileprivate func isMeant(by pin: String) -> Bool {
        let pin = pin.hasPrefix("/sys/") ? pin : "/sys" + pin
        return pin == description.id || pin == "\(description.id)/\(node)"
    }
}
