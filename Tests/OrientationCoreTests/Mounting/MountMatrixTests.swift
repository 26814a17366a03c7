import OrientationCore
import Testing

@Suite("A mount matrix")
struct MountMatrixTests {
    @Test(
        "is read from the forms that the kernel and the hardware database write",
        arguments: [
            ("0, -1, 0; 1, 0, 0; 0, 0, 1", [0, -1, 0, 1, 0, 0, 0, 0, 1]),
            ("0,1,0;-1,0,0;-1,0,0", [0, 1, 0, -1, 0, 0, -1, 0, 0]),
            ("-1, 0, 0; 0,-1, 0; 0, 0, 1", [-1, 0, 0, 0, -1, 0, 0, 0, 1]),
            ("0, -1, 0;1, 0, 0;0, 0, 1", [0, -1, 0, 1, 0, 0, 0, 0, 1]),
            ("-0,1,0;1,0,0;0,0,1", [0, 1, 0, 1, 0, 0, 0, 0, 1]),
            ("0.998, 0.054, 0; -0.054, 0.998, 0; 0, 0, 1", [0.998, 0.054, 0, -0.054, 0.998, 0, 0, 0, 1]),
            (".5, .5, 0; 0, 1, 0; 0, 0, 1", [0.5, 0.5, 0, 0, 1, 0, 0, 0, 1]),
            ("1., 0, 0; 0, 1, 0; 0, 0, 1", [1, 0, 0, 0, 1, 0, 0, 0, 1]),
            ("1, 0, 0; 0, 1, 0; 0, 0, 1\n", [1, 0, 0, 0, 1, 0, 0, 0, 1]),
            ("  1,\t0 ,0;0, 1, 0 ; 0, 0, -1 \r\n", [1, 0, 0, 0, 1, 0, 0, 0, -1]),
        ] as [(String, [Double])])
    func reads(text: String, elements: [Double]) throws {
        let matrix = try MountMatrix(parsing: text)

        #expect(matrix.elements == elements)
    }

    @Test(
        "is refused with the place and the kind of the fault",
        arguments: [
            ("", .empty),
            (" \n", .empty),
            ("1, 0, 0; 0, 1, 0", .rowCount(2)),
            ("1,0,0,0,1,0,0,0,1", .rowCount(1)),
            ("1, 0, 0; 0, 1, 0; 0, 0, 1;", .rowCount(4)),
            ("0, 0, -1; 1, 0 0; 0, 1, 0", .columnCount(row: 2, count: 2)),
            ("1, 0, 0; 0, 1, 0; 0, 0, 1, 0", .columnCount(row: 3, count: 4)),
            ("1, 0, 0; 0, 1, 0; 0, 0, 1 0", .notANumber(row: 3, column: 3, text: "1 0")),
            ("+1, 0, 0; 0, 1, 0; 0, 0, 1", .notANumber(row: 1, column: 1, text: "+1")),
            ("--1, 0, 0; 0, 1, 0; 0, 0, 1", .notANumber(row: 1, column: 1, text: "--1")),
            ("1, 0, 0; 0, 1e0, 0; 0, 0, 1", .notANumber(row: 2, column: 2, text: "1e0")),
            ("[1, 0, 0; 0, 1, 0; 0, 0, 1]", .notANumber(row: 1, column: 1, text: "[1")),
            ("1, 0, 0; 0, 1, 0; 0, , 1", .notANumber(row: 3, column: 2, text: "")),
            ("., 0, 0; 0, 1, 0; 0, 0, 1", .notANumber(row: 1, column: 1, text: ".")),
            ("-, 0, 0; 0, 1, 0; 0, 0, 1", .notANumber(row: 1, column: 1, text: "-")),
            ("1.0.0, 0, 0; 0, 1, 0; 0, 0, 1", .notANumber(row: 1, column: 1, text: "1.0.0")),
            ("nan, 0, 0; 0, 1, 0; 0, 0, inf", .notANumber(row: 1, column: 1, text: "nan")),
            ("0x1, 0, 0; 0, 1, 0; 0, 0, 1", .notANumber(row: 1, column: 1, text: "0x1")),
        ] as [(String, MountMatrixError)])
    func refuses(text: String, error: MountMatrixError) {
        #expect(throws: error) { try MountMatrix(parsing: text) }
    }

    @Test("names a very long fault by its first 24 characters")
    func cutsLongFaults() {
        let text = String(repeating: "x", count: 5000)

        #expect(
            throws: MountMatrixError.notANumber(row: 1, column: 1, text: String(repeating: "x", count: 24))
        ) {
            try MountMatrix(parsing: "\(text), 0, 0; 0, 1, 0; 0, 0, 1")
        }
    }

    @Test(
        "from outside needs a good first and second row, and no more",
        arguments: [
            "1, 0, 0; 0, 1, 0; 0, 0, 1",
            "0, -1, 0; -1, 0, 0; 0, 0, 1",
            // Shipped entries whose third row is lost: an axis used twice, determinant 0.
            "1, 0, 0; 0, -1, 0; 1, 0, 0",
            "0, 1, 0; -1, 0, 0; -1, 0, 0",
            "0, 1, 0; 1, 0, 0; 0, 0, 0",
            // A sensor that stands on its edge.
            "0, 0, -1; 1, 0, 0; 0, 1, 0",
            "0.998, 0.054, 0; -0.054, 0.998, 0; 0, 0, 1",
            "1.04, 0, 0; 0.04, 0.97, 0; 0, 0, 1",
        ])
    func acceptsFirstTwoRows(text: String) throws {
        try MountMatrix(parsing: text).checkFirstTwoRows()
    }

    @Test("is refused when x or y is not one long, or they are not at right angles, within 0.05")
    func refusesFirstTwoRows() throws {
        let long = try MountMatrix(parsing: "1.06, 0, 0; 0, 1, 0; 0, 0, 1")
        let lost = try MountMatrix(parsing: "1, 0, 0; 0, 0, 0; 0, 0, 1")
        let twice = try MountMatrix(parsing: "1, 0, 0; 1, 0, 0; 0, 0, 1")
        let half = try MountMatrix(parsing: ".5, .5, 0; 0, 1, 0; 0, 0, 1")
        let huge = try MountMatrix(parsing: String(repeating: "9", count: 400) + ",0,0;0,1,0;0,0,1")

        #expect(throws: MountMatrixError.notUnitLength(row: 1, length: 1.06)) { try long.checkFirstTwoRows() }
        #expect(throws: MountMatrixError.notUnitLength(row: 2, length: 0)) { try lost.checkFirstTwoRows() }
        #expect(throws: MountMatrixError.notOrthogonal(rows: [1, 2], cosine: 1)) {
            try twice.checkFirstTwoRows()
        }
        #expect(throws: MountMatrixError.notUnitLength(row: 1, length: 0.5.squareRoot())) {
            try half.checkFirstTwoRows()
        }
        #expect(throws: MountMatrixError.notUnitLength(row: 1, length: .infinity)) {
            try huge.checkFirstTwoRows()
        }
    }

    @Test("of a person is refused for a bad third row too")
    func refusesThirdRow() throws {
        let twice = try MountMatrix(parsing: "1, 0, 0; 0, 1, 0; 0, 1, 0")
        let zero = try MountMatrix(parsing: "0, -1, 0; -1, 0, 0; 0, 0, 0")

        #expect(throws: MountMatrixError.notOrthogonal(rows: [2, 3], cosine: 1)) { try twice.checkAllRows() }
        #expect(throws: MountMatrixError.notUnitLength(row: 3, length: 0)) { try zero.checkAllRows() }
    }

    @Test("of a person may be right-handed or left-handed")
    func acceptsEitherHandedness() throws {
        let right = try MountMatrix(parsing: "0, -1, 0; 1, 0, 0; 0, 0, 1")
        let left = try MountMatrix(parsing: "0, -1, 0; -1, 0, 0; 0, 0, 1")

        try right.checkAllRows()
        try left.checkAllRows()
        #expect(right.determinant == 1)
        #expect(left.determinant == -1)
    }

    @Test("is written the way it is read")
    func writes() throws {
        let turned = try #require(MountMatrix(elements: [0.998, 0.054, 0, -0.054, 0.998, 0, 0, 0, -1]))
        let tiny = try #require(MountMatrix(elements: [1, 0.00001, -0.0000001, 0, 1, 0, 0, 0, 1]))

        #expect(turned.text == "0.998, 0.054, 0; -0.054, 0.998, 0; 0, 0, -1")
        #expect(tiny.text == "1, 0.00001, 0; 0, 1, 0; 0, 0, 1")
        #expect(MountMatrix(elements: [1, 0, 0]) == nil)
    }

    @Test("has faults that say what would be right")
    func describesFaults() {
        #expect(
            MountMatrixError.columnCount(row: 2, count: 2).description
                == "row 2 has 2 numbers, not 3; numbers are separated by commas")
        #expect(
            MountMatrixError.notUnitLength(row: 1, length: 0.70710678).description
                == "row 1 is 0.707 long; a row must be 1 long, within 0.05")
    }
}
