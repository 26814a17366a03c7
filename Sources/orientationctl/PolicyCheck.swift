internal import OrientationClient
internal import OrientationCore
internal import OrientationProtocol
internal import SystemCalls

/// `orientationctl policy check`: what a policy allows, level by level.
struct PolicyCheck: Command {
    static let name = "policy"
    static let help = """
        Usage: orientationctl policy check [--kind pad|phone] [--socket PATH] FILE

        Tells which orientations a client's policy leaves at each level, which controller is
        asked, and why. FILE holds a Policy of the protocol (JSON); - is standard input.

        The machine is the one that the daemon knows: its kind, and what it offers. Without
        a daemon, or with --kind, it is one without configuration.

          --kind KIND    for a pad or a phone without configuration; asks no daemon
          --socket PATH  where the daemon listens, instead of
                         /run/orientationd/org.orientationd

        Exit status: 0 something remains; 1 nothing remains; 2 wrong usage or policy.

        Example: echo '{"root": {"supported": ["portrait"]}}' | orientationctl policy check -

        """

    private var file = ""
    private var kind: DeviceKind?
    private var socketPath = OrientationSubscription.defaultSocketPath

    init(_ arguments: inout Arguments) throws(Failure) {
        var values: [String] = []
        while let argument = try arguments.next() {
            switch argument {
            case .option("--kind"):
                let name = try arguments.value(of: "--kind")
                guard let kind = DeviceKind(name: name) else {
                    throw .usage("--kind is pad or phone, not \(name)")
                }
                self.kind = kind
            case .option("--socket"): socketPath = try arguments.value(of: "--socket")
            case .value(let value) where values.count < 2: values.append(value)
            default: throw Arguments.unexpected(argument)
            }
        }
        guard values.first == "check" else { throw .usage("say policy check FILE") }
        guard values.count == 2 else { throw .usage("name a file with a policy") }
        file = values[1] == "-" ? "/dev/stdin" : values[1]
    }

    func run() throws(Failure) -> ExitStatus {
        let policy = try Policy(file: file)
        let (machine, source) = machine()
        let explanation: PolicyExplanation
        do throws(PolicyError) { explanation = try PolicyExplanation(policy, machine: machine) } catch {
            throw Failure("\(file): \(error)", .usage)
        }
        Output.text(explanation.report(on: machine, from: source, isLegacy: policy.dialect == .legacy))
        return explanation.remaining.isEmpty ? .no : .success
    }

    /// The machine to judge by, and how it is known.
    private func machine() -> (Machine, source: String) {
        if let kind { return (Machine(kind: kind), "without configuration") }
        do throws(ClientError) {
            let connection = try OrientationConnection(socketPath: socketPath)
            let state = try connection.call(.getState(policy: nil), as: StateReply.self).state
            // A policy that says nothing is left with all that the machine offers.
            let lists = OrientationLists(general: state.allowed)
            return (Machine(kind: state.kind, configured: lists), "as the daemon says")
        } catch {
            return (Machine(), "without configuration; there is no daemon")
        }
    }
}

extension PolicyExplanation {
    /// The explanation on some lines, for people.
    func report(on machine: Machine, from source: String, isLegacy: Bool) -> String {
        var lines = [
            ("machine", "\(Self.list(offered)) (a \(machine.kind.name), \(source))"),
            (
                "application",
                "\(Self.list(application)) (\(declarationWords)\(isLegacy ? ", of which legacy takes the order alone" : ""))"
            ),
        ]
        for (index, station) in way.enumerated() {
            lines.append((index == 0 ? "asked" : "", words(for: station, at: index)))
        }
        if way.isEmpty { lines.append(("asked", "nobody, for there is no root: the device decides")) }
        let own =
            answering.map { way[$0].name }
            ?? (way.isEmpty ? "nobody limits it" : "nobody says, so the default")
        lines.append(("supported", "\(Self.list(supported)) (\(own))"))
        lines.append(("remaining", Self.list(remaining)))
        if !autorotates { lines.append(("autorotates", "no: it stays as it is shown first")) }
        if let preferred {
            let isRefused = !remaining.contains(preferred)
            lines.append(
                (
                    "preferred",
                    preferred.name
                        + (isRefused ? ": refused when it is presented, for it does not remain" : "")
                ))
        }
        lines.append(("verdict", verdict))
        return lines.map { "\($0.padded(to: 13))\($1)\n" }.joined()
    }

    private var declarationWords: String {
        switch declaration {
        case .nothing: "it declares nothing"
        case .mask: "its mask"
        case .list(.general): "its list"
        case .list(.pad): "its list for a pad"
        case .list(.phone): "its list for a phone"
        }
    }

    private func words(for station: Station, at index: Int) -> String {
        if index > 0 {
            let isStack = way[index - 1].controller.kind == .navigation
            return "\(station.name), \(isStack ? "the top of its stack" : "its selected tab")"
        }
        return station.name + (modalLevel == 0 ? ", the root" : ", the topmost full-screen modal")
    }

    private var verdict: String {
        switch refusal {
        case nil where remaining.isEmpty: "held: nothing remains, and it does not turn with the device"
        case nil: "accepted"
        case .emptyIntersection: "refused: EmptyIntersection"
        case .legacyPredicateRejectsAll: "refused: LegacyPredicateRejectsAll"
        case .preferredNotSupported: "refused: PreferredNotSupported"
        case .malformed(let field, _): "refused: InvalidParameter \(field)"
        }
    }

    private static func list(_ orientations: [InterfaceOrientation]) -> String {
        orientations.isEmpty ? "none" : orientations.map(\.name).joined(separator: ", ")
    }
}

extension PolicyExplanation.Station {
    /// Its place, and its name if it has one.
    fileprivate var name: String { field + (controller.id.map { " '\($0.printable)'" } ?? "") }
}
