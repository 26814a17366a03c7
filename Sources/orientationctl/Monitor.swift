internal import OrientationClient
internal import OrientationCore
internal import OrientationProtocol
internal import SystemCalls

/// `orientationctl monitor`: each state as it comes.
struct Monitor: Command {
    static let name = "monitor"
    static let help = """
        Usage: orientationctl monitor [--json] [--count N] [--timeout SECONDS]
                                      [--policy FILE] [--socket PATH]

        Powers the sensor and prints a line for each state: the first at once, then one
        after every change. When the daemon is away it waits for it to come back, and says
        so on standard error.

          --json             print the protocol's State, one JSON object a line
          --count N          end after N states
          --timeout SECONDS  end after so many seconds
          --policy FILE      for a client with that policy (JSON)
          --socket PATH      where the daemon listens, instead of
                             /run/orientationd/org.orientationd

        Exit status: 0 ended as asked; 1 the time was over before N states had come;
        2 wrong usage or policy; 3 the daemon did not answer in all that time.

        Example: orientationctl monitor --json | jq --unbuffered -r .rotation

        """

    private var printsJSON = false
    private var count: Int?
    private var timeout: Duration?
    private var policy = Policy()
    private var socketPath = OrientationSubscription.defaultSocketPath

    init(_ arguments: inout Arguments) throws(Failure) {
        while let argument = try arguments.next() {
            switch argument {
            case .option("--json"): printsJSON = true
            case .option("--count"): count = try arguments.count(of: "--count")
            case .option("--timeout"): timeout = try arguments.seconds(of: "--timeout")
            case .option("--policy"): policy = try arguments.policy(of: "--policy")
            case .option("--socket"): socketPath = try arguments.value(of: "--socket")
            default: throw Arguments.unexpected(argument)
            }
        }
    }

    /// What has come so far.
    private struct Progress {
        var states = 0
        var notes = ConnectionNotes(of: Monitor.name)
        var failure: Failure?
    }

    func run() throws(Failure) -> ExitStatus {
        let end = timeout.map { KernelClock.monotonic.now + $0 }
        let subscription: OrientationSubscription
        do throws(SystemCallError) {
            subscription = try OrientationSubscription(socketPath: socketPath, policy: policy)
        } catch {
            throw Failure("\(error)", .no)
        }
        var progress = Progress()
        subscription.stateChanged = { show($0, &progress) }
        subscription.policyRefused = { progress.failure = Failure($0.explanation, .usage) }
        subscription.connectionChanged = { progress.notes.note($0) }

        while progress.failure == nil {
            if let count, progress.states >= count { return .success }
            let rest = end.map { $0 - KernelClock.monotonic.now }
            if let rest, rest <= .zero { return try ended(after: progress) }
            guard Output.wait(for: subscription.descriptor, timeout: rest) else { return .success }
            subscription.dispatch()
        }
        throw progress.failure ?? .usage("")
    }

    private func show(_ state: OrientationState, _ progress: inout Progress) {
        if let count, progress.states >= count { return }
        if printsJSON {
            Output.json(state)
        } else {
            if progress.states == 0 { Output.line(OrientationState.lineHead) }
            Output.line(state.line)
        }
        progress.states += 1
    }

    private func ended(after progress: Progress) throws(Failure) -> ExitStatus {
        if progress.states == 0 { throw Failure(.timedOut) }
        return count == nil ? .success : .no
    }
}
