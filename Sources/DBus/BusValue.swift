internal import CSystemd

/// A value of one of D-Bus's basic types.
public enum BusValue: Equatable, Sendable {
    /// `b`
    case truth(Bool)
    /// `s`
    case text(String)
    /// `d`
    case number(Double)

    /// The signature of its type.
    public var signature: String {
        switch self {
        case .truth: "b"
        case .text: "s"
        case .number: "d"
        }
    }
}

/// Appends to a message, and remembers the first failure.
struct MessageWriter {
    private let message: OpaquePointer?
    private(set) var result: Int32 = 0

    init(_ message: OpaquePointer?) { self.message = message }

    /// The corresponding function is `sd_bus_message_append_basic(3)`.
    mutating func append(_ value: BusValue) {
        let type = CChar(bitPattern: value.signature.utf8.first ?? 0)
        switch value {
        case .truth(let truth):
            var number: Int32 = truth ? 1 : 0
            note(sd_bus_message_append_basic(message, type, &number))
        case .text(let text): note(sd_bus_message_append_basic(message, type, text))
        case .number(var number): note(sd_bus_message_append_basic(message, type, &number))
        }
    }

    /// Opens a container, lets `content` fill it, and closes it.
    ///
    /// - Parameters:
    ///   - type: `a` array, `e` entry of a dictionary, `v` variant.
    ///   - signature: The type of what is in it.
    /// The corresponding functions are `sd_bus_message_open_container(3)` and its counterpart.
    mutating func container(_ type: Character, _ signature: String, _ content: (inout Self) -> Void) {
        note(sd_bus_message_open_container(message, CChar(bitPattern: type.asciiValue ?? 0), signature))
        content(&self)
        note(sd_bus_message_close_container(message))
    }

    private mutating func note(_ result: Int32) { if self.result >= 0, result < 0 { self.result = result } }
}
