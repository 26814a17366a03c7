/// Why the service does not start.
public enum ServiceStartError: Error, Equatable, Sendable {
    /// The service manager passed something that is no Unix stream socket.
    case foreignSocket(name: String)
    /// The recording that was asked for cannot be played.
    case unplayable(String)
    /// The folder in which the socket is to be does not exist.
    case noSocketFolder(String)
    /// Another process listens on the socket, or what is there is no socket.
    case socketTaken(String, by: Bool)

    /// Whether what the service was told is wrong, rather than where it runs.
    public var isUsageError: Bool {
        switch self {
        case .foreignSocket, .noSocketFolder, .socketTaken: false
        case .unplayable: true
        }
    }
}

extension ServiceStartError: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch self {
        case .foreignSocket(let name):
            "the service manager passed '\(name)', which is no Unix stream socket"
        case .unplayable(let problem): problem
        case .noSocketFolder(let path):
            "\(path): there is no such folder; make it, or choose another place by --socket"
        case .socketTaken(let path, by: true):
            "\(path): another process listens there; end it, or choose another place by --socket"
        case .socketTaken(let path, by: false):
            "\(path): something else than a socket is there; choose another place by --socket"
        }
    }
}
