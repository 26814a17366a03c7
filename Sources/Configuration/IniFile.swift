internal import CInih

/// One line of a configuration file that gives a key its value.
struct Assignment: Equatable {
    let section: String
    let key: String
    let value: String
    let line: Int
}

/// Reads the INI form: `[Section]`, `Key=Value`, and comments on lines of their own.
///
/// inih does the reading; this type gives it one line after the other, so that each assignment can be
/// told where it stands.
struct IniFile {
    /// What inih takes of a line at most, without its end.
    static let longestLine = 4093

    let file: String

    /// Hands every section's name with its line to `begin`, and every assignment to `visit`, from the first
    /// line to the last, until one of them throws.
    func read(
        _ text: [UInt8], begin: @escaping (String, Int) throws(ConfigurationError) -> Void,
        visit: @escaping (Assignment) throws(ConfigurationError) -> Void
    ) throws(ConfigurationError) {
        let pass = IniPass(file: file, text: text, begin: begin, visit: visit)
        let failedLine = parse_configuration(
            { buffer, size, stream in IniPass.at(stream)?.nextLine(into: buffer, size: Int(size)) },
            { user, section, key, value in
                guard let pass = IniPass.at(user), let section, let key, let value else { return 0 }
                return pass.assign(
                    section: String(cString: section), key: String(cString: key),
                    value: String(cString: value))
            }, Unmanaged.passUnretained(pass).toOpaque())
        if let failure = pass.failure { throw failure }
        if failedLine != 0 {
            throw .invalid(Origin(file: file, line: max(1, Int(failedLine))), .syntax)
        }
    }
}

/// The state of one reading, which inih's callbacks get back.
private final class IniPass {
    let file: String
    private var rest: ArraySlice<UInt8>
    private var line = 0
    private let begin: (String, Int) throws(ConfigurationError) -> Void
    private let visit: (Assignment) throws(ConfigurationError) -> Void
    private(set) var failure: ConfigurationError?

    init(
        file: String, text: [UInt8], begin: @escaping (String, Int) throws(ConfigurationError) -> Void,
        visit: @escaping (Assignment) throws(ConfigurationError) -> Void
    ) {
        self.file = file
        self.rest = text[...]
        self.begin = begin
        self.visit = visit
    }

    static func at(_ pointer: UnsafeMutableRawPointer?) -> IniPass? {
        pointer.map { Unmanaged<IniPass>.fromOpaque($0).takeUnretainedValue() }
    }

    /// Gives inih the next line, as `fgets(3)` would; nothing at the end or after a failure.
    func nextLine(into buffer: UnsafeMutablePointer<CChar>?, size: Int) -> UnsafeMutablePointer<CChar>? {
        guard let buffer, failure == nil, !rest.isEmpty else { return nil }
        let end = rest.firstIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? rest.endIndex
        let bytes = rest[..<end]
        rest = rest[end...]
        line += 1
        if bytes.count > min(IniFile.longestLine, size - 1) {
            fail(.tooLong(limit: IniFile.longestLine))
        } else if bytes.contains(0) || String(validating: bytes, as: UTF8.self) == nil {
            fail(.notText)
        } else if let section = Self.section(in: bytes) {
            do throws(ConfigurationError) { try begin(section, line) } catch { failure = error }
        }
        guard failure == nil else { return nil }
        for (index, byte) in bytes.enumerated() { buffer[index] = CChar(bitPattern: byte) }
        buffer[bytes.count] = 0
        return buffer
    }

    /// Called by inih for each key. Zero ends the reading.
    func assign(section: String, key: String, value: String) -> Int32 {
        do throws(ConfigurationError) {
            try visit(Assignment(section: section, key: key, value: value, line: line))
            return 1
        } catch {
            failure = error
            return 0
        }
    }

    private func fail(_ problem: ConfigurationError.Problem) {
        failure = .invalid(Origin(file: file, line: line), problem)
    }

    /// The name between brackets, for a line that is a section's head: inih tells of a section only
    /// when it has a key.
    private static func section(in bytes: ArraySlice<UInt8>) -> String? {
        let trimmed = bytes.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        guard trimmed.first == UInt8(ascii: "["), let close = trimmed.firstIndex(of: UInt8(ascii: "]")) else {
            return nil
        }
        return String(decoding: trimmed[(trimmed.startIndex + 1)..<close], as: UTF8.self)
    }
}
