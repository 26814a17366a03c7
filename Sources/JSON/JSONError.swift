/// Why a text is not taken as JSON.
public enum JSONError: Error, Equatable, Sendable {
    /// The text does not follow the grammar, repeats a key of an object, is not UTF-8, or holds a number
    /// beyond what 64 bits hold.
    ///
    /// `line` counts from 1, `column` characters of that line, `offset` bytes of the text. `reason` is
    /// in English, for people, in printable characters of ASCII.
    case malformed(line: Int, column: Int, offset: Int, reason: String)
    /// Arrays and objects are nested deeper than ``JSONValue/maximumDepth``.
    case tooDeep
    /// The text is longer than the caller takes.
    case tooLong(limit: Int)
}

extension JSONError: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch self {
        case .malformed(let line, let column, _, let reason): "line \(line), column \(column): \(reason)"
        case .tooDeep: "nested more than \(JSONValue.maximumDepth) deep"
        case .tooLong(let limit): "longer than \(limit) bytes"
        }
    }
}
