/// How a sensor is mounted: a 3×3 matrix that is multiplied by the sensor's axes.
///
/// Row 1 gives x, row 2 gives y and row 3 gives z of a frame that ``MatrixConvention`` names. What
/// becomes of the rows is ``DeviceFrame``'s business; this type reads, checks and writes them.
public struct MountMatrix: Equatable, Sendable {
    /// The rows from first to third.
    package let rows: [Vector]

    /// The sensor's axes as they are.
    public static let identity = MountMatrix(diagonal: 1)

    /// All three axes negated.
    public static let negatedIdentity = MountMatrix(diagonal: -1)

    /// Makes a matrix of nine numbers, row by row; nothing if there are not nine of them.
    public init?(elements: [Double]) {
        guard elements.count == 9 else { return nil }
        rows = stride(from: 0, to: 9, by: 3).map {
            Vector(x: elements[$0], y: elements[$0 + 1], z: elements[$0 + 2])
        }
    }

    package init(rows first: Vector, _ second: Vector, _ third: Vector) { rows = [first, second, third] }

    private init(diagonal value: Double) {
        self.init(
            rows: Vector(x: value, y: 0, z: 0), Vector(x: 0, y: value, z: 0), Vector(x: 0, y: 0, z: value))
    }

    /// The nine numbers, row by row.
    public var elements: [Double] { rows.flatMap { [$0.x, $0.y, $0.z] } }

    /// The determinant: 1 for a turn, −1 for a turn and a mirror, 0 where an axis is lost.
    public var determinant: Double { rows[0].cross(rows[1]).dot(rows[2]) }
}

extension MountMatrix {
    /// How far a length may be from 1, and a cosine from 0.
    public static let tolerance = 0.05

    /// Checks the rows of x and y, which are all that is used of a matrix from outside: each must be one
    /// unit long and they must be at right angles, within ``tolerance``.
    ///
    /// The third row of the hardware database's matrices cannot be trusted: the face of the device was
    /// hardly ever tested when they were made, and most have a determinant of −1.
    ///
    /// - Throws: ``MountMatrixError/notUnitLength(row:length:)`` or
    ///   ``MountMatrixError/notOrthogonal(rows:cosine:)``, the first fault found.
    public func checkFirstTwoRows() throws(MountMatrixError) {
        try checkLength(row: 0)
        try checkLength(row: 1)
        try checkAngle(0, 1)
    }

    /// Checks all three rows, which must be unit vectors at right angles within ``tolerance``. The
    /// determinant may be 1 or −1.
    ///
    /// - Throws: ``MountMatrixError/notUnitLength(row:length:)`` or
    ///   ``MountMatrixError/notOrthogonal(rows:cosine:)``, the first fault found.
    public func checkAllRows() throws(MountMatrixError) {
        try checkFirstTwoRows()
        try checkLength(row: 2)
        try checkAngle(0, 2)
        try checkAngle(1, 2)
    }

    private func checkLength(row index: Int) throws(MountMatrixError) {
        let length = rows[index].length
        // Written so that NaN is refused as well.
        guard abs(length - 1) <= Self.tolerance else {
            throw .notUnitLength(row: index + 1, length: length)
        }
    }

    private func checkAngle(_ first: Int, _ second: Int) throws(MountMatrixError) {
        let cosine = rows[first].dot(rows[second])
        guard abs(cosine) <= Self.tolerance else {
            throw .notOrthogonal(rows: [first + 1, second + 1], cosine: cosine)
        }
    }
}
