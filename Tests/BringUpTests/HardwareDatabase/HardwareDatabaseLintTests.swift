import Testing

@testable import BringUp

@Suite("HardwareDatabaseLint")
struct HardwareDatabaseLintTests {
    /// The lines and kinds of what is found.
    private func findings(_ text: String) -> [String] {
        HardwareDatabaseLint(HardwareDatabaseFile(parsing: Array(text.utf8))).findings.map {
            "\($0.line) \($0.kind.rawValue)"
        }
    }

    private let matrix = " ACCEL_MOUNT_MATRIX=0, 1, 0; 1, 0, 0; 0, 0, 1\n"

    @Test("a good record, with comments inside and behind, is not complained about")
    func good() {
        #expect(
            findings(
                """
                # A tablet
                sensor:modalias:acpi:KIOX000A:*:dmi:*:svnOne:pnA:*    # one
                # and its sister
                sensor:modalias:acpi:KIOX000A*:dmi:*svnOne:pnB*:*
                sensor:accel-display:modalias:platform:cros-ec-accel:*
                sensor:modalias:of:NaccelerometerT_null_Csilan,sc7a20:*
                 ACCEL_MOUNT_MATRIX=-0, 1, 0; 1, 0, 0; 0, 0, 1   # turned
                 ACCEL_LOCATION=display

                sensor:modalias:platform:lis3lv02d:dmi:*:svnHP:*
                 ACCEL_LOCATION=base
                """) == [])
    }

    @Test(
        "lines that systemd-hwdb does not take are named, and it does not take them",
        arguments: [
            // A property without its blank is taken for a match.
            ("sensor:modalias:acpi:A*\nACCEL_LOCATION=base\n", ["1 syntax", "2 syntax"]),
            // Without an empty line between, the second match is lost.
            (
                "sensor:modalias:acpi:A*\n ACCEL_LOCATION=base\nsensor:modalias:acpi:B*\n ACCEL_LOCATION=base\n",
                ["3 syntax", "4 syntax"]
            ),
            (" ACCEL_LOCATION=base\n", ["1 syntax"]),
            ("sensor:modalias:acpi:A*\n\n ACCEL_LOCATION=base\n", ["1 syntax", "3 syntax"]),
            ("sensor:modalias:acpi:A*\n ACCEL_LOCATION\n", ["2 syntax"]),
            ("sensor:modalias:acpi:A*\n =base\n", ["2 syntax"]),
        ])
    func syntax(text: String, expected: [String]) throws {
        #expect(findings(text) == expected)
        #expect(try !CompiledDatabase(Array(text.utf8)).isAccepted)
    }

    @Test("records of keyboards and other devices are none of its business, a mistyped sensor key is")
    func otherDevices() {
        #expect(findings("evdev:name:foo:*\n KEYBOARD_KEY_1=a\n\nusb:v1234*\n ID_X=1\n") == [])
        #expect(findings("sensr:modalias:acpi:A*:*\n ACCEL_LOCATION=base\n") == ["1 dead"])
    }

    @Test("a file without lines, and one of zeros, is read to its end")
    func strange() {
        #expect(findings("") == [])
        #expect(findings("\n\n\n") == [])
        #expect(findings("\r\n") == [])
        #expect(!findings(String(repeating: "\0", count: 4096)).isEmpty)
        #expect(
            !HardwareDatabaseLint(HardwareDatabaseFile(parsing: [0xFF, 0xFE, 10, 0xFF])).findings.isEmpty)
    }

    @Test(
        "matrices are judged by their numbers",
        arguments: [
            ("1, 0, 0; 0, 1, 0; 0, 0, 1", nil), ("-0,1,0;1,0,0;0,0,1", nil),
            ("0.998, 0.054, 0; -0.054, 0.998, 0; 0, 0, 1", nil),
            ("1, 0, 0; 0, -1, 0; 1, 0, 0", "singular"), ("0, 1, 0; 1, 0, 0; 0, 0, 0", "singular"),
            ("1, 0, 0; 0, 1, 0; 0, 1, 0", "singular"), ("0, 0, -1; 1, 0 0; 0, 1, 0", "matrix"),
            ("1, 0, 0; 0, 1, 0", "matrix"), ("+1, 0, 0; 0, 1, 0; 0, 0, 1", "matrix"),
            (".5, .5, 0; 0, 1, 0; 0, 0, 1", "matrix"), ("2, 0, 0; 0, 2, 0; 0, 0, 2", "matrix"),
            ("", "matrix"), ("O, 1, 0; 1, 0, 0; 0, 0, 1", "mistyped"),
            ("0, l, 0; 1, 0, 0; 0, 0, I", "mistyped"),
        ] as [(String, String?)])
    func matrices(value: String, kind: String?) {
        let text = "sensor:modalias:acpi:A*\n ACCEL_MOUNT_MATRIX=\(value)\n"

        #expect(findings(text) == (kind.map { ["2 \($0)"] } ?? []))
    }

    @Test(
        "properties that nobody reads are named",
        arguments: [
            ("ACCEL_LOCATION=lid", "2 property"), ("ACCEL_MOUNT_MATRX=1", "2 property"),
            ("accel_location=base", "2 property"), ("PROXIMITY_NEAR_LEVEL=near", "2 property"),
        ])
    func properties(line: String, expected: String) {
        #expect(findings("sensor:modalias:acpi:A*\n \(line)\n") == [expected])
    }

    @Test(
        "patterns that no key fits are dead, and the reason names the cure",
        arguments: [
            ("sensor:modalias:acpi:A*:dmi:svnOne:pnA:*", "dmi:*:svnOne"),
            ("sensor:modalias:acpi:A*:dmi:*:svnOne:pnA", "pnA:*"),
            ("sensor:modalias:acpi:A*:dmi:*:svnOne:pnA:", "pnA:*"),
            ("sensor:modalias:acpi:A*:dmi:*:svnOne:pnA 2:*", "pnA2:*"),
            ("sensor:modalias:acpi:A*:dmi:*:svnOne:pnA::*", "pnA:*"),
            ("sensor:modalias:of:NaccelerometerT(null)Csilan,sc7a20:*", "T_null_C"),
            ("modalias:acpi:A*", "sensor:modalias:acpi:A*"),
            ("acpi:A*", "sensor:"), ("sensor:modalias:acip:A*", "modalias:BUS"),
            ("sensor:modalias:acpi:A*:dmi:*:pnA:*:svnOne:*", "order"),
        ])
    func dead(pattern: String, cure: String) throws {
        let text = "\(pattern)\n ACCEL_LOCATION=base\n"
        let found = HardwareDatabaseLint(HardwareDatabaseFile(parsing: Array(text.utf8))).findings

        #expect(found.map(\.kind) == [.dead])
        #expect(try #require(found.first).reason.contains(cure))
    }

    @Test("a pattern that ends with its last field fits the keys of some kernels only")
    func unterminated() {
        #expect(
            findings("sensor:modalias:acpi:A*:dmi:*:cvnX:ct3:cvrY:\n ACCEL_LOCATION=base\n")
                == ["1 unterminated"])
        #expect(findings("sensor:modalias:acpi:A*:dmi:*:cvrY:*\n ACCEL_LOCATION=base\n") == [])
    }

    @Test(
        "letters for digits are seen where a field has digits by its nature",
        arguments: [
            ("acpi:KIOXOOOA:*", true), ("acpi:SMO85O0*", true), ("acpi:BOSC0200:*", false),
            ("acpi:MIRAACC*", false), ("acpi:BMA250*", false), ("acpi:A*:dmi:*:bd05/O7/2016:*", true),
            ("acpi:A*:dmi:*:ctl0:*", true), ("acpi:A*:dmi:*:skuO123:*", false),
            ("acpi:A*:dmi:*:pnOneS1O03:*", false),
        ])
    func mistyped(part: String, isMistyped: Bool) {
        #expect(
            findings("sensor:modalias:\(part)\n ACCEL_LOCATION=base\n").filter { $0 != "1 dead" }
                == (isMistyped ? ["1 mistyped"] : []))
    }

    @Test("a letter among numbers of the same length in lines that are otherwise equal is mistyped")
    func mistypedBesideOthers() {
        func lines(_ values: [String]) -> String {
            values.map { "sensor:modalias:platform:HID-SENSOR-200073:dmi:*:svnDell:*:sku\($0):*\n" }.joined()
                + " ACCEL_LOCATION=base\n"
        }

        #expect(findings(lines(["0A36", "0CB3", "OCB4", "0CC8"])) == ["3 mistyped"])
        #expect(findings(lines(["0A36", "OCB4", "0CC8"])) == [], "two others are not enough to tell")
        #expect(findings(lines(["0A36", "0CB3", "OCB4", "0CC8", "HOUSE"])) == [], "not all are numbers")
    }

    @Test("an earlier line that a later one covers is shadowed, or redundant if both say the same")
    func shadowed() throws {
        let one = "sensor:modalias:acpi:K*:dmi:*:bvr5:*:svnOne:pnA:*\n"
        let all = "sensor:modalias:acpi:K*:dmi:*:svnOne:pnA:*\n"
        let other = " ACCEL_MOUNT_MATRIX=1, 0, 0; 0, 1, 0; 0, 0, 1\n"

        #expect(findings(one + matrix + "\n" + all + other) == ["1 shadowed"])
        #expect(findings(one + matrix + "\n" + all + matrix) == ["1 redundant"])
        #expect(findings(all + matrix + "\n" + one + other) == [], "the exception after the rule is in order")
        #expect(findings(one + all + matrix) == ["1 redundant"], "of the same record")
        #expect(findings(all + all + matrix) == ["2 redundant"], "twice the same")
    }

    @Test("two later lines that cover a line between them shadow it together")
    func shadowedTogether() {
        #expect(
            findings(
                "sensor:modalias:acpi:K*:dmi:*:svnOne:pn[AB]:*\n" + matrix
                    + "\nsensor:modalias:acpi:K*:dmi:*:svnOne:pnA:*\nsensor:modalias:acpi:K*:dmi:*:svnOne:pnB:*\n"
                    + " ACCEL_MOUNT_MATRIX=1, 0, 0; 0, 1, 0; 0, 0, 1\n") == ["1 shadowed"])
    }

    @Test("a later line that sets another property takes nothing away")
    func otherProperty() {
        let one = "sensor:modalias:acpi:K*:dmi:*:svnOne:pnA:*\n"

        #expect(findings(one + matrix + "\n" + one + " ACCEL_LOCATION=base\n") == [])
        #expect(
            findings(one + matrix + " ACCEL_LOCATION=display\n\n" + one + " ACCEL_LOCATION=base\n")
                == ["1 shadowed"], "one of two properties")
    }

    @Test("a property that a record sets twice counts the second time")
    func repeatedProperty() {
        let one = "sensor:modalias:acpi:K*:dmi:*:svnOne:pnA:*\n"

        #expect(findings(one + " ACCEL_LOCATION=base\n ACCEL_LOCATION=display\n") == ["2 shadowed"])
    }

    @Test("a # in a pattern begins a comment, and cuts the pattern off")
    func numberSign() {
        #expect(
            findings("sensor:modalias:acpi:K*:dmi:*:svnOne:pnA#1:*\n" + matrix).contains("1 syntax"))
    }

    @Test("a pattern that is made to be hard is given up, and nothing is claimed of it")
    func hardPattern() {
        let hard = "sensor:modalias:acpi:*" + String(repeating: "a*?", count: 40) + "b*"

        #expect(findings(hard + "\n ACCEL_LOCATION=base\n") == [])
        #expect(
            findings("sensor:" + String(repeating: "a", count: 20_000) + "\n ACCEL_LOCATION=base\n") == [
                "1 dead"
            ])
    }
}
