import JSON
import OrientationTestSupport
import Testing
import Varlink

@Suite("Fields of messages")
struct FieldTests {
    private struct Inner: FieldDecodable {
        var selected: Int
        init(_ field: Field) throws(FieldError) {
            var members = try field.members()
            selected = try members.required("selected")
            try members.end()
        }
    }

    private func decode(_ object: JSONObject, isStrict: Bool = true) throws(FieldError) -> [Inner]? {
        var members = Members(of: object, path: "policy", isStrict: isStrict)
        let children: [Inner]? = try members.optional("children")
        try members.end()
        return children
    }

    @Test("an error names the field with dots and indices")
    func path() {
        let missing = failure(FieldError.self) { try decode(["children": [["selected": 1], [:]]]) }
        let wrong = failure(FieldError.self) { try decode(["children": [["selected": "x"]]]) }
        let unknown = failure(FieldError.self) {
            try decode(["children": [["selected": 1, "x": 1]]])
        }
        let notAnObject = failure(FieldError.self) { try decode(["children": [1]]) }
        let notAnArray = failure(FieldError.self) { try decode(["children": 1]) }

        #expect(missing?.description == "policy.children[1].selected: is missing")
        #expect(wrong?.description == "policy.children[0].selected: must be an integer")
        #expect(unknown?.description == "policy.children[0].x: is not known; known here: selected")
        #expect(notAnObject?.description == "policy.children[0]: must be an object")
        #expect(notAnArray?.description == "policy.children: must be an array")
    }

    @Test("null counts as absent")
    func null() throws {
        #expect(try decode(["children": .null]) == nil)
        #expect(throws: FieldError.self) { try decode(["children": [["selected": .null]]]) }
    }

    @Test("fields that are not known are skipped unless decoding is strict")
    func tolerant() throws {
        #expect(try decode(["x": 1], isStrict: false) == nil)
        #expect(throws: FieldError(field: "policy.x", problem: "is not known; known here: children")) {
            try decode(["x": 1])
        }
    }

    @Test("an integer is a number, a real is no integer")
    func numbers() throws {
        #expect(try Double(Field(5, isStrict: true)) == 5)
        #expect(throws: FieldError.self) { try Int(Field(5.0, isStrict: true)) }
    }

    @Test("a choice is one of the names, and the error tells them")
    func choice() throws {
        func choose(_ value: JSONValue) throws -> Int {
            try Field(value, path: "n", isStrict: true).choice(of: 1...3) { "n\($0)" }
        }

        #expect(try choose("n2") == 2)
        #expect(throws: FieldError(field: "n", problem: "must be one of n1, n2, n3")) { try choose("N2") }
        #expect(throws: FieldError(field: "n", problem: "must be a string")) { try choose(2) }
    }
}
