internal import OrientationClient
internal import OrientationCore
internal import OrientationProtocol
internal import SystemCalls

/// The arguments of a command, taken one after the other.
struct Arguments {
    /// One argument.
    enum Argument: Equatable {
        /// `--name`, or the name of `--name=value`.
        case option(String)
        /// Anything else.
        case value(String)
    }

    private var rest: ArraySlice<String>
    /// The value of `--name=value`, until it is taken.
    private var attached: (option: String, value: String)?
    private var optionsHaveEnded = false

    init(_ arguments: [String]) { rest = arguments[...] }

    /// The next argument, or nothing after the last.
    mutating func next() throws(Failure) -> Argument? {
        if let attached { throw .usage("\(attached.option) takes no value") }
        guard let argument = rest.popFirst() else { return nil }
        if optionsHaveEnded || !argument.hasPrefix("-") || argument == "-" { return .value(argument) }
        if argument == "--" {
            optionsHaveEnded = true
            return try next()
        }
        guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else {
            return .option(argument)
        }
        let option = String(argument[..<equals])
        attached = (option, String(argument[argument.index(after: equals)...]))
        return .option(option)
    }

    /// All that is left, as it is.
    mutating func remaining() -> [String] {
        defer { rest = [] }
        return Array(rest)
    }

    /// The value of the option that came last.
    mutating func value(of option: String) throws(Failure) -> String {
        if let attached {
            self.attached = nil
            return attached.value
        }
        // Another option is none: the value was forgotten.
        guard let value = rest.first, !value.hasPrefix("--") else {
            throw .usage("\(option) needs a value")
        }
        rest.removeFirst()
        return value
    }

    /// The value of the option that came last, a whole number.
    mutating func count(of option: String) throws(Failure) -> Int {
        let text = try value(of: option)
        guard let count = Int(text), count > 0 else {
            throw .usage("\(option) must be a whole number above 0, not \(text)")
        }
        return count
    }

    /// The value of the option that came last, a number of samples each second.
    mutating func rate(of option: String) throws(Failure) -> Double {
        let text = try value(of: option)
        guard let rate = Double(text), rate.isFinite, rate > 0 else {
            throw .usage("\(option) must be a number of hertz above 0, not \(text)")
        }
        return rate
    }

    /// The value of the option that came last, in seconds.
    mutating func seconds(of option: String) throws(Failure) -> Duration {
        let text = try value(of: option)
        guard let seconds = Double(text), seconds.isFinite, seconds >= 0, seconds <= 1e9 else {
            throw .usage("\(option) must be a number of seconds from 0, not \(text)")
        }
        return .seconds(seconds)
    }

    /// The policy in the file that is the value of the option that came last.
    mutating func policy(of option: String) throws(Failure) -> Policy {
        try Policy(file: try value(of: option))
    }

    /// The error for an option that a command does not have, or a value too many.
    static func unexpected(_ argument: Argument) -> Failure {
        switch argument {
        case .option(let name): .usage("there is no option \(name)")
        case .value(let value): .usage("\(value) is one argument too many")
        }
    }
}

extension Policy {
    /// Reads a policy from a file.
    ///
    /// - Throws: What is wrong, with the file and the line or the field.
    init(file: String) throws(Failure) {
        let bytes: [UInt8]
        do throws(SystemCallError) { bytes = try Files.contents(of: file, limit: 65536, mayWait: true) } catch
        {
            throw Failure("\(error)", .usage)
        }
        guard bytes.contains(where: { $0 > UInt8(ascii: " ") }) else {
            throw Failure("\(file): is empty; a policy that asks for nothing is {}", .usage)
        }
        do throws(PolicyTextError) { try self.init(parsing: bytes) } catch {
            throw Failure("\(file): \(error.explanation)", .usage)
        }
    }
}

extension PolicyTextError {
    /// One line for people.
    fileprivate var explanation: String {
        switch self {
        case .notJSON(let error): "\(error)"
        case .wrongField(let error): "\(error)"
        case .refused(.malformed(let field, let problem)): "\(field): \(problem.description)"
        case .refused(let error): "\(error)"
        }
    }
}
