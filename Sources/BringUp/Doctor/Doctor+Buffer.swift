extension Doctor {
    static func bufferFindings(_ sensor: DoctorSensor, _ programs: DoctorPrograms) -> [DoctorFinding] {
        let name = sensor.description.name
        guard let buffer = sensor.buffer else {
            guard sensor.hasRaw else {
                return [
                    DoctorFinding(
                        .buffer, .error, "\(name) has neither a buffer nor axes that can be read one by one",
                        advice: "Report it to those who wrote the driver")
                ]
            }
            return [
                DoctorFinding(
                    .buffer, .ok, "\(name) has no buffer, so its axes are read one by one",
                    advice: "Nothing to do")
            ]
        }
        var findings = [trigger(of: buffer, name)]
        if !sensor.hasRaw {
            findings.append(
                DoctorFinding(
                    .buffer, .note, "The axes of \(name) cannot be read one by one, should the buffer fail",
                    advice: "Nothing to do"))
        }
        if buffer.isEnabled, programs.holders.isEmpty {
            let hidden = programs.hidden > 0
            findings.append(
                DoctorFinding(
                    .buffer, hidden ? .note : .warning,
                    "The buffer is enabled, and no program that can be seen reads it",
                    advice: hidden
                        ? "Run this as root to see the programs of others"
                        : "A program that crashed left it so: echo 0 > "
                            + "/sys/bus/iio/devices/\(sensor.node)/buffer/enable"))
        }
        return findings
    }

    private static func trigger(of buffer: DoctorBuffer, _ name: String) -> DoctorFinding {
        if !buffer.needsTrigger {
            return DoctorFinding(
                .buffer, .ok, "\(name) has a buffer that it fills by itself", advice: "Nothing to do")
        }
        if let own = buffer.ownTriggers.first {
            if let current = buffer.currentTrigger, !buffer.ownTriggers.contains(current) {
                return DoctorFinding(
                    .buffer, .note,
                    "The buffer waits for the trigger \(current), which is not the sensor's own",
                    advice: "Nothing to do, if you set it; the sensor's own is \(own)")
            }
            return DoctorFinding(
                .buffer, .ok, "\(name) has a buffer, and the trigger \(list(buffer.ownTriggers)) for it",
                advice: "Nothing to do")
        }
        if let current = buffer.currentTrigger {
            return DoctorFinding(
                .buffer, .ok, "\(name) has a buffer that waits for the trigger \(current)",
                advice: "Nothing to do")
        }
        return DoctorFinding(
            .buffer, .note,
            "\(name) has a buffer but no trigger of its own, since its interrupt is not connected; its axes are "
                + "read one by one",
            advice:
                "Nothing to do; or TimerTrigger=yes in \(configurationFile), where the kernel has iio-trig-hrtimer"
        )
    }
}

extension DoctorSensor {
    /// `iio:deviceN`.
    var node: String {
        description.devicePath?.split(separator: "/").last.map(String.init) ?? description.name
    }
}
