internal import CLinux
internal import OrientationClient
internal import OrientationCore
internal import OrientationProtocol
internal import SystemCalls

/// Makes a running daemon read its configuration again.
struct DaemonReload {
    /// Where the daemon listens.
    let socketPath: String

    private static let unit = "orientationd.service"
    private static let timeout = Duration.seconds(10)
    /// How long to wait until a matrix is in force. A reload takes effect within a second.
    private static let patience = Duration.seconds(5)

    /// Asks the service manager, or else the process that listens, and waits for a matrix.
    ///
    /// - Parameter matrix: What should be in force by configuration then; without one that is not looked at.
    /// - Returns: What came of it, or has to be done; one sentence.
    func run(awaiting matrix: MountMatrix?) -> String {
        if let obstacle = ask() { return obstacle }
        guard let matrix else { return "The daemon has read its configuration again." }
        let end = KernelClock.monotonic.now + Self.patience
        repeat {
            if isInForce(matrix) { return "The daemon uses it now." }
            poll(nil, 0, 50)
        } while KernelClock.monotonic.now < end
        return
            "The daemon was told, but does not use it: has it another configuration? See orientationctl sensors"
    }

    /// Asks.
    ///
    /// - Returns: Why that could not be done; nothing if it was.
    private func ask() -> String? {
        let isSystemWide = socketPath == OrientationSubscription.defaultSocketPath
        if isSystemWide, Files.exist(at: "/run/systemd/system"), systemctl("is-active", "--quiet") {
            return systemctl("reload") ? nil : "Tell the daemon: systemctl reload \(Self.unit)"
        }
        guard let socket = try? UnixSocket.connect(to: socketPath),
            let peer = try? Connection.peer(of: socket.number)
        else { return "No daemon listens at \(socketPath); it reads the file when it starts." }
        // With socket activation the peer is whoever made the socket.
        let name = (try? Files.contents(of: "/proc/\(peer.process)/comm")) ?? []
        guard String(decoding: name, as: UTF8.self) == "orientationd\n" else {
            return "Tell the daemon: systemctl reload \(Self.unit)"
        }
        return kill(peer.process, SIGHUP) == 0
            ? nil : "Tell the daemon, as its user: kill -HUP \(peer.process)"
    }

    private func systemctl(_ arguments: String...) -> Bool {
        let words = ["systemctl"] + arguments + [Self.unit]
        return (try? ChildProcess.run(words, timeout: Self.timeout))?.status == 0
    }

    private func isInForce(_ matrix: MountMatrix) -> Bool {
        let reply: SensorsReply? = try? OrientationConnection(socketPath: socketPath).call(.listSensors)
        let sources = reply?.sensors.first(where: \.selected)?.matrixSources ?? []
        return sources.contains { source in
            source.inForce && source.source.rawValue == "configuration"
                && source.value.flatMap { try? MountMatrix(parsing: $0) } == matrix
        }
    }
}
