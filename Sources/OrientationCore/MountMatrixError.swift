/// Why a text is no mount matrix, or a matrix cannot be one. Rows and columns count from 1.
public enum MountMatrixError: Error, Equatable, Sendable {
    /// The text is empty or blank.
    case empty
    /// There are not three rows between the semicolons.
    case rowCount(Int)
    /// A row does not have three numbers between its commas.
    case columnCount(row: Int, count: Int)
    /// What stands there is no decimal number. The text is cut after 24 characters.
    case notANumber(row: Int, column: Int, text: String)
    /// A row is not one unit long.
    case notUnitLength(row: Int, length: Double)
    /// Two rows are not at right angles; `cosine` would be 0 if they were.
    case notOrthogonal(rows: [Int], cosine: Double)
}

extension MountMatrixError: CustomStringConvertible {
    /// What is wrong and what would be right, in English, without a full stop.
    public var description: String {
        switch self {
        case .empty:
            "is empty; three rows of three numbers are needed, as in \"1, 0, 0; 0, 1, 0; 0, 0, 1\""
        case .rowCount(let count):
            "has \(count) row\(count == 1 ? "" : "s"), not 3; rows are separated by semicolons"
        case .columnCount(let row, let count):
            "row \(row) has \(count) number\(count == 1 ? "" : "s"), not 3; numbers are separated by commas"
        case .notANumber(let row, let column, let text):
            "row \(row), number \(column): \"\(text)\" is no decimal number such as -1 or 0.5"
        case .notUnitLength(let row, let length):
            "row \(row) is \(rounded(length)) long; a row must be 1 long, within \(MountMatrix.tolerance)"
        case .notOrthogonal(let rows, let cosine):
            "rows \(rows.map(String.init).joined(separator: " and ")) are not at right angles: their "
                + "product is \(rounded(cosine)) and must be 0, within \(MountMatrix.tolerance)"
        }
    }

    private func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
