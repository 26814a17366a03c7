internal import CJansson

/// Something that is written as one JSON value.
public protocol JSONEncodable {
    /// Appends this as one value.
    func write(to writer: inout JSONWriter)
}

/// Writes compact JSON into bytes, member by member.
///
/// It puts the commas; that every beginning has its end is up to the caller. Messages are written
/// straight into the bytes that are sent: building a tree of jansson's for one state first and dumping
/// it takes several times as long, and a change of orientation is written once for each subscriber.
public struct JSONWriter: Sendable {
    /// What has been written, UTF-8.
    public private(set) var bytes: [UInt8]
    /// Whether the next member or element has one before it.
    private var needsComma = false

    /// Begins with nothing.
    ///
    /// - Parameter capacity: How many bytes will be needed, as a guess.
    public init(capacity: Int = 0) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// The JSON text of a value.
    public static func bytes(of value: some JSONEncodable) -> [UInt8] {
        var writer = JSONWriter()
        value.write(to: &writer)
        return writer.bytes
    }

    /// Begins an object, as a value.
    public mutating func beginObject() { open("{") }

    /// Ends the innermost object.
    public mutating func endObject() { close("}") }

    /// Begins an array, as a value.
    public mutating func beginArray() { open("[") }

    /// Ends the innermost array.
    public mutating func endArray() { close("]") }

    /// Writes the key of a member; its value is written next.
    ///
    /// - Parameter key: Printable ASCII without quotation mark and backslash.
    public mutating func key(_ key: StaticString) {
        bytes.append(contentsOf: needsComma ? ",\"" as StaticString : "\"")
        bytes.append(contentsOf: key)
        bytes.append(contentsOf: "\":" as StaticString)
        needsComma = false
    }

    /// Writes a member.
    public mutating func member(_ key: StaticString, _ value: some JSONEncodable) {
        self.key(key)
        value.write(to: &self)
    }

    /// Writes a member if it has a value, else nothing.
    public mutating func member(_ key: StaticString, _ value: (some JSONEncodable)?) {
        if let value { member(key, value) }
    }

    /// Writes a member whose key is not known beforehand.
    public mutating func member(_ key: String, _ value: some JSONEncodable) {
        write(key)
        bytes.append(UInt8(ascii: ":"))
        needsComma = false
        value.write(to: &self)
    }

    /// Writes `null`.
    public mutating func writeNull() { literal("null") }

    /// Appends a value that is known beforehand, such as the quoted name of an enumeration's case.
    ///
    /// - Parameter text: The value as JSON.
    public mutating func literal(_ text: StaticString) {
        separate()
        bytes.append(contentsOf: text)
    }

    /// Appends a byte that is not part of the JSON text, such as the end of a message.
    public mutating func terminate(_ byte: UInt8) {
        bytes.append(byte)
        needsComma = false
    }

    mutating func write(_ value: some BinaryInteger) {
        separate()
        bytes.append(contentsOf: value.description.utf8)
    }

    mutating func write(_ value: Double) {
        separate()
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 32) { buffer in
            let length = write_json_real(value.finite, buffer.baseAddress, buffer.count)
            bytes.append(contentsOf: UnsafeRawBufferPointer(buffer).prefix(length))
        }
    }

    mutating func write(_ value: String) {
        separate()
        bytes.append(UInt8(ascii: "\""))
        var value = value
        value.withUTF8 { text in
            var plain = text.startIndex
            for place in text.indices where text[place].isEscaped {
                bytes.append(contentsOf: text[plain..<place])
                escape(text[place])
                plain = place + 1
            }
            bytes.append(contentsOf: text[plain...])
        }
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func escape(_ byte: UInt8) {
        bytes.append(UInt8(ascii: "\\"))
        if byte >= 32 {
            bytes.append(byte)
        } else {
            bytes.append(contentsOf: "u00".utf8)
            bytes.append(hexadecimal(byte >> 4))
            bytes.append(hexadecimal(byte & 15))
        }
    }

    private mutating func open(_ bracket: Unicode.Scalar) {
        separate()
        bytes.append(UInt8(ascii: bracket))
        needsComma = false
    }

    private mutating func close(_ bracket: Unicode.Scalar) {
        bytes.append(UInt8(ascii: bracket))
        needsComma = true
    }

    private mutating func separate() {
        if needsComma { bytes.append(UInt8(ascii: ",")) }
        needsComma = true
    }
}

private func hexadecimal(_ digit: UInt8) -> UInt8 {
    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
}

extension [UInt8] {
    fileprivate mutating func append(contentsOf text: StaticString) {
        append(contentsOf: UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }
}

extension UInt8 {
    /// Whether this byte of a string has to be escaped (RFC 8259, section 7).
    fileprivate var isEscaped: Bool {
        self < 32 || self == UInt8(ascii: "\"") || self == UInt8(ascii: "\\")
    }
}

extension Double {
    /// The nearest number that JSON can tell; 0 for what is not a number.
    fileprivate var finite: Double {
        isNaN ? 0 : min(max(self, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
    }
}
