internal import Varlink

/// Knows what calls do.
protocol SocketServerDelegate: AnyObject {
    /// Executes a call: replies to it, fails it, or begins a stream.
    func execute(_ call: Call, for client: Client)

    /// Makes the newest message of a client's stream; nothing if it has been read already.
    func message(for client: Client) -> [UInt8]?

    /// Forgets what a client held; it is gone.
    func clientEnded(_ client: Client)

    /// Tells the clients what calls, or the end of clients, have changed.
    func roundEnded()
}
