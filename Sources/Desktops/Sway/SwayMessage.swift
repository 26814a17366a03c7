/// A message of sway's IPC: `i3-ipc`, the length and the type as native 32-bit numbers, and JSON.
///
/// Source: sway-ipc(7).
struct SwayMessage: Equatable {
    /// The types that are used here.
    enum Kind {
        static let runCommand: UInt32 = 0
        static let subscribe: UInt32 = 2
        static let getOutputs: UInt32 = 3
        static let getInputs: UInt32 = 100
    }

    var kind: UInt32
    var payload: [UInt8]

    static let headSize = 14
    private static let magic = Array("i3-ipc".utf8)

    init(_ kind: UInt32, _ payload: String = "") {
        self.kind = kind
        self.payload = Array(payload.utf8)
    }

    var bytes: [UInt8] {
        Self.magic + Self.native(UInt32(payload.count)) + Self.native(kind) + payload
    }

    /// The length of the payload and the type, of the first ``headSize`` bytes. Nothing if they are no head.
    static func head(_ bytes: [UInt8]) -> (length: Int, kind: UInt32)? {
        guard bytes.count == headSize, Array(bytes[..<6]) == magic else { return nil }
        return (Int(number(bytes[6..<10])), number(bytes[10..<14]))
    }

    private static func native(_ number: UInt32) -> [UInt8] { withUnsafeBytes(of: number) { Array($0) } }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        bytes.withUnsafeBytes { $0.loadUnaligned(as: UInt32.self) }
    }
}
