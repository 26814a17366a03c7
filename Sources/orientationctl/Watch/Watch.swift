internal import CLinux
internal import Configuration
internal import EventLoop
internal import OrientationClient
internal import OrientationCore
internal import SystemCalls

/// `orientationctl watch`: all that goes on, live on one screen.
struct Watch: Command {
    static let name = "watch"
    static let help = """
        Usage: orientationctl watch [--ascii] [--sensor ID] [--direct] [--config FILE]
                                    [--socket PATH]

        Powers the sensor and shows on one screen: the tablet as it is held; x, y and z in
        m/s² and as the sensor gives them, their length, roll and tilt; how the device is
        held and the interface is drawn, the rotation lock, the sensor's status and the
        rate it keeps; and what the classifier makes of it: which evidence can be
        believed, what it speaks for, and how long that still has to last. These decisions
        are made here, of the same samples and by the configuration that the daemon reads;
        where the daemon says something else, that is told. q or ctrl-C ends it;
        ctrl-Z stops it until fg.

          --ascii        draw with plain characters; without it that depends on TERM and
                         on the locale. The variable NO_COLOR takes the colours away
          --sensor ID    of this sensor (see orientationctl sensors) instead of the one in
                         use
          --direct       read the sensor without the daemon, as the daemon would
          --config FILE  decide by this configuration instead of
                         /etc/orientationd/orientationd.conf
          --socket PATH  where the daemon listens, instead of
                         /run/orientationd/org.orientationd

        It needs a terminal; orientationctl samples prints lines. Raw samples are for root
        and members of the group 'orientation'.

        Exit status: 0 ended as asked, or a recording is over; 1 not permitted, a recording
        is wrong, or no terminal; 2 wrong usage; 3 no daemon, or it went; 4 no sensor, or
        it went.

        Example: orientationctl watch --direct

        """

    private var isPlain = false
    private var options = SampleOptions()

    init(_ arguments: inout Arguments) throws(Failure) {
        while let argument = try arguments.next() {
            switch argument {
            case .option("--ascii"): isPlain = true
            default:
                if try !options.take(argument, &arguments) { throw Arguments.unexpected(argument) }
            }
        }
    }

    func run() throws(Failure) -> ExitStatus {
        var abilities = TerminalAbilities(environment)
        if isPlain { abilities.hasUnicode = false }
        guard isatty(STDOUT_FILENO) == 1, isatty(STDIN_FILENO) == 1, abilities.canMoveCursor else {
            throw Failure(
                "this needs a terminal whose cursor can be moved; orientationctl samples prints lines", .no)
        }
        return try LiveScreen(options, abilities).run()
    }
}

/// The terminal while the sensor is watched: events in, screens out.
private final class LiveScreen {
    /// How often the screen is drawn.
    private static let refresh = Duration.milliseconds(100)

    private let session: SampleSession
    private let abilities: TerminalAbilities
    private var model: WatchModel
    private var terminal: Terminal?
    private var subscription: OrientationSubscription?
    private var sources: [AnyObject] = []
    private var timer: TimerSource?

    init(_ options: SampleOptions, _ abilities: TerminalAbilities) throws(Failure) {
        self.abilities = abilities
        model = WatchModel(settings: try Settings(options: options).classifier)
        session = try SampleSession(options)
        if !options.isDirect { try follow(options.socketPath) }
        do throws(SystemCallError) { terminal = try Terminal() } catch { throw Failure("\(error)", .no) }
    }

    /// Shows what comes until the end. The terminal is as it was afterwards.
    func run() throws(Failure) -> ExitStatus {
        // Given back before anything is said of the end.
        defer { terminal = nil }
        do throws(SystemCallError) {
            sources.append(
                try session.loop.onReady(STDIN_FILENO, .readable) { [unowned self] _ in readKeys() })
            sources.append(try session.loop.onSignal(SIGWINCH) { [unowned self] in show() })
            timer = try session.loop.timer(accuracy: .milliseconds(20)) { [unowned self] in tick() }
        } catch {
            throw Failure("\(error)", .no)
        }
        defer { (sources, timer) = ([], nil) }
        tick()
        var isOver = false
        let status = try session.run { [unowned self] event in
            if case .ended(nil) = event { isOver = true }
            model.take(event)
        }
        terminal = nil
        if isOver { Output.error("orientationctl watch: the recording is over") }
        return status
    }

    /// Follows what the service says besides the samples.
    private func follow(_ socketPath: String) throws(Failure) {
        do throws(SystemCallError) {
            let subscription = try OrientationSubscription(socketPath: socketPath)
            subscription.stateChanged = { [unowned self] in model.take($0) }
            sources.append(
                try session.loop.onReady(subscription.descriptor, .readable) { [unowned subscription] _ in
                    subscription.dispatch()
                })
            self.subscription = subscription
        } catch {
            throw Failure("\(error)", .no)
        }
    }

    private func tick() {
        model.advance(to: KernelClock.bootTime.now)
        show()
        timer?.set(after: Self.refresh)
    }

    private func readKeys() {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(STDIN_FILENO, &bytes, bytes.count)
        // A terminal that is gone takes its user along. In raw mode ctrl-C is a key.
        if count <= 0 || bytes.prefix(count).contains(where: { $0 == UInt8(ascii: "q") || $0 == 3 }) {
            session.end()
        } else if bytes.prefix(count).contains(Terminal.suspendKey) {
            terminal?.suspend()
            show()
        }
    }

    private func show() {
        guard let terminal else { return }
        let (columns, rows) = terminal.size
        let screen = WatchScreen(model: model, abilities: abilities)
        terminal.update(
            screen.lines(columns: columns, rows: rows).map { $0.text(width: columns, abilities) })
    }
}
