internal import CLinux

/// An open file, socket or the like, closed once when its owner goes.
public struct FileDescriptor: ~Copyable, Sendable {
    /// The number by which the kernel knows it. Valid while this value lives.
    public let number: Int32

    /// Takes over an open descriptor.
    public init(owning number: Int32) { self.number = number }

    deinit { _ = close(number) }

    /// Gives up the descriptor without closing it.
    public consuming func release() -> Int32 {
        let number = self.number
        discard self
        return number
    }
}

/// Calls `body` again while a signal interrupts it.
///
/// - Returns: What `body` returned, which is not negative.
/// - Throws: ``SystemCallError`` with the `errno` that `body` left.
public func retrying(
    _ call: String, _ subject: String = "", _ body: () -> Int32
) throws(SystemCallError) -> Int32 { try retryingAny(call, subject, body) }

/// The same for a `body` that returns how many bytes it moved.
public func retrying(
    _ call: String, _ subject: String = "", _ body: () -> Int
) throws(SystemCallError) -> Int { try retryingAny(call, subject, body) }

// Not public: where it is not specialised, it takes several times as long as the system call.
private func retryingAny<Number: SignedInteger>(
    _ call: String, _ subject: String, _ body: () -> Number
) throws(SystemCallError) -> Number {
    while true {
        let result = body()
        if result >= 0 { return result }
        let code = last_errno()
        if code != EINTR { throw SystemCallError(call: call, subject: subject, code: code) }
    }
}
