internal import SystemCalls

/// The quirks of one file after the other: the first that fits a machine and its sensor counts.
struct QuirksFile {
    /// The name of such a file, wherever it is.
    static let name = "quirks.conf"

    /// Reads the quirks of a text, in order.
    ///
    /// - Parameters:
    ///   - text: The bytes of the file.
    ///   - file: Its path, for errors and ``Quirk/origin``.
    /// - Throws: ``ConfigurationError`` with the first thing that is wrong.
    static func quirks(_ text: [UInt8], from file: String) throws(ConfigurationError) -> [Quirk] {
        let pass = Pass(file: file)
        try IniFile(file: file).read(text) { (name, line) throws(ConfigurationError) in
            try pass.begin(name, line)
        } visit: { (assignment) throws(ConfigurationError) in
            try pass.take(assignment)
        }
        try pass.finish()
        return pass.quirks
    }

    /// The file that comes with the program: beside it in `share`, or with its sources where it was built.
    ///
    /// - Parameter program: The path of the program, for example `/usr/local/sbin/orientationd`.
    static func shipped(with program: String) -> String? {
        let parts = program.split(separator: "/").map(String.init)
        if let build = parts.firstIndex(of: ".build") {
            return "/" + (parts[..<build] + ["config", name]).joined(separator: "/")
        }
        guard parts.count >= 2, ["bin", "sbin"].contains(parts[parts.count - 2]) else { return nil }
        return "/" + (parts.dropLast(2) + ["share", "orientationd", name]).joined(separator: "/")
    }
}

/// One reading of a file.
private final class Pass {
    private let file: String
    private(set) var quirks: [Quirk] = []
    /// The keys of the last quirk, with their lines.
    private var lines: [String: Int] = [:]

    init(file: String) { self.file = file }

    /// Takes the head of a section.
    func begin(_ name: String, _ line: Int) throws(ConfigurationError) {
        try finish()
        let origin = Origin(file: file, line: line)
        if let first = quirks.first(where: { $0.name == name }) {
            throw .invalid(origin, .repeatedSection(name, line: first.origin.line))
        }
        quirks.append(Quirk(name: name, origin: origin))
        lines = [:]
    }

    func take(_ assignment: Assignment) throws(ConfigurationError) {
        let origin = Origin(file: file, line: assignment.line)
        guard var quirk = quirks.popLast() else { throw .invalid(origin, .outsideQuirk) }
        guard let key = QuirkKey.all.first(where: { $0.name == assignment.key }) else {
            throw .invalid(
                origin,
                .unknownKey(assignment.key, section: quirk.name, known: QuirkKey.all.map(\.name)))
        }
        if let line = lines.updateValue(assignment.line, forKey: key.name) {
            throw .invalid(origin, .repeatedKey(key.name, section: quirk.name, line: line))
        }
        do throws(ValueError) { try key.apply(&quirk, assignment.value) } catch {
            throw .invalid(
                origin,
                .badValue(assignment.value, key: key.name, expected: error.expected ?? key.expected))
        }
        quirks.append(quirk)
    }

    /// Sees whether the last quirk says all that it has to.
    func finish() throws(ConfigurationError) {
        guard let quirk = quirks.last else { return }
        if let missing = QuirkKey.all.first(where: { $0.isRequired && lines[$0.name] == nil }) {
            throw .invalid(
                quirk.origin, .missingKey(missing.name, section: quirk.name, expected: missing.expected))
        }
        if quirk.convention == nil, quirk.invertZ == nil {
            throw .invalid(
                quirk.origin,
                .missingKey(
                    "Convention", section: quirk.name,
                    expected: "Convention= or InvertZ=, since a quirk has to say something"))
        }
    }
}
