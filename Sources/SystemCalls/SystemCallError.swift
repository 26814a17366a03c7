internal import CLinux

/// A system call that failed.
public struct SystemCallError: Error, Equatable, Sendable {
    /// The name of the call, for example `bind`.
    public let call: String
    /// What was called upon: a path, mostly. May be empty.
    public let subject: String
    /// The `errno` of the call, positive.
    public let code: Int32
    /// Why, where that can be said better than by the text of ``code``.
    public let reason: String?

    /// Describes a failed call.
    public init(call: String, subject: String = "", code: Int32, reason: String? = nil) {
        self.call = call
        self.subject = subject
        self.code = code
        self.reason = reason
    }

    /// Describes the call that has just failed, by `errno`.
    public static func last(_ call: String, _ subject: String = "") -> Self {
        Self(call: call, subject: subject, code: last_errno())
    }

    /// The symbolic name of the error, for example `EBUSY`; a number where the C library knows none.
    /// The corresponding function is `strerrorname_np(3)`.
    public var name: String {
        guard let name = strerrorname_np(code) else { return "errno \(code)" }
        return String(cString: name)
    }

    /// The error in English, for people.
    public var message: String { reason ?? String(cString: strerror(code)) }
}

extension SystemCallError: CustomStringConvertible {
    /// One line for a log: what was tried, on what, and why it failed.
    public var description: String {
        subject.isEmpty ? "\(call): \(message)" : "\(subject): \(call): \(message)"
    }
}
