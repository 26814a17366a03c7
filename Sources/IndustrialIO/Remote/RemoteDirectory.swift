internal import SystemCalls

/// Looks which accelerometers another machine has, on a thread of its own, since connecting blocks.
///
/// | the last look | the next one |
/// | --- | --- |
/// | found accelerometers | after 30 s |
/// | found none, or nobody answered | after 1, 2, 4 … 30 s |
/// | found some, and a reader lost one since | 1 s after that; later if it does not hold for 10 s |
///
/// Holds no connection between looks. The thread keeps this object alive until ``end()``.
final class RemoteDirectory: Sendable {
    /// What a look has shown.
    enum Finding: Sendable {
        /// These accelerometers are there.
        case sensors([RemoteSensor])
        /// The machine does not answer.
        case unreachable(SystemCallError)
    }

    private enum Command: Sendable {
        case lookAgain
        case end
    }

    /// What the looks have shown, in order.
    let findings: Mailbox<Finding>
    private let commands: Mailbox<Command>
    private let address: RemoteAddress

    private static let watchPeriod = Duration.seconds(30)
    /// How many accelerometers are taken in.
    private static let sensorLimit = 64
    /// How long a connection has to hold for the next failure to count as the first.
    private static let soundTime = Duration.seconds(10)

    init(_ address: RemoteAddress) throws(SystemCallError) {
        self.address = address
        findings = try Mailbox()
        commands = try Mailbox()
    }

    /// Starts the thread, which looks at once.
    func start() throws(SystemCallError) { try runDetached { self.run() } }

    /// Has it look again soon, since a reader lost its sensor.
    func lookAgain() { commands.send(.lookAgain) }

    /// Ends the thread, without waiting for it.
    func end() { commands.send(.end) }

    // MARK: On the thread

    private func run() {
        var pause = RetryPause()
        var soundSince: Duration?
        while true {
            let finding = look()
            findings.send(finding)
            var due = KernelClock.monotonic.now
            if case .sensors(let sensors) = finding, !sensors.isEmpty {
                soundSince = soundSince ?? due
                due += Self.watchPeriod
            } else {
                soundSince = nil
                due += pause.next()
            }
            while commands.wait(timeout: due - KernelClock.monotonic.now) {
                for command in commands.takeAll() {
                    if case .end = command { return }
                    guard let since = soundSince else { continue }
                    let now = KernelClock.monotonic.now
                    if now - since >= Self.soundTime { pause = RetryPause() }
                    soundSince = nil
                    due = now + pause.next()
                }
            }
        }
    }

    private func look() -> Finding {
        do throws(SystemCallError) {
            let context = try IIOContext(remote: address)
            var sensors: [RemoteSensor] = []
            for device in context.devices where sensors.count < Self.sensorLimit {
                if let sensor = try RemoteSensor(device) { sensors.append(sensor) }
            }
            return .sensors(sensors)
        } catch { return .unreachable(error) }
    }
}
