internal import OrientationClient
internal import OrientationCore
internal import OrientationProtocol

/// `orientationctl lock`: the rotation lock.
struct Lock: Command {
    static let name = "lock"
    static let help = """
        Usage: orientationctl lock [on [ORIENTATION] | off | toggle [ORIENTATION]]
                                   [--json] [--socket PATH]

        Shows the rotation lock of the machine, or sets, clears or toggles it. It outlives a
        restart. An application that cannot show the locked orientation keeps one that it
        can.

        ORIENTATION is how interfaces are to be drawn: portrait, portraitUpsideDown,
        landscapeLeft or landscapeRight; without it what is shown now. The names of the
        hardware database are taken too: normal, right-up, bottom-up and left-up.

          --json         print the protocol's RotationLock, one JSON object
          --socket PATH  where the daemon listens, instead of
                         /run/orientationd/org.orientationd

        Root, members of the group 'orientation' and the user whose session is active on
        seat0 may change it.

        Exit status: 0 done; 1 not allowed; 2 wrong usage; 3 no daemon.

        Example: orientationctl lock toggle

        """

    private enum Action: String {
        case on, off, toggle
    }

    private var action: Action?
    private var orientation: OrientationWord<InterfaceOrientation>?
    private var printsJSON = false
    private var socketPath = OrientationSubscription.defaultSocketPath

    init(_ arguments: inout Arguments) throws(Failure) {
        while let argument = try arguments.next() {
            switch argument {
            case .option("--json"): printsJSON = true
            case .option("--socket"): socketPath = try arguments.value(of: "--socket")
            case .value(let text) where action == nil:
                guard let action = Action(rawValue: text) else {
                    throw .usage("\(text) is not on, off or toggle")
                }
                self.action = action
            case .value(let text) where action != .off && orientation == nil:
                orientation = try OrientationWord(interface: text)
            default: throw Arguments.unexpected(argument)
            }
        }
    }

    func run() throws(Failure) -> ExitStatus {
        var target: InterfaceOrientation?
        if let orientation {
            let (resolved, echo) = try orientation.resolved(socketPath: socketPath)
            if let echo { Output.error("orientationctl lock: \(echo)") }
            target = resolved
        }
        let lock: RotationLock
        do throws(ClientError) { lock = try perform(target) } catch { throw Failure(error) }
        if printsJSON {
            Output.json(lock)
        } else {
            Output.line(lock.orientation.map { "on, \($0.name)" } ?? "off")
        }
        return .success
    }

    /// Does it.
    ///
    /// - Returns: The lock as it stands afterwards.
    private func perform(_ orientation: InterfaceOrientation?) throws(ClientError) -> RotationLock {
        let connection = try OrientationConnection(socketPath: socketPath)
        func lock() throws(ClientError) -> RotationLock {
            try connection.call(.getState(policy: nil), as: StateReply.self).state.rotationLock
        }
        let locked: Bool
        switch action {
        case nil: return try lock()
        case .on: locked = true
        case .off: locked = false
        case .toggle: locked = try !lock().locked
        }
        let request = Request.setRotationLock(locked: locked, orientation: locked ? orientation : nil)
        return try connection.call(request, as: RotationLockReply.self).rotationLock
    }
}
