internal import OrientationCore

/// The value of `ACCEL_MOUNT_MATRIX`, judged.
struct MatrixValue {
    /// What is wrong with it, if anything is.
    let problem: (kind: HardwareDatabaseFinding.Kind, reason: String)?

    /// Judges a text.
    init(_ text: String) {
        do throws(MountMatrixError) {
            problem = Self.problem(of: try MountMatrix(parsing: text))
        } catch {
            let repaired = String(text.map { Self.digits[$0] ?? $0 })
            if repaired != text, (try? MountMatrix(parsing: repaired)) != nil {
                problem = (.mistyped, "a letter stands for a digit: \"\(text)\" should be \"\(repaired)\"")
            } else {
                problem = (.matrix, "the matrix \(error)")
            }
        }
    }

    /// Letters that look like digits.
    static let digits: [Character: Character] = ["O": "0", "o": "0", "I": "1", "l": "1"]

    private static func problem(
        of matrix: MountMatrix
    ) -> (kind: HardwareDatabaseFinding.Kind, reason: String)? {
        if abs(matrix.determinant) < 1e-6 { return (.singular, "the determinant is 0: \(matrix.lostAxes)") }
        do throws(MountMatrixError) { try matrix.checkAllRows() } catch {
            return (.matrix, "the matrix \(error)")
        }
        return nil
    }
}

extension MountMatrix {
    /// What is lost in a matrix of determinant 0, for people.
    fileprivate var lostAxes: String {
        let names = ["x", "y", "z"]
        let unused = (0..<3).filter { column in rows.allSatisfy { $0.components[column] == 0 } }
        let empty = (0..<3).filter { rows[$0].length == 0 }
        var parts: [String] = []
        if !unused.isEmpty {
            parts.append(
                "the sensor's \(unused.map { names[$0] }.joined(separator: " and ")) is used nowhere")
        }
        if !empty.isEmpty {
            parts.append("row \(empty.map { String($0 + 1) }.joined(separator: " and ")) is empty")
        }
        for (first, second) in [(0, 1), (0, 2), (1, 2)]
        where rows[first].length > 0 && rows[second].length > 0
            && rows[first].cross(rows[second]).length < 1e-6
        {
            parts.append("rows \(first + 1) and \(second + 1) take the same axis")
        }
        return parts.isEmpty ? "its rows lie in one plane" : parts.joined(separator: ", ")
    }
}
