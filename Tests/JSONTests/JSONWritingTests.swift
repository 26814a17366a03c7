import JSON
import Testing

@Suite("Writing JSON")
struct JSONWritingTests {
    private func text(_ value: some JSONEncodable) -> String {
        String(decoding: JSONWriter.bytes(of: value), as: UTF8.self)
    }

    @Test(
        "every kind of value is written compactly",
        arguments: [
            (.null, "null"), (true, "true"), (false, "false"), (-5, "-5"),
            (.integer(.min), "-9223372036854775808"),
            ("", #""""#), ([], "[]"), ([1, [2, "x"], [:]], #"[1,[2,"x"],{}]"#),
            (["z": 1, "a": [:], "m": ["q": [true]]], #"{"z":1,"a":{},"m":{"q":[true]}}"#),
        ] as [(JSONValue, String)])
    func values(value: JSONValue, expected: String) {
        #expect(text(value) == expected)
    }

    @Test(
        "a real has nine significant digits and reads as a real",
        arguments: [
            (1.0, "1.0"), (0.0, "0.0"), (-0.5, "-0.5"), (9.80665, "9.80665"), (1.0 / 3, "0.333333333"),
            (123_456_789.123, "123456789.0"), (1e21, "1e21"),
        ])
    func reals(value: Double, expected: String) {
        #expect(text(value) == expected)
    }

    @Test("a number that JSON cannot tell never spoils a message")
    func notFinite() throws {
        for number in [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude] {
            let parsed = try JSONValue(parsing: JSONWriter.bytes(of: number))

            #expect(parsed.number?.isFinite == true)
        }
    }

    @Test("quotation mark, backslash and control characters are escaped, nothing else")
    func escapes() {
        #expect(text("a\"b\\c/d\u{7F}é😀") == "\"a\\\"b\\\\c/d\u{7F}é😀\"")
        #expect(text("\0\n\u{1F}") == #""\u0000\u000a\u001f""#)
        #expect(text(["\"": 1] as JSONObject) == #"{"\"":1}"#)
    }

    @Test("a member without a value is left out")
    func leftOut() {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("a", nil as Int?)
        writer.member("b", 1)
        writer.member("c", nil as String?)
        writer.member("d", "x")
        writer.endObject()

        #expect(String(decoding: writer.bytes, as: UTF8.self) == #"{"b":1,"d":"x"}"#)
    }

    @Test("what is written parses to the same value")
    func roundTrip() throws {
        var generator = SplitMix(state: 7)
        for _ in 0..<2000 {
            let value = JSONValue.random(depth: 4, using: &generator)

            #expect(try JSONValue(parsing: JSONWriter.bytes(of: value)) == value)
        }
    }
}

/// A small generator with a seed (SplitMix64).
private struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

extension JSONValue {
    fileprivate static func random(depth: Int, using generator: inout SplitMix) -> JSONValue {
        switch Int.random(in: 0..<(depth == 0 ? 5 : 7), using: &generator) {
        case 0: .null
        case 1: .bool(.random(using: &generator))
        case 2: .integer(.random(in: .min ... .max, using: &generator))
        // Nine digits hold every multiple of 1/64 of this size.
        case 3: .real(Double(Int.random(in: -6400...6400, using: &generator)) / 64)
        case 4: .string(.random(using: &generator))
        case 5: .array((0..<3).map { _ in random(depth: depth - 1, using: &generator) })
        default:
            .object([
                "a": random(depth: depth - 1, using: &generator),
                "\n": random(depth: depth - 1, using: &generator),
            ])
        }
    }
}

extension String {
    fileprivate static func random(using generator: inout SplitMix) -> String {
        let scalars = (0..<Int.random(in: 0..<6, using: &generator)).map { _ in
            Unicode.Scalar(UInt32.random(in: 0..<0xD800, using: &generator)) ?? "x"
        }
        return String(String.UnicodeScalarView(scalars))
    }
}
