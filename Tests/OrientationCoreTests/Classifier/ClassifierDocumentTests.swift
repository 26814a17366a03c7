import Foundation
import OrientationCore
import Testing

@Suite("docs/classifier.md")
struct ClassifierDocumentTests {
    /// The rows of the tables of parameters: the cells between the bars.
    private static func rows() throws -> [[String]] {
        let repository = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let text = try String(contentsOf: repository.appending(path: "docs/classifier.md"), encoding: .utf8)
        return text.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast().map {
                $0.trimmingCharacters(in: .whitespaces)
            }
        }
    }

    private static func text(_ number: Double) -> String { String(format: "%g", number) }

    @Test("lists every parameter, with its default, range and unit")
    func parameters() throws {
        let rows = try Self.rows()
        let parameters = ClassifierSettings.parameters

        #expect(rows.map { $0[0] }.sorted() == parameters.map { "`\($0.key)`" }.sorted())
        for parameter in parameters {
            let row = try #require(rows.first { $0[0] == "`\(parameter.key)`" })
            let range = parameter.range
            #expect(row[1] == Self.text(parameter.defaultValue), "\(parameter.key)")
            #expect(
                row[2] == "\(Self.text(range.lowerBound)) to \(Self.text(range.upperBound))",
                "\(parameter.key)")
            #expect(row[3] == parameter.unit.rawValue, "\(parameter.key)")
        }
    }
}
