internal import CLinux
internal import SystemCalls

/// A file in sysfs that holds one value as text.
struct SysfsAttribute: Equatable, Sendable {
    /// The whole path.
    let path: String

    init(_ path: String) { self.path = path }

    /// Whether the kernel offers it.
    var exists: Bool { access(path, F_OK) == 0 }

    /// The attribute itself if the kernel offers it.
    var ifThere: Self? { exists ? self : nil }

    /// The text without blanks and line ends around it. May block for as long as the driver likes.
    func read() throws(SystemCallError) -> String {
        let file = FileDescriptor(
            owning: try retrying("open", path) { open_file(path, O_RDONLY | O_CLOEXEC, 0) })
        var bytes: [UInt8] = Array(repeating: 0, count: 4096)
        let count = try retrying("read", path) { CLinux.read(file.number, &bytes, bytes.count) }
        return trimmed(String(decoding: bytes[..<count], as: UTF8.self))
    }

    /// The text, or nothing where there is none to be had.
    func readIfThere() -> String? { try? read() }

    /// Replaces the value. May block for as long as the driver likes.
    func write(_ text: String) throws(SystemCallError) {
        let file = FileDescriptor(
            owning: try retrying("open", path) { open_file(path, O_WRONLY | O_TRUNC | O_CLOEXEC, 0) })
        let line = Array((text + "\n").utf8)
        _ = try retrying("write", path) { CLinux.write(file.number, line, line.count) }
    }
}

/// A text without the blanks, line ends and NUL bytes around it.
func trimmed(_ text: String) -> String {
    func isPadding(_ character: Character) -> Bool { character.isWhitespace || character == "\0" }
    guard let first = text.firstIndex(where: { !isPadding($0) }),
        let last = text.lastIndex(where: { !isPadding($0) })
    else { return "" }
    return String(text[first...last])
}

/// A text of somebody else's between quotation marks: on one line, and the beginning of a long one.
func quoted(_ text: String) -> String {
    let limit = 64
    let line = text.unicodeScalars.prefix(limit).map { scalar -> Unicode.Scalar in
        scalar.value < 0x20 || 0x7F...0x9F ~= scalar.value ? "\u{FFFD}" : scalar
    }
    let isCut = text.unicodeScalars.dropFirst(limit).first != nil
    return "\"" + String(String.UnicodeScalarView(line)) + (isCut ? "…" : "") + "\""
}
