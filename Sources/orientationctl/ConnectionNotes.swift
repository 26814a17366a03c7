internal import OrientationClient

/// Tells on standard error when the daemon goes and when it is back: once each time, not for every attempt.
struct ConnectionNotes {
    /// The command that tells.
    let command: String
    private var isAway = false

    init(of command: String) { self.command = command }

    /// Takes note of how the connection stands.
    mutating func note(_ status: OrientationSubscription.ConnectionStatus) {
        switch status {
        case .connected:
            if isAway { Output.error("orientationctl \(command): connected") }
            isAway = false
        case .disconnected(let error, _):
            if !isAway { Output.error("orientationctl \(command): \(error); waiting for the daemon") }
            isAway = true
        }
    }
}
