import JSON
import OrientationTestSupport
import Testing

@Suite("Parsing JSON")
struct JSONParsingTests {
    @Test(
        "every kind of value is parsed",
        arguments: [
            ("null", .null), ("true", .bool(true)), ("false", .bool(false)), ("-0", .integer(0)),
            ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
            ("1.0", .real(1)), ("1e2", .real(100)), (#""a\"\\\u00e9""#, .string("a\"\\é")),
            ("[]", .array([])), ("[1, [2]]", .array([.integer(1), .array([.integer(2)])])),
            (" {\"a\" : null}\n", .object(["a": .null])),
        ] as [(String, JSONValue)])
    func values(text: String, expected: JSONValue) throws {
        #expect(try JSONValue(parsing: Array(text.utf8)) == expected)
    }

    @Test(
        "what is not JSON is refused",
        arguments: [
            "", " ", "{", "[1,]", "{\"a\":1,}", "{a:1}", "'a'", "NaN", "Infinity", "-Infinity", "nul", "01",
            "1 2", "{} {}", "// no\n1", "/**/1", "\"\n\"", "\"\\x\"", "\"\\ud800\"", "+1", ".5", "1.", "0x1",
            "{\"a\":1,\"a\":1}", "{\"a\":{\"b\":1,\"b\":2}}", "9223372036854775808", "1e400", "\u{FEFF}1",
            "{\"a\\u0000b\":1}",
        ])
    func refused(text: String) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: Array(text.utf8)) }
    }

    @Test(
        "bytes that are not UTF-8 are refused",
        arguments: [
            [0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0x22, 0xC3, 0x22],
            [0x31, 0x00],
        ] as [[UInt8]])
    func invalidEncoding(bytes: [UInt8]) {
        #expect(throws: JSONError.self) { try JSONValue(parsing: bytes) }
    }

    @Test("a string may hold U+0000")
    func embeddedNull() throws {
        #expect(try JSONValue(parsing: Array(#""a\u0000b""#.utf8)) == .string("a\0b"))
    }

    @Test("an error tells line, column and byte of what is wrong")
    func position() {
        let error = failure(JSONError.self) { try JSONValue(parsing: Array("{\n \"a\": x}".utf8)) }

        guard case .malformed(let line, let column, let offset, _) = error else {
            Issue.record("not malformed: \(String(describing: error))")
            return
        }
        #expect(line == 2)
        #expect(column == 7)
        #expect(offset == 9)
    }

    @Test("the reason of an error is printable, whatever it quotes")
    func printableReason() {
        let error = failure(JSONError.self) {
            try JSONValue(parsing: Array("[\u{1B}[2J\u{9B}é]".utf8))
        }

        #expect(error?.description.utf8.allSatisfy { (32..<127).contains($0) } == true)
    }

    @Test("32 levels are taken, 33 are not")
    func depth() throws {
        func nested(_ levels: Int) -> [UInt8] {
            Array((String(repeating: "[", count: levels) + String(repeating: "]", count: levels)).utf8)
        }

        #expect(throws: Never.self) { try JSONValue(parsing: nested(32)) }
        #expect(throws: JSONError.tooDeep) { try JSONValue(parsing: nested(33)) }
        #expect(throws: JSONError.tooDeep) { try JSONValue(parsing: nested(2000)) }
        #expect(throws: JSONError.self) { try JSONValue(parsing: nested(100_000)) }
    }

    @Test("a text longer than the caller takes is refused before it is parsed")
    func limit() throws {
        #expect(try JSONValue(parsing: Array("[1]".utf8), limit: 3) == [1])
        #expect(throws: JSONError.tooLong(limit: 2)) { try JSONValue(parsing: Array("[1]".utf8), limit: 2) }
    }

    @Test("the members of an object keep their order, and equality does not ask for it")
    func order() throws {
        let value = try JSONValue(parsing: Array(#"{"z":1,"a":2,"m":3}"#.utf8))

        #expect(value.object?.members.map(\.key) == ["z", "a", "m"])
        #expect(value == ["a": 2, "m": 3, "z": 1])
        #expect(value != ["a": 2, "m": 3, "y": 1])
        #expect(value != ["a": 2, "m": 3])
    }
}
