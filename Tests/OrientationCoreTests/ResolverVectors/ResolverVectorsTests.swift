import Foundation
import JSON
import Testing

/// Every vector of a file is one test. The file is `Tests/Fixtures/resolver-vectors.json`, or the one
/// that the environment variable `RESOLVER_VECTORS` names:
///
///     RESOLVER_VECTORS=FILE swift test --filter ResolverVectors
@Suite("ResolverVectors")
struct ResolverVectorsTests {
    @Test("the file of vectors can be read and has some of them")
    func fileIsRead() throws {
        let vectors = try ResolverVector.file()

        #expect(!vectors.isEmpty)
        #expect(Set(vectors.map(\.id)).count == vectors.count, "ids are unique")
    }

    @Test("what the vector says is so", arguments: ResolverVector.all)
    func holds(_ vector: ResolverVector) throws {
        let failures = try vector.failures()

        #expect(failures.isEmpty, "\(vector.note ?? vector.kind)")
    }

    /// A runner that finds everything right would find this right as well.
    @Test(
        "a vector with any one expectation changed is found wrong",
        .enabled(if: ResolverVector.otherFile == nil, "checks the runner, on its own file"),
        arguments: ResolverVector.all)
    func canFail(_ vector: ResolverVector) throws {
        for spoilt in vector.spoilt() {
            let failures = (try? spoilt.failures()) ?? ["refused"]

            #expect(!failures.isEmpty, "\(spoilt.expect)")
        }
    }
}

/// One vector: what is put in, and what must come out.
struct ResolverVector: Sendable, CustomTestStringConvertible {
    let id: String
    let kind: String
    let note: String?
    let input: Fields
    var expect: Fields

    var testDescription: String { id }

    /// Kinds that describe interfaces which this project does not have yet.
    static let laterKinds: Set = ["android", "w3c"]

    /// Another file in place of the project's own.
    static let otherFile = ProcessInfo.processInfo.environment["RESOLVER_VECTORS"]

    /// The vectors of the file; none if it cannot be read, which has a test of its own.
    static let all: [ResolverVector] = (try? file())?.filter { !laterKinds.contains($0.kind) } ?? []

    static func file() throws -> [ResolverVector] {
        let fixture = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fixtures/resolver-vectors.json").path()
        let bytes = try [UInt8](Data(contentsOf: URL(filePath: otherFile ?? fixture)))
        let file = try Fields(JSONValue(parsing: bytes), at: "file")
        return try file.list("vectors").enumerated().map { index, value in
            let fields = try Fields(value, at: "vectors[\(index)]")
            let id = try fields.text("id")
            return ResolverVector(
                id: id,
                kind: try fields.text("kind"),
                note: fields["note"]?.string,
                input: try Fields(fields["input"] ?? .null, at: "\(id).input"),
                expect: try Fields(fields["expect"] ?? .null, at: "\(id).expect"))
        }
    }

    /// What is not as the vector says; one line for each difference.
    func failures() throws -> [String] {
        let outcome: Fields
        do {
            switch kind {
            case "map": outcome = try runMap()
            case "helpers": outcome = try runHelpers()
            case "mask": outcome = try runMask()
            case "deviceList": outcome = try runDeviceList()
            case "effective": outcome = try runEffective()
            case "asked": outcome = try runAsked()
            case "resolve": outcome = try runResolve()
            case "script": outcome = try runScript()
            case "transition": outcome = try runTransition()
            case "bus": outcome = try runBus()
            case "geometry": outcome = try runGeometry()
            case "layout": outcome = try runLayout()
            default: throw VectorError.format("\(id): unknown kind '\(kind)'")
            }
        } catch let error as VectorError {
            guard let name = error.name else { throw error }
            outcome = Fields(["error": .string(name)], at: id)
        }
        return differences(expected: .object(expect.object), actual: .object(outcome.object), at: "expect")
    }

    /// Compares member by member. What is not expected does not matter; lists that stand for sets are
    /// compared as sets.
    private func differences(expected: JSONValue, actual: JSONValue?, at place: String) -> [String] {
        switch (expected, actual) {
        case (.object(let expected), .object(let actual)):
            return expected.members.flatMap { member in
                differences(expected: member.value, actual: actual[member.key], at: "\(place).\(member.key)")
            } + missing(in: expected, from: actual, at: place)
        case (.array(let expected), .array(let actual)):
            let isSet = place.hasSuffix(".effective") || place.hasSuffix(".mask")
            guard expected.count == actual.count else { break }
            let pairs = isSet ? zip(expected.sorted(), actual.sorted()) : zip(expected, actual)
            return pairs.enumerated().flatMap { index, pair in
                differences(expected: pair.0, actual: pair.1, at: "\(place)[\(index)]")
            }
        case (.string(let expected), .string(let actual)?) where VectorError.isSameError(expected, actual):
            return []
        case (_, let actual?) where expected.number != nil && expected.number == actual.number:
            return []
        default:
            if expected == actual ?? .null, actual != nil { return [] }
        }
        return ["\(place) is \(text(actual)), expected \(text(expected))"]
    }

    /// Members that came out although the vector leaves no room for them: an error nobody expects, and
    /// more clients or objects than there should be.
    private func missing(in expected: JSONObject, from actual: JSONObject, at place: String) -> [String] {
        let isComplete = [".errors", ".interfaces", ".frames"].contains { place.hasSuffix($0) }
        return actual.members.compactMap { member in
            guard expected[member.key] == nil, isComplete || member.key == "error", !member.value.isNull
            else { return nil }
            return "\(place).\(member.key) is \(text(member.value)), which is not expected"
        }
    }

    private func text(_ value: JSONValue?) -> String {
        value.map { String(decoding: JSONWriter.bytes(of: $0), as: UTF8.self) } ?? "left out"
    }
}

extension [JSONValue] {
    fileprivate func sorted() -> [JSONValue] { sorted { ($0.string ?? "") < ($1.string ?? "") } }
}
