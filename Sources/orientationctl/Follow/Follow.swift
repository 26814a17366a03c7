internal import Desktops
internal import OrientationClient
internal import OrientationProtocol
internal import SystemCalls

/// `orientationctl follow`: the panel's output turns with the device.
struct Follow: Command {
    static let name = "follow"
    static let help = """
        Usage: orientationctl follow [--sway|--hyprland|--wlr|--x11|--console]
                                     [--output NAME] [--touch] [--policy FILE]
                                     [--socket PATH]

        Turns the output of the built-in panel as the device is turned, until it is ended;
        then it puts back what it found. Waits for the daemon and for the desktop where
        they are away. Without a choice it is the desktop that it was started in.

          --sway         sway, through its IPC socket (SWAYSOCK)
          --hyprland     Hyprland, through its socket (HYPRLAND_INSTANCE_SIGNATURE)
          --wlr          other compositors of wlroots' kind, through the program wlr-randr
          --x11          an X server (DISPLAY), through the programs xrandr and xinput
          --console      the kernel's text console; for root
          --output NAME  the output to turn, instead of the one that is eDP, LVDS or DSI
          --touch        touch devices as well: sway maps them to the output, Hyprland and
                         X turn them; other compositors see to that themselves
          --policy FILE  with what that policy allows (JSON)
          --socket PATH  where the daemon listens, instead of
                         /run/orientationd/org.orientationd

        Exit status: 0 ended by a signal, what was found is put back; 1 it cannot be done;
        2 wrong usage or policy.

        Example: orientationctl follow --sway --touch

        """

    private var kind: DesktopKind
    private var panel = PanelChoice.builtIn
    private var turnsTouch = false
    private var policy = Policy()
    private var socketPath = OrientationSubscription.defaultSocketPath

    init(_ arguments: inout Arguments) throws(Failure) {
        var kinds: [DesktopKind] = []
        while let argument = try arguments.next() {
            switch argument {
            case .option("--output"): panel = .named(try arguments.value(of: "--output"))
            case .option("--touch"): turnsTouch = true
            case .option("--policy"): policy = try arguments.policy(of: "--policy")
            case .option("--socket"): socketPath = try arguments.value(of: "--socket")
            case .option(let name):
                guard let kind = DesktopKind.allCases.first(where: { "--\($0.rawValue)" == name }) else {
                    throw Arguments.unexpected(argument)
                }
                kinds.append(kind)
            case .value: throw Arguments.unexpected(argument)
            }
        }
        guard kinds.count < 2 else {
            throw .usage("say one of " + kinds.map { "--\($0.rawValue)" }.joined(separator: ", "))
        }
        guard let kind = kinds.first ?? DesktopKind.running() else {
            throw .usage("no desktop is running here: say which, for example --sway")
        }
        if kind == .console, panel != .builtIn || turnsTouch {
            throw .usage("--console turns all consoles, and no touch device: without --output and --touch")
        }
        if kind == .wlr, turnsTouch { throw .usage("--touch is the compositor's own affair with --wlr") }
        if let missing = kind.missingVariable {
            throw Failure("\(missing) is not set: start this in the session that is to be turned", .no)
        }
        self.kind = kind
    }

    func run() throws(Failure) -> ExitStatus {
        let failure: Failure?
        do throws(SystemCallError) {
            failure = try Follower(
                kind.desktop(panel: panel, turnsTouch: turnsTouch), socketPath: socketPath, policy: policy
            ).run()
        } catch {
            throw Failure("\(error)", .no)
        }
        if let failure { throw failure }
        return .success
    }
}
