import Foundation
import Testing

@testable import OrientationCore

/// The files that are read.
private let databases: [String] = {
    let named = ProcessInfo.processInfo.environment["HWDB_FILES"] ?? ""
    let usual = ["/usr/lib/udev/hwdb.d/60-sensor.hwdb", "/lib/udev/hwdb.d/60-sensor.hwdb"]
    let system = usual.first { FileManager.default.fileExists(atPath: $0) }
    return named.split(separator: ":").map(String.init) + [system].compactMap { $0 }
}()

/// Every mount matrix of udev's hardware database, as this system has it and in the files that the variable
/// HWDB_FILES names, with colons between them.
@Suite("Mount matrices of the hardware database")
struct HardwareDatabaseTests {
    struct Line: Sendable, CustomTestStringConvertible {
        let file: String
        let number: Int
        let matrix: String

        var testDescription: String { "\(file):\(number): \(matrix)" }
    }

    /// The properties `ACCEL_MOUNT_MATRIX` of the file, in order. Property lines begin with one blank (hwdb(7)).
    static func lines(of file: String) -> [Line] {
        guard let text = try? String(contentsOfFile: file, encoding: .utf8) else { return [] }
        let key = " ACCEL_MOUNT_MATRIX="
        return text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
            .filter { $0.element.hasPrefix(key) }
            .map { Line(file: file, number: $0.offset + 1, matrix: String($0.element.dropFirst(key.count))) }
    }

    @Test("every file has its hundreds of matrices", arguments: databases)
    func count(file: String) {
        #expect(Self.lines(of: file).count > 100)
    }

    @Test("every line is a matrix whose first two rows can be used", arguments: databases)
    func firstTwoRows(file: String) throws {
        for line in Self.lines(of: file) {
            let matrix = try MountMatrix(parsing: line.matrix)
            #expect(throws: Never.self, Comment(rawValue: line.testDescription)) {
                try matrix.checkFirstTwoRows()
            }
        }
    }

    @Test(
        "a matrix is refused as a whole only where an axis is lost, and with the reason", arguments: databases
    )
    func allRows(file: String) throws {
        for line in Self.lines(of: file) {
            let matrix = try MountMatrix(parsing: line.matrix)
            do {
                try matrix.checkAllRows()
                #expect(abs(abs(matrix.determinant) - 1) < 1e-9, Comment(rawValue: line.testDescription))
            } catch {
                #expect(matrix.determinant == 0, Comment(rawValue: line.testDescription))
                #expect(
                    error.description.contains("not at right angles") || error.description.contains("long"))
            }
        }
    }
}
