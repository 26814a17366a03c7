internal import BringUp
internal import Configuration
internal import OrientationCore
internal import OrientationProtocol

/// `orientationctl calibrate`: how the sensor is mounted, found by holding the device in a few postures.
struct Calibrate: Command {
    static let name = "calibrate"
    static let help = """
        Usage: orientationctl calibrate [--all] [--exact] [--apply] [--json]
                                        [--sensor ID] [--direct] [--config FILE]
                                        [--socket PATH]
               orientationctl calibrate --case FILE [--exact] [--apply] [--json]
                                        [--config FILE] [--socket PATH]
               orientationctl calibrate --undo [--config FILE] [--socket PATH]

        Finds the mount matrix of the accelerometer: shows how to hold the device, waits until
        it is still, takes the reading and goes on by itself. Upright, turned left and flat
        are asked for; more, where these contradict each other or what is known of the sensor.
        A reading that does not fit the others is asked for once more and then left out; the
        others are kept. Then prints the matrix and how sure it is, and, where it measured, an
        entry of udev's hardware database; or, with --apply, puts the matrix into force at
        once. Without a terminal each posture is one line, and Enter or the end of the input
        says that the device is held so already.

          --all            ask for all six postures, which tell bias and scale as well
          --exact          any rotation, not only along the axes of the casing; asks for all six
          --apply          write the matrix to 90-mount-matrix.conf in the folder
                           orientationd.conf.d, keep what was there, and tell the daemon
          --undo           put back what was there before the last --apply
          --case FILE      estimate from notes instead; see below. - is standard input
          --json           print {"matrix": ..., "determined": ..., "alternatives": [...],
                           "residualDegrees": ...}. "determined" has the letters of the rows
                           that are certain: "xyz", "xy" if the sign of z is open, or fewer
        \(SampleOptions.help)

        FILE is a JSON object with "readings" (posture: [x, y, z] as the sensor gave them, in
        any unit, null for an axis that is not known), or "observed" (posture: label reported)
        with "through" (the matrix in force then, or "identity"). Postures and labels are
        normal, bottom-up, left-up, right-up, face-up and face-down, or portrait,
        portraitUpsideDown, landscapeRight, landscapeLeft, faceUp and faceDown; others are
        passed over with a warning.

        Matrices are in the frame of udev's hardware database, as MountMatrix= takes them.
        Measuring is for root and members of the group 'orientation'; --apply is for root.

        Exit status: 0 there is an estimate, and what was asked for is done; 1 not so; 2 wrong
        usage; 3 no daemon; 4 no sensor.

        Example: sudo orientationctl calibrate --apply
                 echo '{"readings": {"portrait": [0, -9.8, 0], "landscapeLeft": [9.8, 0, 0]}}' |
                     orientationctl calibrate --case -

        """

    private enum Job { case guide, undo, estimate(String) }

    private var job = Job.guide
    private var asksForAll = false
    private var isExact = false
    private var applies = false
    private var printsJSON = false
    private var options = SampleOptions()

    init(_ arguments: inout Arguments) throws(Failure) {
        while let argument = try arguments.next() {
            switch argument {
            case .option("--case"): job = .estimate(try arguments.value(of: "--case"))
            case .option("--undo"): job = .undo
            case .option("--exact"): isExact = true
            case .option("--all"): asksForAll = true
            case .option("--apply"): applies = true
            case .option("--json"): printsJSON = true
            default:
                if try !options.take(argument, &arguments) { throw Arguments.unexpected(argument) }
            }
        }
        if applies, case .undo = job { throw .usage("--apply and --undo contradict each other") }
    }

    func run() throws(Failure) -> ExitStatus {
        switch job {
        case .guide: return try guide()
        case .undo:
            let file = MatrixOverride(configuration: configuration)
            try file.undo()
            Output.line(
                "\(file.path) is as it was before. "
                    + DaemonReload(socketPath: options.socketPath).run(awaiting: nil))
            return .success
        case .estimate(let file):
            let written = try MountCase(file: file)
            for warning in written.warnings { Output.error("orientationctl calibrate: \(file): \(warning)") }
            let found = try estimate(written.evidence, of: "\(file): ", .hardwareDatabase)
            report(found, written.scale.map(MountReport.Unit.init) ?? .unknown, .hardwareDatabase)
            if applies { try apply(found, pinned: nil) }
            return .success
        }
    }

    private var configuration: String { options.configuration ?? Configuration.defaultFile }

    private func guide() throws(Failure) -> ExitStatus {
        if applies { try MatrixOverride(configuration: configuration).check() }
        let postures = isExact || asksForAll ? CasingPosture.allCases : CasingPosture.few
        let measured = try CalibrateGuide(postures, isExact: isExact, options).run()
        for line in measured.lines {
            if printsJSON { Output.error(line) } else { Output.line(line) }
        }
        if !printsJSON { Output.line("") }
        let found = try estimate(measured.evidence, of: "", measured.names)
        report(found, MountReport.Unit(metresPerSecondSquared: 1), measured.names)
        let sensor = measured.sensor
        if applies {
            // Read directly, the sensor that was named is the selected one here, and need not be the daemon's.
            let isOwn = sensor.selected && (!options.isDirect || options.sensor == nil)
            try apply(found, pinned: isOwn ? nil : sensor.id)
            return .success
        }
        if printsJSON { return .success }
        Output.text("\nTo use it at once: orientationctl calibrate --apply\n\n")
        if sensor.devicePath != nil { printEntry(found.matrix, of: sensor) }
        return .success
    }

    private func estimate(
        _ evidence: MountingEvidence, of subject: String, _ names: PostureNames
    ) throws(Failure) -> MountEstimate {
        do throws(EstimateError) {
            return isExact
                ? try RotationEstimator.estimate(evidence) : try MountEstimator.estimate(evidence)
        } catch {
            throw Failure(subject + error.description(names), .no)
        }
    }

    private func printEntry(_ matrix: MountMatrix, of sensor: Sensor) {
        do throws(Failure) {
            let machine = try SurveyedMachine(sensor: sensor.id, configuration: options.configuration)
            _ = try EntryWriter(machine: machine, command: Self.name).write(matrix)
        } catch {
            Output.error("orientationctl calibrate: no entry of the hardware database: \(error.message)")
        }
    }

    private func report(_ estimate: MountEstimate, _ unit: MountReport.Unit, _ names: PostureNames) {
        if printsJSON {
            Output.json(estimate.json)
        } else {
            Output.text(MountReport(estimate, unit: unit, isExact: isExact, names: names).text)
        }
    }

    private func apply(_ estimate: MountEstimate, pinned: String?) throws(Failure) {
        guard estimate.determined.hasPrefix("xy") else {
            throw Failure("nothing is written, since x and y are not both certain", .no)
        }
        guard !isExact || estimate.residualDegrees <= RotationEstimator.goodResidualDegrees else {
            throw Failure("nothing is written, since the postures were not held well enough", .no)
        }
        let file = MatrixOverride(configuration: configuration)
        let before = try file.apply(
            estimate.matrix, isZCertain: estimate.determined == "xyz", pinned: pinned)
        let outcome = DaemonReload(socketPath: options.socketPath).run(awaiting: estimate.matrix)
        let choice = pinned == nil ? "" : " Sensor= chooses this sensor from now on."
        Output.error("Written to \(file.path); before it was \(before ?? "not set").\(choice) \(outcome)")
        let place = options.configuration.map { " --config \($0)" } ?? ""
        Output.error(
            "To take it back: orientationctl calibrate --undo\(place). "
                + "For others to have it: orientationctl hwdb entry\(place)")
    }
}
