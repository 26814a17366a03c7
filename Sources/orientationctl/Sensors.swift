internal import OrientationClient
internal import OrientationCore
internal import OrientationProtocol

/// `orientationctl sensors`: all accelerometers, used or not.
struct Sensors: Command {
    static let name = "sensors"
    static let help = """
        Usage: orientationctl sensors [--json] [--socket PATH]

        Prints all accelerometers of the machine: which one is used and how it is read,
        where its mount matrix is from, and why the others are not used. Powers none.

          --json         print the protocol's Sensor, one JSON object a line
          --socket PATH  where the daemon listens, instead of
                         /run/orientationd/org.orientationd

        Exit status: 0 one is used; 2 wrong usage; 3 no daemon; 4 none can be used.

        Example: orientationctl sensors

        """

    private var printsJSON = false
    private var socketPath = OrientationSubscription.defaultSocketPath

    init(_ arguments: inout Arguments) throws(Failure) {
        while let argument = try arguments.next() {
            switch argument {
            case .option("--json"): printsJSON = true
            case .option("--socket"): socketPath = try arguments.value(of: "--socket")
            default: throw Arguments.unexpected(argument)
            }
        }
    }

    func run() throws(Failure) -> ExitStatus {
        let reply: SensorsReply
        do throws(ClientError) {
            reply = try OrientationConnection(socketPath: socketPath).call(.listSensors)
        } catch {
            throw Failure(error)
        }
        if printsJSON {
            for sensor in reply.sensors { Output.json(sensor) }
        } else {
            for sensor in reply.sensors { Output.line(sensor.report) }
            if reply.sensors.isEmpty { Output.text("There is no accelerometer.\n\n") }
            Output.text(reply.casingReport)
        }
        return reply.sensors.contains(where: \.selected) ? .success : .noSensor
    }
}

extension Sensor {
    /// The sensor on some lines, for people.
    fileprivate var report: String {
        var lines: [(String, String)] = [("id", id)]
        if let devicePath { lines.append(("device", devicePath)) }
        lines.append(("location", location.rawValue))
        var reading =
            "\(transport.rawValue), stamped by \(timestampSource == .kernel ? "the kernel" : "arrival")"
        if let samplingFrequency { reading += ", \(samplingFrequency.decimal) Hz" }
        lines.append(("read by", reading + (active ? ", active" : ", off")))
        lines.append(("scale", scale.decimals))
        if offset.contains(where: { $0 != 0 }) { lines.append(("offset", offset.decimals)) }
        lines.append(("to device", mountMatrix.rows))
        for source in matrixSources where source.value != nil || source.inForce || source.problem != nil {
            var text =
                source.source == .none
                ? "none found: what suits this kind of sensor"
                : "\(source.source.rawValue): \(source.value ?? "nothing")"
            if source.inForce { text += ", in force" }
            if let problem = source.problem { text += " (\(problem))" }
            lines.append(("matrix", text))
        }
        if errorCount > 0 || lastError != nil {
            lines.append(("errors", "\(errorCount)" + (lastError.map { ", the last: \($0)" } ?? "")))
        }
        if outOfRange > 0 {
            lines.append(("range", "\(outOfRange) measurements were zero, above 2 g or below 0.3 g"))
        }
        if let problem { lines.append(("problem", problem)) }
        for note in notes { lines.append(("note", note)) }
        let use = selected ? "in use" : problem == nil ? "not chosen" : "not used"
        return "\(name): \(use)\n" + lines.map { "  \($0.padded(to: 11))\($1)\n" }.joined()
    }
}

extension SensorsReply {
    /// Panel and casing, for people.
    fileprivate var casingReport: String {
        "Casing: held as \(naturalOrientation.name) by nature, panel mounted \(panelOrientation.name) "
            + "(\(orientationReason)).\n"
    }
}

extension Double {
    /// The number as a person would write it: no fraction where there is none.
    fileprivate var decimal: String {
        self == rounded() && abs(self) < 1e9 ? String(Int(self)) : String(Float(self))
    }
}

extension [Double] {
    /// One number if all are the same, else all.
    fileprivate var decimals: String {
        Set(self).count == 1 ? self[0].decimal : map(\.decimal).joined(separator: ", ")
    }

    /// A matrix of three columns, row by row.
    fileprivate var rows: String {
        stride(from: 0, to: count, by: 3).map { start in
            self[start..<Swift.min(start + 3, count)].map(\.decimal).joined(separator: ", ")
        }.joined(separator: "; ")
    }
}
