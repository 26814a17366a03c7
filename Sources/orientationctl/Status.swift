internal import OrientationClient
internal import OrientationCore
internal import OrientationProtocol
internal import SystemCalls

/// `orientationctl status`: the state once, or a question about it.
struct Status: Command {
    static let name = "status"
    static let help = """
        Usage: orientationctl status [--json] [--is ORIENTATION | --is-device ORIENTATION]
                                     [--policy FILE] [--socket PATH]

        Powers the sensor, waits at most a second for a measurement, and prints how the
        device is held and how an interface is to be drawn.

          --json                   print the protocol's State, one JSON object
          --is ORIENTATION         print nothing; say by the exit status whether an
                                   interface is to be drawn so: portrait,
                                   portraitUpsideDown, landscapeLeft or landscapeRight
          --is-device ORIENTATION  the same for how the device is held; faceUp, faceDown
                                   and unknown besides
          --policy FILE            for a client with that policy (JSON)
          --socket PATH            where the daemon listens, instead of
                                   /run/orientationd/org.orientationd

        Both questions also take the names of the hardware database, normal, right-up,
        bottom-up and left-up, and say what they were taken for.

        Exit status: 0 known, or so; 1 not so, or not known; 2 wrong usage or policy;
        3 no daemon; 4 no accelerometer delivers measurements.

        Example: orientationctl status --is-device faceDown && notify-send "Do not disturb"

        """

    /// How long to wait for a measurement once the daemon has answered.
    private static let patience = Duration.seconds(1)
    /// How long to wait for the daemon's answer.
    private static let limit = Duration.seconds(10)

    private enum Question {
        case interface(OrientationWord<InterfaceOrientation>)
        case device(OrientationWord<DeviceOrientation>)
    }

    private var question: Question?
    private var printsJSON = false
    private var policy = Policy()
    private var socketPath = OrientationSubscription.defaultSocketPath

    init(_ arguments: inout Arguments) throws(Failure) {
        while let argument = try arguments.next() {
            switch argument {
            case .option("--json"): printsJSON = true
            case .option("--policy"): policy = try arguments.policy(of: "--policy")
            case .option("--socket"): socketPath = try arguments.value(of: "--socket")
            case .option("--is"), .option("--is-device"):
                if question != nil { throw .usage("one question at a time") }
                if argument == .option("--is") {
                    question = .interface(try OrientationWord(interface: arguments.value(of: "--is")))
                } else {
                    question = .device(try OrientationWord(device: arguments.value(of: "--is-device")))
                }
            default: throw Arguments.unexpected(argument)
            }
        }
    }

    func run() throws(Failure) -> ExitStatus {
        // A name of the hardware database is looked up first, so that a measurement is as new as can be.
        let isSo = try answer()
        let state = try currentState()
        if printsJSON {
            Output.json(state)
        } else if isSo == nil {
            Output.text(state.report)
        }
        guard state.sensorStatus.isMeasuring else {
            let hint = "see orientationctl sensors"
            Output.error("orientationctl status: no measurements (\(state.sensorStatus.rawValue)); \(hint)")
            return .noSensor
        }
        if let isSo { return isSo(state) ? .success : .no }
        return state.deviceOrientation == .unknown ? .no : .success
    }

    /// How the question is answered by a state.
    private func answer() throws(Failure) -> ((OrientationState) -> Bool)? {
        switch question {
        case nil: return nil
        case .interface(let word):
            let (orientation, echo) = try word.resolved(socketPath: socketPath)
            if let echo { Output.error("orientationctl status: \(echo)") }
            return { $0.interfaceOrientation == orientation }
        case .device(let word):
            let (orientation, echo) = try word.resolved(socketPath: socketPath)
            if let echo { Output.error("orientationctl status: \(echo)") }
            return { $0.deviceOrientation == orientation }
        }
    }

    /// The first state in which the orientation is known, or the last one that came while waiting for it.
    private func currentState() throws(Failure) -> OrientationState {
        let subscription: OrientationSubscription
        do throws(SystemCallError) {
            subscription = try OrientationSubscription(socketPath: socketPath, policy: policy)
        } catch {
            throw Failure("\(error)", .no)
        }
        var failure: Failure?
        subscription.connectionChanged = { status in
            if case .disconnected(let error, _) = status { failure = Failure(error) }
        }
        subscription.policyRefused = { failure = Failure($0.explanation, .usage) }

        var end = KernelClock.monotonic.now + Self.limit
        while true {
            let hadState = subscription.state != nil
            subscription.wait(timeout: end - KernelClock.monotonic.now)
            if let failure { throw failure }
            let now = KernelClock.monotonic.now
            if let state = subscription.state {
                if !hadState { end = now + Self.patience }
                if state.isKnown || now >= end { return state }
            } else if now >= end {
                throw Failure(.timedOut)
            }
        }
    }
}

extension OrientationState {
    /// Whether it rests on a measurement.
    var isKnown: Bool { sensorStatus.isMeasuring && deviceOrientation != .unknown }
}
