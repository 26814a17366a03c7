public import SystemCalls

/// Where a value was written.
public struct Origin: Equatable, Sendable {
    /// The path of the file.
    public let file: String
    /// The line, counted from 1.
    public let line: Int

    /// Names a line of a file.
    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }
}

/// Why a configuration is not used. Nothing of it is applied then.
public enum ConfigurationError: Error, Equatable, Sendable {
    /// A file or folder cannot be read.
    case unreadable(SystemCallError)
    /// A line is wrong.
    case invalid(Origin, Problem)

    /// What is wrong with a line.
    public enum Problem: Equatable, Sendable {
        /// The line is neither a section, nor a key with a value, nor a comment.
        case syntax
        /// The line is longer than `limit` bytes.
        case tooLong(limit: Int)
        /// The file holds a byte that no text has: a NUL, or what is not UTF-8.
        case notText
        /// There is no section of that name.
        case unknownSection(String, known: [String])
        /// The section has no key of that name.
        case unknownKey(String, section: String, known: [String])
        /// The section is there already, at that line.
        case repeatedSection(String, line: Int)
        /// The section has the key already, at that line.
        case repeatedKey(String, section: String, line: Int)
        /// The section lacks a key that it has to have.
        case missingKey(String, section: String, expected: String)
        /// A key comes before the name of the quirk that it belongs to.
        case outsideQuirk
        /// The value does not fit the key.
        case badValue(String, key: String, expected: String)
        /// The value fits the key, and what it names cannot be used.
        case unusable(String, key: String, problem: String)
    }
}

extension ConfigurationError: CustomStringConvertible {
    /// One line: the file, the line, what is wrong and what would be right.
    public var description: String {
        switch self {
        case .unreadable(let error): error.description
        case .invalid(let origin, let problem): "\(origin.file):\(origin.line): \(problem)"
        }
    }
}

extension ConfigurationError.Problem: CustomStringConvertible {
    /// What is wrong and what would be right.
    public var description: String {
        switch self {
        case .syntax: "expected [Section], Key=Value or # comment"
        case .tooLong(let limit): "the line is longer than \(limit) bytes"
        case .notText: "expected UTF-8 text"
        case .unknownSection(let name, let known):
            name.isEmpty
                ? "a key outside of any section; expected \(sections(known)) first"
                : "unknown section [\(name)]; expected \(sections(known))"
        case .unknownKey(let name, let section, let known):
            "unknown key \(name)= in [\(section)]; expected "
                + known.map { "\($0)=" }.joined(separator: ", ")
        case .repeatedSection(let name, let line):
            "[\(name)] is there already, at line \(line); expected another name"
        case .repeatedKey(let name, let section, let line):
            "[\(section)] has \(name)= already, at line \(line); expected it once, or a [NAME] between"
        case .missingKey(let name, let section, let expected):
            "[\(section)] has no \(name)=; expected \(expected)"
        case .outsideQuirk: "a key outside of any quirk; expected [NAME OF THE QUIRK] first"
        case .badValue(let value, let key, let expected):
            "\(key)=\(value): expected \(expected)"
        case .unusable(let value, let key, let problem): "\(key)=\(value): \(problem)"
        }
    }

    private func sections(_ names: [String]) -> String { names.map { "[\($0)]" }.joined(separator: ", ") }
}
