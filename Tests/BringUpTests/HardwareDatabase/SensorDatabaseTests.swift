import Foundation
import OrientationCore
import Testing

@testable import BringUp

/// The hardware database's own file of sensors, against the real systemd-hwdb. See ``SensorDatabase`` for
/// how to run it on other versions of the file.
@Suite("SensorDatabase")
struct SensorDatabaseTests {
    @Test("the files are there, and every line with a match is read")
    func isRead() {
        #expect(SensorDatabase.all.map(\.path) == SensorDatabase.paths)
        #expect(!SensorDatabase.paths.isEmpty, "package udev has it")

        for database in SensorDatabase.all {
            #expect(database.file.records.flatMap(\.matches).count == database.matchLines)
            #expect(database.file.faults.isEmpty)
        }
    }

    @Test("keys get the answers that systemd-hwdb gives", arguments: SensorDatabase.all)
    func answers(_ database: SensorDatabase) throws {
        let compiled = try CompiledDatabase(database.bytes)
        let known = try SensorDatabase.knownAnswers()
        #expect(compiled.isAccepted)

        for (key, answers) in known {
            let answer = database.file.properties(of: key)
            #expect(try compiled.properties(of: key) == answer, "\(key)")
            if let recorded = answers[database.matchLines] { #expect(answer == recorded, "\(key)") }
        }
    }

    @Test("each line decides about a key, or it is reported", arguments: SensorDatabase.all)
    func everyLineIsAccountedFor(_ database: SensorDatabase) throws {
        let compiled = try CompiledDatabase(database.bytes)
        let silent: Set<HardwareDatabaseFinding.Kind> = [.dead, .shadowed, .redundant]
        let reported = Set(database.findings.filter { silent.contains($0.kind) }.map(\.line))

        for record in database.file.records {
            let says = record.properties.reduce(into: [:]) { $0[$1.key] = $1.value }
            for match in record.matches {
                if reported.contains(match.line) {
                    #expect(database.decisiveKeys[match.line] == nil)
                    continue
                }
                let key = try #require(database.decisiveKeys[match.line], "line \(match.line)")
                let answer = try compiled.properties(of: key)
                #expect(answer.contains { says[$0.key] == $0.value }, "line \(match.line), \(key)")
                // Without the line the answer is another one, unless an earlier line says the same.
                #expect(match.pattern.matches(Array(key.utf8)))
            }
        }
    }

    @Test(
        "a line that is called shadowed has no effect on the keys that fit it", arguments: SensorDatabase.all)
    func shadowedLinesHaveNoEffect(_ database: SensorDatabase) throws {
        let compiled = try CompiledDatabase(database.bytes)
        let lines = database.findings.filter { $0.kind == .shadowed || $0.kind == .redundant }.map(\.line)

        for line in lines {
            let text = try #require(database.pattern(on: line))
            let without = try CompiledDatabase(
                Array(
                    String(decoding: database.bytes, as: UTF8.self).split(
                        separator: "\n", omittingEmptySubsequences: false
                    ).enumerated().map { $0.offset + 1 == line ? "# left out" : String($0.element) }
                        .joined(separator: "\n").utf8))
            for filling in ["", "1", "A", "X1-"] {
                let key = Self.key(filling: text, with: filling)
                #expect(try compiled.properties(of: key) == without.properties(of: key), "\(key)")
            }
        }
    }

    @Test("a line that is called dead gives nothing for the keys of the machines that it is meant for")
    func deadLines() throws {
        // By the number of lines: the pattern, and the key of a machine of that name as its kernel makes it.
        let meant: [Int: [(pattern: String, key: String)]] = [
            290: [
                (
                    "sensor:modalias:acpi:SMO8500*:dmi:*:svnStandard:pnWCBT1011::*",
                    "sensor:modalias:acpi:SMO8500:SMO8500::dmi:bvnA:bvr1:bd01/01/2014:svnStandard:pnWCBT1011:"
                        + "pvr1:rvnA:rnB:rvr1:cvnA:ct3:cvr1:"
                ),
                (
                    "sensor:modalias:acpi:BMI0160*:dmi:*:svnAYANEO:pnAYANEO 2*:*",
                    "sensor:modalias:acpi:BMI0160::dmi:bvnA:bvr1:bd01/01/2023:br5.1:efr0.1:svnAYANEO:"
                        + "pnAYANEO2S:pvr1:rvnAYANEO:rnA:rvr1:cvnA:ct3:cvr1:sku1:"
                ),
                (
                    "sensor:modalias:acpi:BOSC0200*:dmi:*:svnAYANEO:pnAIR Plus*:*",
                    "sensor:modalias:acpi:BOSC0200::dmi:bvnA:bvr1:bd01/01/2023:br5.1:efr0.1:svnAYANEO:"
                        + "pnAIRPlus:pvr1:rvnAYANEO:rnA:rvr1:cvnA:ct3:cvr1:sku1:"
                ),
                (
                    "sensor:modalias:acpi:BMI0160*:dmi:*:svnAYANEO:pnAYANEO GEEK*:*",
                    "sensor:modalias:acpi:BMI0160::dmi:bvnA:bvr1:bd01/01/2023:br5.1:efr0.1:svnAYANEO:"
                        + "pnAYANEOGEEK1S:pvr1:rvnAYANEO:rnA:rvr1:cvnA:ct3:cvr1:sku1:"
                ),
            ],
            299: [
                (
                    "sensor:modalias:acpi:KIOX000A:*:dmi:svnCytrixTechnology:pnComplex11t:*",
                    "sensor:modalias:acpi:KIOX000A:KIOX000A::dmi:bvnAmericanMegatrendsInc.:bvr5.6:"
                        + "bd01/01/2015:svnCytrixTechnology:pnComplex11t:pvr1:rvnA:rnB:rvr1:cvnA:ct3:cvr1:"
                )
            ],
        ]
        for database in SensorDatabase.all {
            guard let lines = meant[database.matchLines] else { continue }
            let compiled = try CompiledDatabase(database.bytes)
            let dead = database.findings.filter { $0.kind == .dead }.map(\.line)

            #expect(dead.compactMap(database.pattern) == lines.map(\.pattern))
            for (_, key) in lines { #expect(try compiled.properties(of: key) == [:], "\(key)") }
        }
    }

    @Test("the matrices that lose an axis are found, and no others", arguments: SensorDatabase.all)
    func singularMatrices(_ database: SensorDatabase) throws {
        // The determinant by the rule of Sarrus, of numbers read by Foundation.
        let singular = database.file.records.flatMap(\.properties).filter { property in
            guard property.key == "ACCEL_MOUNT_MATRIX" else { return false }
            let m = property.value.components(separatedBy: CharacterSet(charactersIn: ",;"))
                .compactMap { Double($0.trimmingCharacters(in: .whitespaces)) }
            guard m.count == 9 else { return true }
            return m[0] * m[4] * m[8] + m[1] * m[5] * m[6] + m[2] * m[3] * m[7] - m[2] * m[4] * m[6]
                - m[1] * m[3] * m[8] - m[0] * m[5] * m[7] == 0
        }.map(\.line)
        let found = database.findings.filter { $0.kind == .singular }

        #expect(found.map(\.line) == singular)
        if [290, 299].contains(database.matchLines) {
            let entries = found.flatMap { database.patterns(of: $0.line) }
            #expect(entries.count == 2)
            #expect(entries.contains { $0.contains("KIOX000A") && $0.contains("pnBushWindowstablet:") })
            #expect(entries.contains { $0.contains("BMA250E") && $0.contains("pni101c:") })
        }
        #expect(!database.findings.contains { $0.kind == .matrix }, "all others are axes at right angles")
    }

    @Test("of the known versions exactly these lines are reported besides", arguments: SensorDatabase.all)
    func knownMistakes(_ database: SensorDatabase) throws {
        // Shown by queries: see the keys with bvr5.11 and with E2228T among the known answers, and the tests
        // above; the letter by the key of a Latitude 5450.
        let shadowed = [
            "bvr5.11:*:svnDefaultstring:pnDefaultstring:*", "bvrP02A_C106.60E:*:svnDefaultstring:",
            "pnE2228TMD61900:*",
        ]
        let mistyped: [Int: [String]] = [290: [":skuOCB4:*"], 299: []]
        guard let letters = mistyped[database.matchLines] else { return }

        func patterns(_ kind: HardwareDatabaseFinding.Kind) -> [String] {
            database.findings.filter { $0.kind == kind }.compactMap { database.pattern(on: $0.line) }
        }

        #expect(patterns(.shadowed).count == shadowed.count)
        for part in shadowed { #expect(patterns(.shadowed).contains { $0.contains(part) }, "\(part)") }
        #expect(patterns(.mistyped).count == letters.count)
        for part in letters { #expect(patterns(.mistyped).contains { $0.hasSuffix(part) }, "\(part)") }
        let others: Set<HardwareDatabaseFinding.Kind> = [.syntax, .property, .unterminated, .redundant]
        #expect(!database.findings.contains { others.contains($0.kind) })
    }

    @Test("a letter for a digit costs the machine its entry")
    func mistypedSKU() throws {
        for database in SensorDatabase.all where database.matchLines == 290 {
            let compiled = try CompiledDatabase(database.bytes)
            let key =
                "sensor:modalias:platform:HID-SENSOR-200073:dmi:bvnDellInc.:bvr1.2:bd01/01/2024:br1.2:"
                + "svnDellInc.:pnLatitude5450:pvr:rvnDellInc.:rn0:rvrA00:cvnDellInc.:ct10:cvr:sku"

            #expect(try compiled.properties(of: key + "0CB4:") == [:])
            #expect(try compiled.properties(of: key + "OCB4:") == ["ACCEL_LOCATION": "base"])
        }
    }

    /// A key that fits a pattern: every wildcard filled with the same text.
    private static func key(filling pattern: String, with text: String) -> String {
        pattern.replacingOccurrences(of: "*:dmi:", with: "\(text):dmi:bvn\(text)")
            .replacingOccurrences(of: "*", with: text).replacingOccurrences(of: "?", with: "1")
    }
}
