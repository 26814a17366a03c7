internal import CLinux
internal import Desktops
internal import EventLoop
internal import OrientationClient
internal import OrientationCore
internal import OrientationProtocol
internal import SystemCalls

/// Keeps a desktop turned as the daemon says, while either of them may come and go.
final class Follower {
    private let loop: EventLoop
    private let desktop: any Desktop
    private let subscription: OrientationSubscription
    private var sources: [EventSource] = []
    private var desktopEvents: DescriptorSource?
    private var retry: TimerSource?
    /// How the panel is turned, as the daemon says.
    private var turn: CounterclockwiseTurn?
    private var failure: Failure?
    /// What was told last of the desktop, so that each thing is told once.
    private var toldOfDesktop: String?
    private var notes = ConnectionNotes(of: Follow.name)

    /// After how long something that failed is tried again.
    private static let retryDelay = Duration.seconds(2)

    init(_ desktop: any Desktop, socketPath: String, policy: Policy) throws(SystemCallError) {
        self.desktop = desktop
        loop = try EventLoop()
        subscription = try OrientationSubscription(socketPath: socketPath, policy: policy)
    }

    /// Follows until a signal ends it.
    ///
    /// - Returns: Why it cannot be done, if it cannot.
    func run() throws(SystemCallError) -> Failure? {
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            sources.append(try loop.onSignal(signal) { [loop] in loop.stop() })
        }
        retry = try loop.timer(accuracy: .milliseconds(200)) { [weak self] in self?.apply() }
        sources.append(
            try loop.onReady(subscription.descriptor, .readable) { [subscription] _ in subscription.dispatch()
            })
        subscription.stateChanged = { [weak self] in self?.take($0) }
        subscription.policyRefused = { [weak self] in self?.end(Failure($0.explanation, .usage)) }
        subscription.connectionChanged = { [weak self] in self?.notes.note($0) }
        subscription.dispatch()
        if failure == nil { try loop.run() }
        restore()
        return failure
    }

    /// What was found stays until it is known how the device is held, or that the user has locked rotation.
    private func take(_ state: OrientationState) {
        if turn == nil, state.deviceOrientation == .unknown, !state.rotationLock.locked { return }
        turn = CounterclockwiseTurn(rotation: state.rotation)
        apply()
    }

    private func apply() {
        guard let turn, failure == nil else { return }
        do throws(DesktopError) {
            try desktop.apply(turn)
            retry?.cancel()
            if toldOfDesktop != nil { tell("\(desktop.name) is there") }
            toldOfDesktop = nil
            watchDesktop()
        } catch { failed(error) }
    }

    private func watchDesktop() {
        guard desktopEvents == nil, let descriptor = desktop.descriptor else { return }
        desktopEvents = try? loop.onReady(descriptor, .readable) { [weak self] _ in self?.desktopTells() }
    }

    private func desktopTells() {
        do throws(DesktopError) {
            if try desktop.takeEvents() { apply() }
        } catch { failed(error) }
    }

    private func failed(_ error: DesktopError) {
        if desktop.descriptor == nil { desktopEvents = nil }
        let text = "\(desktop.name): \(error)"
        guard error.mayPass else { return end(Failure(text, .no)) }
        watchDesktop()
        if text != toldOfDesktop { tell("\(text); trying again") }
        toldOfDesktop = text
        retry?.set(after: Self.retryDelay)
    }

    private func restore() {
        do throws(DesktopError) { try desktop.restore() } catch {
            tell("\(desktop.name) was not put back: \(error)")
        }
    }

    private func end(_ failure: Failure) {
        self.failure = failure
        loop.stop()
    }

    private func tell(_ text: String) { Output.error("orientationctl follow: \(text)") }
}
