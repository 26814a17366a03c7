internal import CLinux
internal import EventLoop
internal import SystemCalls

/// Reads samples until somebody has had enough: the one who reads them, the user, or the sensor.
final class SampleSession {
    /// Calls handlers until the session ends.
    let loop: EventLoop

    private let options: SampleOptions
    private var feed: (any SampleFeed)?
    private var sources: [AnyObject] = []
    private var handler: (SampleEvent) -> Void = { _ in }
    private var failure: Failure?
    private var hasEnded = false

    /// Opens the sensor. ctrl-C and the other signals that end a program end the session from now on.
    init(_ options: SampleOptions) throws(Failure) {
        self.options = options
        do throws(SystemCallError) {
            loop = try EventLoop()
            for signal in [SIGINT, SIGTERM, SIGHUP] {
                sources.append(try loop.onSignal(signal) { [unowned self] in end() })
            }
        } catch {
            throw Failure("\(error)", .no)
        }
        feed = try options.open(loop) { [unowned self] event in take(event) }
    }

    /// How the machine is built, as far as that can be known.
    var casing: Casing? { feed?.casing }

    /// Reads until the end.
    ///
    /// - Parameter handler: Takes what comes.
    /// - Returns: ``ExitStatus/success``.
    /// - Throws: Why the sensor cannot be read any more.
    func run(_ handler: @escaping (SampleEvent) -> Void) throws(Failure) -> ExitStatus {
        self.handler = handler
        do throws(SystemCallError) { try loop.run() } catch { failure = failure ?? Failure("\(error)", .no) }
        feed?.drain(handler)
        feed?.stop()
        self.handler = { _ in }
        if let failure { throw failure }
        return .success
    }

    /// Ends ``run(_:)`` after the handler that is running.
    ///
    /// - Parameter failure: Why, if it is not the end that was asked for.
    func end(_ failure: Failure? = nil) {
        guard !hasEnded else { return }
        hasEnded = true
        self.failure = failure
        loop.stop()
    }

    /// Makes what ends the session after some time.
    ///
    /// - Returns: Starts the time.
    func timer(after time: Duration) throws(Failure) -> () -> Void {
        let timer: TimerSource
        do throws(SystemCallError) {
            timer = try loop.timer(accuracy: .milliseconds(1)) { [unowned self] in end() }
        } catch {
            throw Failure("\(error)", .no)
        }
        sources.append(timer)
        return { [unowned timer] in timer.set(after: time) }
    }

    private func take(_ event: SampleEvent) {
        guard !hasEnded else { return }
        handler(event)
        if case .ended(let failure) = event { end(failure) }
    }
}
