/// Judges why rotation works on a machine or does not: facts in, findings out.
///
/// | area | asks |
/// | --- | --- |
/// | configuration | can the files be used? |
/// | driver | is a driver bound to the sensor? |
/// | sensor | is an accelerometer there that may be used? |
/// | access | may the daemon's account read and set up the sensor? |
/// | buffer | is there a buffer, and a trigger for it? |
/// | matrix | whose mount matrix is in force, and do the others agree? |
/// | programs | does another program hold the sensor? |
/// | measurement | does the sensor deliver, as often as asked, and something sensible? |
/// | casing | which way up was the casing built, and how is the panel mounted in it? |
/// | service | do units, socket and daemon work? |
///
/// Of a sensor that is on another machine only its own answers can be judged, and where a recording is played there
/// is none.
///
/// A finding is an error exactly if rotation does not work because of it.
public enum Doctor {
    /// How somebody comes to the right mount matrix.
    static let calibration =
        "orientationctl calibrate --apply measures the right matrix and puts it into force"

    /// Judges.
    public static func examine(_ facts: DoctorFacts) -> DoctorReport {
        var findings = configurationFindings(facts)
        if let recording = facts.recording {
            findings += recordingFindings(recording)
            return DoctorReport(findings + serviceFindings(facts.service))
        }
        if let address = facts.remoteAddress {
            findings += remoteFindings(facts, address)
        } else {
            findings += driverFindings(facts) + sensorFindings(facts)
            if let sensor = facts.used {
                findings += accessFindings(sensor) + bufferFindings(sensor, facts.programs)
                findings += matrixFindings(sensor, facts.casing)
            }
            findings += programFindings(facts)
        }
        findings += measurementFindings(facts)
        findings += casingFindings(facts) + serviceFindings(facts.service)
        return DoctorReport(findings)
    }

    /// Where people put what they configure.
    static let configurationFile = "/etc/orientationd/orientationd.conf"

    static func configurationFindings(_ facts: DoctorFacts) -> [DoctorFinding] {
        switch facts.configuration {
        case .wrong(let problem):
            return [
                DoctorFinding(
                    .configuration, .error, "The configuration cannot be used: \(problem)",
                    advice: "Correct that line; until then the daemon does not start")
            ]
        case .files(let files) where files.isEmpty:
            return [
                DoctorFinding(
                    .configuration, .ok, "Nothing is configured, so everything is at its default",
                    advice: "Write into \(configurationFile) what you want to have otherwise")
            ]
        case .files(let files):
            return [
                DoctorFinding(
                    .configuration, .ok, "The configuration is right: \(list(files))",
                    advice: "After a change: systemctl reload orientationd")
            ]
        }
    }

    /// Words with commas and a last "and".
    static func list(_ words: [String]) -> String {
        guard let last = words.last, words.count > 1 else { return words.first ?? "" }
        return words.dropLast().joined(separator: ", ") + " and " + last
    }

    /// A number as a person would write it, with one decimal at most.
    static func rounded(_ value: Double) -> String {
        let tenths = (value * 10).rounded() / 10
        return tenths == tenths.rounded() && abs(tenths) < 1e9 ? String(Int(tenths)) : String(tenths)
    }
}
