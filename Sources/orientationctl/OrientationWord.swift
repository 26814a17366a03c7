internal import OrientationClient
internal import OrientationCore
internal import OrientationProtocol

/// An orientation as a person typed it: a name of the protocol, or of the hardware database.
enum OrientationWord<Orientation: Equatable> {
    /// A name of the protocol.
    case named(Orientation)
    /// A name of the hardware database, such as `left-up`, which tells the edge of the panel that is up.
    case edge(CounterclockwiseTurn)
}

/// The names that people may type.
enum OrientationNames {
    static let hwdb = CounterclockwiseTurn.allCases.map(\.hwdbName)
    static let interface = InterfaceOrientation.allCases.map(\.name)
    static let device = DeviceOrientation.allCases.map(\.name)
}

extension OrientationWord<InterfaceOrientation> {
    /// Takes an interface orientation.
    init(interface text: String) throws(Failure) {
        if let orientation = InterfaceOrientation(name: text) {
            self = .named(orientation)
        } else if let turn = CounterclockwiseTurn(hwdbName: text) {
            self = .edge(turn)
        } else {
            let names = (OrientationNames.interface + OrientationNames.hwdb).joined(separator: ", ")
            throw .usage("\(text) is no interface orientation; it must be one of \(names)")
        }
    }

    /// The interface orientation on this machine, and, for a name of the hardware database, what it was
    /// taken for.
    func resolved(socketPath: String) throws(Failure) -> (InterfaceOrientation, echo: String?) {
        switch self {
        case .named(let orientation): return (orientation, nil)
        case .edge(let turn):
            let orientation = try DisplayGeometry(of: socketPath).interfaceOrientation(panelTurn: turn)
            return (orientation, "\(turn.hwdbName) is interface \(orientation.name) on this machine")
        }
    }
}

extension OrientationWord<DeviceOrientation> {
    /// Takes a device orientation.
    init(device text: String) throws(Failure) {
        if let orientation = DeviceOrientation(name: text) {
            self = .named(orientation)
        } else if let turn = CounterclockwiseTurn(hwdbName: text) {
            self = .edge(turn)
        } else {
            let names = (OrientationNames.device + OrientationNames.hwdb).joined(separator: ", ")
            throw .usage("\(text) is no device orientation; it must be one of \(names)")
        }
    }

    /// The device orientation on this machine, and, for a name of the hardware database, what it was
    /// taken for.
    func resolved(socketPath: String) throws(Failure) -> (DeviceOrientation, echo: String?) {
        switch self {
        case .named(let orientation): return (orientation, nil)
        case .edge(let turn):
            let geometry = try DisplayGeometry(of: socketPath)
            let orientation = geometry.interfaceOrientation(panelTurn: turn).deviceOrientation
            return (orientation, "\(turn.hwdbName) is device \(orientation.name) on this machine")
        }
    }
}

extension DisplayGeometry {
    /// How panel and casing of this machine stand to each other, as the daemon says.
    fileprivate init(of socketPath: String) throws(Failure) {
        do throws(ClientError) {
            let connection = try OrientationConnection(socketPath: socketPath)
            let reply: SensorsReply = try connection.call(.listSensors)
            self.init(naturalOrientation: reply.naturalOrientation, panelOrientation: reply.panelOrientation)
        } catch {
            throw Failure(error)
        }
    }
}
