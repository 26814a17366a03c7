internal import IndustrialIO
internal import OrientationCore

extension Doctor {
    /// Lengths of a still reading that are believed, in m/s²: from 0.72 to 1.28 times standard gravity.
    private static let believedLengths =
        0.72 * Acceleration.standardGravity...1.28 * Acceleration.standardGravity

    /// Lengths with which the daemon may still decide, in m/s². Beyond them it rejects every measurement.
    private static let usableLengths =
        0.5 * Acceleration.standardGravity...2 * Acceleration.standardGravity

    static func measurementFindings(_ facts: DoctorFacts) -> [DoctorFinding] {
        guard let used = facts.used, let measurement = facts.measurement else { return [] }
        let name = used.description.name
        if let problem = measurement.problem {
            return [
                DoctorFinding(
                    .measurement, .error, "\(name) cannot be read: \(problem)",
                    advice:
                        "See to permissions and other programs first, then: dmesg | grep -i \(used.driver ?? "iio")"
                )
            ]
        }
        if let failure = silence(measurement, used, facts) { return [failure] }
        var findings = [summary(measurement, name)]
        findings += [constancy(measurement, name), length(measurement, name), rate(measurement, used)]
            .compactMap { $0 }
        findings += [fallBack(measurement, used), face(measurement, facts), laptop(measurement, used, facts)]
            .compactMap { $0 }
        return findings
    }

    /// A sensor that says nothing usable.
    private static func silence(
        _ measurement: DoctorMeasurement, _ used: DoctorSensor, _ facts: DoctorFacts
    ) -> DoctorFinding? {
        let name = used.description.name
        let revival = revival(used, facts)
        if measurement.isAllZero {
            return DoctorFinding(
                .measurement, .error, "\(name) delivers nothing but zeros, so it sleeps or has failed",
                advice: revival)
        }
        let last = measurement.lastFailure.map { "; the last failure: \($0)" } ?? ""
        if case .daemon(let status) = measurement.reader, !["ready", "degraded"].contains(status) {
            return DoctorFinding(
                .measurement, .error, "The daemon gets no measurements of \(name): it is \(status)\(last)",
                advice: revival)
        }
        if measurement.samples?.isEmpty == true, case .own = measurement.reader {
            return DoctorFinding(
                .measurement, .error,
                "\(name) delivers nothing within \(rounded(measurement.duration.inSeconds)) s\(last)",
                advice: revival)
        }
        return nil
    }

    /// What may help where nothing comes.
    private static func revival(_ used: DoctorSensor, _ facts: DoctorFacts) -> String {
        if let address = facts.remoteAddress {
            return
                "See whether the other machine answers: iio_info -u \(address), and look into its sensor there"
        }
        if used.description.transport == .recording {
            return
                "A recording that is over says nothing more: RepeatRecording=yes in \(configurationFile) plays it "
                + "again and again, and Sensor=auto reads the machine's own sensor"
        }
        if accessFindings(used).contains(where: { $0.severity == .error }) {
            return "See to the permissions first, as said above"
        }
        return "Suspend and resume the machine once, or reload the driver"
            + (used.driver.map { " (modprobe -r \($0); modprobe \($0))" } ?? "")
            + "; a hub that sleeps for good needs the machine to be switched off completely"
    }

    private static func summary(_ measurement: DoctorMeasurement, _ name: String) -> DoctorFinding {
        let way = measurement.transport.way
        let reader = measurement.reader == .own ? "" : " by the daemon"
        var sentence = "\(name) is read\(reader) \(way)"
        if let asked = measurement.rateAsked { sentence += ", asked for \(rounded(asked)) Hz" }
        if let samples = measurement.samples {
            sentence += ", \(samples.count) readings in \(rounded(measurement.duration.inSeconds)) s"
            if let rate = measurement.rate { sentence += " (\(rounded(rate)) Hz)" }
        }
        sentence += "; it looks like \(measurement.orientation.name)"
        let advice =
            measurement.samples == nil
            ? "As root or a member of the group orientation this counts the readings; see also orientationctl samples"
            : "If the device is held otherwise: \(calibration)"
        return DoctorFinding(.measurement, .ok, sentence, advice: advice)
    }

    private static func constancy(_ measurement: DoctorMeasurement, _ name: String) -> DoctorFinding? {
        guard measurement.isConstant else { return nil }
        return DoctorFinding(
            .measurement, .warning,
            "All readings of \(name) are the same to the last step, as of a sensor that is stuck",
            advice: "Move the device and run this again; if nothing changes then, reload the driver")
    }

    private static func length(_ measurement: DoctorMeasurement, _ name: String) -> DoctorFinding? {
        guard let length = measurement.middleLength, !believedLengths.contains(length) else { return nil }
        return DoctorFinding(
            .measurement, usableLengths.contains(length) ? .warning : .error,
            "\(name) reads \(rounded(length)) m/s² where a device at rest reads 9.8",
            advice:
                "Hold the device still and run this again; if it stays so, scale or offset are wrong, which those "
                + "who wrote the driver have to know: what orientationctl record writes says it all")
    }

    /// A buffer that is slower than half of what was asked for.
    private static func rate(_ measurement: DoctorMeasurement, _ used: DoctorSensor) -> DoctorFinding? {
        let isBuffered =
            measurement.transport == .bufferHardware || measurement.transport == .bufferSoftware
        guard isBuffered, !measurement.reportsChangesOnly, let asked = measurement.rateAsked,
            let got = measurement.rate, got < asked / 2
        else { return nil }
        return DoctorFinding(
            .measurement, .warning,
            "\(used.description.name) was asked for \(rounded(asked)) Hz and delivers \(rounded(got)) Hz",
            advice: "See sampling_frequency of /sys/bus/iio/devices/\(used.node); Buffer=no in "
                + "\(configurationFile) reads the axes one by one instead")
    }

    private static func fallBack(_ measurement: DoctorMeasurement, _ used: DoctorSensor) -> DoctorFinding? {
        guard measurement.transport == .sysfs, let buffer = used.buffer,
            !buffer.needsTrigger || !buffer.ownTriggers.isEmpty || buffer.currentTrigger != nil
        else { return nil }
        let why = measurement.lastFailure ?? "nothing comes through that"
        return DoctorFinding(
            .measurement, .warning,
            "The axes of \(used.description.name) are read one by one, though it has a buffer: \(why)",
            advice: "See to permissions and other programs; where Buffer=no is configured this is meant so")
    }

    private static func face(_ measurement: DoctorMeasurement, _ facts: DoctorFacts) -> DoctorFinding? {
        guard measurement.orientation == .faceDown else { return nil }
        return DoctorFinding(
            .measurement, .note, "The device is said to lie on its display",
            advice:
                "If it lies on its back, write InvertZ=\(facts.invertsZ ? "no" : "yes") into \(configurationFile)"
        )
    }

    /// How a device is held that stands on its head, seen from the way its casing was built for.
    static func upsideDown(_ natural: InterfaceOrientation) -> DeviceOrientation {
        switch natural {
        case .portrait: .portraitUpsideDown
        case .portraitUpsideDown: .portrait
        case .landscapeLeft: .landscapeLeft
        case .landscapeRight: .landscapeRight
        }
    }

    /// Nobody uses a laptop that stands on its head.
    private static func laptop(
        _ measurement: DoctorMeasurement, _ used: DoctorSensor, _ facts: DoctorFacts
    ) -> DoctorFinding? {
        guard measurement.isLaptop == true,
            measurement.orientation == upsideDown(facts.casing.orientation.natural)
        else { return nil }
        // What a person measured counts one way only.
        let isMeasured = used.description.matrixSources.contains { $0.inForce && $0.origin == .configuration }
        let other: MatrixConvention = facts.convention == .kernel ? .hwdb : .kernel
        return DoctorFinding(
            .measurement, .warning,
            "The device is folded like a laptop, and yet its display is said to stand upside down",
            advice: "Unless the device does hang from something, "
                + (isMeasured
                    ? "measure it anew: \(calibration)"
                    : "write Convention=\(other.rawValue) into \(configurationFile)")
        )
    }
}

extension SensorTransport {
    /// How that is done, for people.
    fileprivate var way: String {
        switch self {
        case .bufferHardware: "through its buffer"
        case .bufferSoftware: "through its buffer, at the pace of a timer"
        case .sysfs: "axis by axis"
        case .network: "over the network"
        case .recording: "from a recording"
        }
    }
}
