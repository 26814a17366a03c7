internal import CLinux
internal import EventLoop
internal import OrientationClient
internal import OrientationCore
internal import OrientationProtocol
internal import SystemCalls

/// Runs a command for each state, one at a time, the newest state next.
final class Executor {
    private let loop: EventLoop
    private let command: [String]
    private let subscription: OrientationSubscription
    private var sources: [EventSource] = []
    private var running: RunningProgram?
    private var runningEnd: DescriptorSource?
    /// The state that the command has not been run for.
    private var waiting: OrientationState?
    private var isEnding = false
    private var failure: Failure?
    private var notes = ConnectionNotes(of: Execute.name)

    init(_ command: [String], socketPath: String, policy: Policy) throws(SystemCallError) {
        self.command = command
        loop = try EventLoop()
        subscription = try OrientationSubscription(socketPath: socketPath, policy: policy)
    }

    /// Runs until a signal ends it.
    ///
    /// - Returns: Why it cannot be done, if it cannot.
    func run() throws(SystemCallError) -> Failure? {
        for signal in [SIGINT, SIGTERM, SIGHUP] {
            sources.append(try loop.onSignal(signal) { [weak self] in self?.end() })
        }
        sources.append(
            try loop.onReady(subscription.descriptor, .readable) { [subscription] _ in subscription.dispatch()
            })
        subscription.stateChanged = { [weak self] in self?.take($0) }
        subscription.policyRefused = { [weak self] in self?.end(Failure($0.explanation, .usage)) }
        subscription.connectionChanged = { [weak self] in self?.notes.note($0) }
        subscription.dispatch()
        try loop.run()
        return failure
    }

    private func take(_ state: OrientationState) {
        waiting = state
        startNext()
    }

    private func startNext() {
        guard running == nil, !isEnding, let state = waiting else { return }
        waiting = nil
        do throws(SystemCallError) {
            let program = try RunningProgram(command, variables: state.variables)
            runningEnd = try loop.onReady(program.descriptor, .readable) { [weak self] _ in
                self?.commandEnded()
            }
            running = consume program
        } catch {
            end(Failure("\(error)", .no))
        }
    }

    private func commandEnded() {
        runningEnd = nil
        guard let program = running.take() else { return }
        do throws(SystemCallError) {
            let status = try program.wait()
            if status != 0 { tell("\(command[0]) ended with \(status)") }
        } catch { tell("\(error)") }
        if isEnding { loop.stop() } else { startNext() }
    }

    /// Ends after the command that runs.
    private func end(_ failure: Failure? = nil) {
        self.failure = self.failure ?? failure
        isEnding = true
        if running == nil { loop.stop() }
    }

    private func tell(_ text: String) { Output.error("orientationctl exec: \(text)") }
}
