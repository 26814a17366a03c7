internal import OrientationCore

/// One of the 48 ways in which the axes of a sensor can lie along those of a device: 24 turns, and these
/// mirrored.
struct SignedPermutation: Equatable {
    /// For each row the axis of the sensor that it takes, and with which sign.
    let rows: [(axis: Int, sign: Double)]

    static func == (left: Self, right: Self) -> Bool {
        zip(left.rows, right.rows).allSatisfy { $0 == $1 }
    }

    /// All 48. The order is fixed, and the identity comes first.
    static let all: [SignedPermutation] = {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]]
        return orders.flatMap { order in
            (0..<8).map { signs in
                SignedPermutation(
                    rows: order.enumerated().map { row, axis in (axis, signs >> row & 1 == 0 ? 1 : -1) })
            }
        }
    }()

    /// As a mount matrix.
    var matrix: MountMatrix {
        let vectors = rows.map { Vector(axis: $0.axis, $0.sign) }
        return MountMatrix(rows: vectors[0], vectors[1], vectors[2])
    }

    /// Whether the axes are mirrored as well as turned.
    var isMirrored: Bool { matrix.determinant < 0 }

    /// The axis of the sensor that points up, and which way round, in a posture.
    func upAxis(in posture: Posture) -> (axis: Int, sign: Double) {
        let direction = posture.direction
        let along = [direction.x, direction.y, direction.z]
        let row = along.firstIndex { $0 != 0 } ?? 0
        return (rows[row].axis, rows[row].sign * along[row])
    }
}

extension Vector {
    /// A vector along one axis.
    init(axis: Int, _ value: Double) {
        self.init(x: axis == 0 ? value : 0, y: axis == 1 ? value : 0, z: axis == 2 ? value : 0)
    }

    /// x, y and z.
    var components: [Double] { [x, y, z] }

    /// The angle to another vector, in degrees, from 0 to 180.
    func degrees(to other: Vector) -> Double {
        Mathematics.arctangentDegrees(y: cross(other).length, x: dot(other))
    }
}

extension MountMatrix {
    /// The matrix times a vector of the sensor.
    func applied(to vector: Vector) -> Vector {
        Vector(x: rows[0].dot(vector), y: rows[1].dot(vector), z: rows[2].dot(vector))
    }

    /// The transposed matrix times a vector of the frame: for a turn, what the sensor says of it.
    func undone(_ vector: Vector) -> Vector {
        vector.x * rows[0] + vector.y * rows[1] + vector.z * rows[2]
    }
}
