import JSON
import Varlink

extension ServerConnection {
    /// Takes a text whose `␀` are NUL bytes.
    mutating func receive(_ text: String, at now: Duration = .zero) {
        receive(Array(text.utf8).replacingNUL(), at: now)
    }

    mutating func receive(_ bytes: [UInt8], at now: Duration = .zero) {
        bytes.withUnsafeBytes { receive($0, at: now) }
    }

    /// All that can be written to a peer that reads everything, its NUL bytes as `␀`.
    mutating func sent(making make: () -> [UInt8]? = { nil }) -> String {
        var bytes: [UInt8] = []
        while wantsToWrite {
            write(making: make) { piece in
                bytes += piece
                return piece.count
            }
        }
        return String(decoding: bytes, as: UTF8.self).replacing("\0", with: "␀")
    }

    /// What is next, when no time passes.
    mutating func next() -> Step? { next(at: .zero) }
}

extension [UInt8] {
    func replacingNUL() -> [UInt8] {
        Array(String(decoding: self, as: UTF8.self).replacing("␀", with: "\0").utf8)
    }
}
