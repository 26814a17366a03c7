internal import OrientationClient
internal import OrientationCore
internal import OrientationProtocol
internal import SystemCalls

/// `orientationctl exec`: a command for each change.
struct Execute: Command {
    static let name = "exec"
    static let help = """
        Usage: orientationctl exec [--policy FILE] [--socket PATH] -- COMMAND [ARGUMENT...]

        Runs a command for the first state and after each change, one at a time: what
        changes while it runs is told by one more run, with the newest state. Ends with a
        signal, after the command that runs. Variables of the command:

          ORIENTATION_DEVICE        how the device is held: unknown, portrait,
                                    portraitUpsideDown, landscapeLeft, landscapeRight,
                                    faceUp, faceDown
          ORIENTATION_INTERFACE     how to draw: one of the four
          ORIENTATION_ROTATION      degrees by which the panel is turned clockwise
          ORIENTATION_WL_TRANSFORM  the same for wl_output and wlr-randr: normal, 90, 180, 270
          ORIENTATION_SWAY          for sway, which counts the other way
          ORIENTATION_XRANDR        for xrandr: normal, left, inverted, right
          ORIENTATION_FBCON         for the kernel's console: 0, 1, 2, 3
          ORIENTATION_HWDB          as iio-sensor-proxy says it: normal, bottom-up, left-up,
                                    right-up
          ORIENTATION_TOUCH_MATRIX  for libinput's calibration: six numbers
          ORIENTATION_CAUSE         why it changed: device, policy, lock and others
          ORIENTATION_LOCKED        1 while rotation is locked, otherwise 0
          ORIENTATION_SENSOR        ready, stalled, absent and others

          --policy FILE  for a client with that policy (JSON)
          --socket PATH  where the daemon listens, instead of
                         /run/orientationd/org.orientationd

        Exit status: 0 ended by a signal; 1 the command cannot be run; 2 wrong usage or
        policy. What the command ends with is told on standard error, and changes nothing.

        Example: orientationctl exec -- sh -c 'echo "up: $ORIENTATION_INTERFACE"'

        """

    private var command: [String] = []
    private var policy = Policy()
    private var socketPath = OrientationSubscription.defaultSocketPath

    init(_ arguments: inout Arguments) throws(Failure) {
        while let argument = try arguments.next() {
            switch argument {
            case .option("--policy"): policy = try arguments.policy(of: "--policy")
            case .option("--socket"): socketPath = try arguments.value(of: "--socket")
            case .value(let value):
                command = [value] + arguments.remaining()
            case .option: throw Arguments.unexpected(argument)
            }
        }
        guard !command.isEmpty else { throw .usage("name a command, after --") }
    }

    func run() throws(Failure) -> ExitStatus {
        let failure: Failure?
        do throws(SystemCallError) {
            failure = try Executor(command, socketPath: socketPath, policy: policy).run()
        } catch {
            throw Failure("\(error)", .no)
        }
        if let failure { throw failure }
        return .success
    }
}

extension OrientationState {
    /// The variables of a command that is run for this state, as `NAME=value`.
    var variables: [String] {
        let turn = CounterclockwiseTurn(rotation: rotation) ?? .none
        return [
            "DEVICE=\(deviceOrientation.name)", "INTERFACE=\(interfaceOrientation.name)",
            "ROTATION=\(rotation)", "WL_TRANSFORM=\(turn.wlOutputName)", "SWAY=\(turn.swayTransform)",
            "XRANDR=\(turn.xrandrWord)", "FBCON=\(turn.fbconValue)", "HWDB=\(turn.hwdbName)",
            "TOUCH_MATRIX=\(turn.touchMatrix.map(String.init).joined(separator: " "))",
            "CAUSE=\(cause.name)", "LOCKED=\(rotationLock.locked ? 1 : 0)", "SENSOR=\(sensorStatus)",
        ].map { "ORIENTATION_" + $0 }
    }
}
