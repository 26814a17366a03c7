import Foundation
import JSON
import OrientationCore
import Testing

@testable import BringUp

/// Every case of a file is one test: what was seen on a real machine, and the matrix that turned out right.
/// The file is `Tests/Fixtures/mount-cases.json`, or the one that the environment variable `MOUNT_CASES`
/// names:
///
///     MOUNT_CASES=FILE swift test --filter MountCases
@Suite("MountCases")
struct MountCasesTests {
    @Test("the file of cases can be read and has some with readings and some with labels")
    func fileIsRead() throws {
        let cases = try RecordedCase.file()

        #expect(cases.contains { (try? $0.parsed())?.evidence.readings.isEmpty == false })
        #expect(cases.contains { (try? $0.parsed())?.evidence.labels.isEmpty == false })
    }

    @Test("the right matrix is found, or is among those that are left open", arguments: RecordedCase.all)
    func isFound(_ recorded: RecordedCase) throws {
        guard recorded.hasEvidence, let right = try recorded.rightMatrix() else { return }
        let parsed: MountCase
        do { parsed = try recorded.parsed() } catch MountCaseError.nothingUsable { return }

        let estimate = try MountEstimator.estimate(parsed.evidence)

        let compared = recorded.comparesZ ? 9 : 6
        let wanted = right.elements.prefix(compared)
        let found = [estimate.matrix] + estimate.alternatives
        #expect(found.contains { $0.elements.prefix(compared) == wanted })
        // What is called certain is right.
        for (letter, row) in zip("xyz", 0..<3) where estimate.determined.contains(letter) {
            guard row < compared / 3 else { continue }
            #expect(estimate.matrix.rows[row] == right.rows[row], "row of \(letter)")
        }
        #expect(estimate.alternatives.isEmpty == (estimate.determined == "xyz"))
    }

    @Test("cases with neither readings nor labels are refused", arguments: RecordedCase.all)
    func withoutEvidence(_ recorded: RecordedCase) {
        guard !recorded.hasEvidence else { return }

        #expect(throws: MountCaseError.self) { try recorded.parsed() }
    }
}

/// One case of the file.
struct RecordedCase: Sendable, CustomTestStringConvertible {
    let value: JSONObject

    var testDescription: String { value["id"]?.string ?? "?" }
    var comparesZ: Bool { value["compare"]?.string == "xyz" }
    var hasEvidence: Bool {
        ["readings", "readings_raw", "observed", "observed_label_by_posture"].contains { key in
            value[key].map { !$0.isNull } ?? false
        }
    }

    func parsed() throws -> MountCase {
        try MountCase(parsing: JSONWriter.bytes(of: JSONValue.object(value)))
    }

    func rightMatrix() throws -> MountMatrix? {
        try value["right_matrix"]?.string.map { try MountMatrix(parsing: $0) }
    }

    /// The cases of the file; none if it cannot be read, which has a test of its own.
    static let all: [RecordedCase] = (try? file()) ?? []

    static func file() throws -> [RecordedCase] {
        let fixture = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Fixtures/mount-cases.json").path()
        let path = ProcessInfo.processInfo.environment["MOUNT_CASES"] ?? fixture
        let value = try JSONValue(parsing: [UInt8](Data(contentsOf: URL(filePath: path))))
        let cases = value.object?["cases"]?.array ?? value.array ?? []
        return cases.compactMap { $0.object.map(RecordedCase.init) }
    }
}
