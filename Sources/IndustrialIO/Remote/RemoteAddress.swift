/// Another machine that shows its sensors over the network: one on which iiod of libiio runs.
public struct RemoteAddress: Equatable, Sendable {
    /// What libiio calls it: `ip:HOST` or `ip:HOST:PORT`. A HOST in numbers of IPv6 is in brackets.
    public let uri: String

    /// Reads a URI as a person writes it.
    ///
    /// libiio would look for any machine of the local network if HOST were left out.
    ///
    /// - Parameter text: `ip:HOST` or `ip:HOST:PORT`.
    public init(parsing text: String) throws(RemoteAddressError) {
        let scheme = "ip:"
        guard text.hasPrefix(scheme) else { throw .otherScheme }
        let rest = text.dropFirst(scheme.count)
        let host: Substring
        let port: Substring?
        if rest.hasPrefix("[") {
            guard let end = rest.firstIndex(of: "]") else { throw .unclosedBracket }
            host = rest[rest.index(after: rest.startIndex)..<end]
            let behind = rest[rest.index(after: end)...]
            guard behind.isEmpty || behind.hasPrefix(":") else { throw .badPort(String(behind)) }
            port = behind.isEmpty ? nil : behind.dropFirst()
            guard host.contains(":"), host.allSatisfy(Self.isOfNumericHost) else {
                throw .badHost(String(host))
            }
        } else {
            let parts = rest.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            host = parts[0]
            port = parts.count == 2 ? parts[1] : nil
            if host.isEmpty { throw .noHost }
            if port?.contains(":") == true { throw .unbracketed }
            guard host.allSatisfy(Self.isOfHostName) else { throw .badHost(String(host)) }
        }
        if let port, !(port.allSatisfy(\.isNumber) && (1...65535).contains(Int(port) ?? 0)) {
            throw .badPort(String(port))
        }
        uri = text
    }

    private static func isOfHostName(_ character: Character) -> Bool {
        character.isASCII && (character.isLetter || character.isNumber || "-._".contains(character))
    }

    private static func isOfNumericHost(_ character: Character) -> Bool {
        isOfHostName(character) || ":%".contains(character)
    }
}

/// Why a text is no address of a machine.
public enum RemoteAddressError: Error, Equatable, Sendable {
    /// It does not begin with `ip:`.
    case otherScheme
    /// Nothing follows `ip:`.
    case noHost
    /// The name has a character that no name has.
    case badHost(String)
    /// A bracket is opened and not closed.
    case unclosedBracket
    /// Numbers of IPv6 stand without brackets.
    case unbracketed
    /// What follows the name is no port.
    case badPort(String)
}

extension RemoteAddressError: CustomStringConvertible {
    /// What is wrong and what would be right.
    public var description: String {
        let example = "such as ip:tablet.local or ip:192.168.1.20:30431"
        switch self {
        case .otherScheme: return "expected ip:HOST or ip:HOST:PORT, \(example)"
        case .noHost: return "names no machine; expected ip:HOST or ip:HOST:PORT, \(example)"
        case .badHost(let host): return "\"\(host)\" is no name of a machine; expected one \(example)"
        case .unclosedBracket, .unbracketed:
            return "numbers of IPv6 are written in brackets, such as ip:[fe80::1%eth0] or ip:[fe80::1]:30431"
        case .badPort(let port): return "\"\(port)\" is no port; expected a number from 1 to 65535"
        }
    }
}
