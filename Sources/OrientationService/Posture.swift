internal import Configuration
internal import EventLoop
internal import InputSwitches
internal import SystemCalls
internal import Systemd

/// Whether the machine is folded like a laptop or closed, so that its interface has to stay the way
/// the casing was built for.
final class Posture {
    private let log: Log
    private let clock: () -> Duration
    private let onChange: () -> Void
    private var settings: PostureSettings
    private var switches: InputSwitches?

    /// Follows the switches of the machine, if the settings make use of any.
    ///
    /// - Parameter onChange: Called after ``holds`` may have become different; not during `init`.
    init(
        loop: EventLoop, settings: PostureSettings, log: Log, clock: @escaping () -> Duration,
        onChange: @escaping () -> Void
    ) {
        self.log = log
        self.clock = clock
        self.onChange = onChange
        self.settings = settings
        use(settings, in: loop)
    }

    /// Whether the natural orientation is to be held.
    var holds: Bool {
        guard let state = switches?.state else { return false }
        return Self.holds(state, settings)
    }

    /// Goes by other settings from now on.
    func use(_ settings: PostureSettings, in loop: EventLoop) {
        self.settings = settings
        guard settings.tabletModeSwitch || settings.lidSwitch else {
            switches = nil
            return
        }
        guard switches == nil else { return }
        do throws(SystemCallError) {
            switches = try InputSwitches(loop: loop) { [unowned self] in changed() }
            tellProblem()
        } catch {
            log(.warning, "the switches of the casing cannot be followed: \(error)")
        }
    }

    /// Decides by what the switches say. A machine without a switch is a tablet: nothing holds it.
    static func holds(_ state: SwitchState, _ settings: PostureSettings) -> Bool {
        settings.tabletModeSwitch && state.isTabletMode == false
            || settings.lidSwitch && state.isLidClosed == true
    }

    private func changed() {
        tellProblem()
        onChange()
    }

    private func tellProblem() {
        guard let problem = switches?.problem else { return }
        log.limited(.warning, "a switch of the casing cannot be read: \(problem)", now: clock())
    }
}
