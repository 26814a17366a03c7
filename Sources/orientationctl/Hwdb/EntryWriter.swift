internal import BringUp
internal import OrientationCore
internal import SystemCalls

/// Prints an entry for a machine, once the real hardware database has been asked about it.
struct EntryWriter {
    let machine: SurveyedMachine
    /// The command that says so, for messages.
    let command: String

    /// Prints the entry, or the rule where there can be no entry.
    ///
    /// - Returns: ``ExitStatus/success`` if udev finds it.
    func write(_ matrix: MountMatrix) throws(Failure) -> ExitStatus {
        guard let lookup = machine.lookup else {
            throw Failure(
                "\(machine.sensorName) hangs on nothing with a modalias, by which udev looks it up", .no)
        }
        if !machine.twins.isEmpty, let path = machine.path {
            say(
                "\(machine.twins.count + 1) sensors have one key, which the hardware database cannot tell apart"
            )
            say(
                "put this into /etc/udev/rules.d/\(SensorRule.fileName), and then: udevadm control --reload "
                    + "&& udevadm trigger --subsystem-match=iio")
            Output.text(
                SensorRule(path: path, others: machine.twins, key: lookup.key, matrix: matrix).text)
            return .success
        }
        let entry: HardwareDatabaseEntry
        do throws(EntryError) { entry = try HardwareDatabaseEntry(lookup) } catch {
            throw Failure("\(error)", .no)
        }
        let text = entry.text(matrix: matrix, location: machine.isOneOfSeveral ? "display" : nil)
        for note in entry.notes { say(note) }
        if machine.isMirrored(by: matrix) {
            say(
                "of an entry orientationd takes only the first two rows, and z from the kind of sensor: with this "
                    + "one it needs InvertZ=yes as well, or face up and face down are swapped")
        }
        let status = try prove(text, lookup.key, matrix)
        Output.text(text)
        return status
    }

    private func prove(_ text: String, _ key: String, _ matrix: MountMatrix) throws(Failure) -> ExitStatus {
        let result: HardwareDatabaseProof.Result
        do throws(SystemCallError) {
            result = try HardwareDatabaseProof.result(of: key, adding: text)
        } catch {
            let reason = error.name == "ENOENT" ? "there is no systemd-hwdb here" : "\(error)"
            say("not proved: \(reason)")
            return .no
        }
        say("udev looks this sensor up as \(key)")
        guard result.after["ACCEL_MOUNT_MATRIX"] == matrix.text else {
            let other = result.after["ACCEL_MOUNT_MATRIX"].map { "gives \($0)" } ?? "gives no matrix"
            say("with the entry the database still \(other): does a file in /etc/udev/hwdb.d say so?")
            return .no
        }
        say("with the entry the database gives \(matrix.text), proved with systemd-hwdb")
        if let before = result.before["ACCEL_MOUNT_MATRIX"] {
            say(
                before == matrix.text
                    ? "without it the same: nothing has to be added" : "without it it gives \(before)")
        }
        if let last = result.fittingLines.last {
            say("in 60-sensor.hwdb it has to stand below line \(last.line), \(last.text), which fits as well")
        }
        return .success
    }

    private func say(_ line: String) { Output.error("orientationctl \(command): \(line)") }
}
