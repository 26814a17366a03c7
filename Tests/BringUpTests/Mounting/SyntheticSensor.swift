import OrientationCore
import OrientationTestSupport

@testable import BringUp

/// A sensor that is mounted somehow and held by hands.
struct SyntheticSensor {
    /// What takes its readings to the hardware database's frame.
    let matrix: MountMatrix
    /// What it says without acceleration, in m/s², on its own axes.
    var bias = Vector.zero
    /// The deviation of a reading, in m/s² on each axis.
    var noise = 0.0

    /// What it says in a posture.
    ///
    /// - Parameter tilt: How far the device is turned away from the posture: about which axis of the
    ///   device, one unit long, and by how many degrees.
    func reading(
        _ posture: Posture, tilt: (axis: Vector, degrees: Double), _ random: inout SeededRandomness
    ) -> PostureReading {
        let direction = posture.direction.turned(about: tilt.axis, degrees: tilt.degrees)
        let ideal = 9.80665 * matrix.undone(direction) + bias
        return PostureReading(
            x: ideal.x + random.gaussian(deviation: noise), y: ideal.y + random.gaussian(deviation: noise),
            z: ideal.z + random.gaussian(deviation: noise))
    }
}

extension Vector {
    /// The vector turned by Rodrigues' formula.
    func turned(about axis: Vector, degrees: Double) -> Vector {
        // sin and cos by their series; angles are below a turn.
        let angle = degrees * .pi / 180
        var (sine, cosine, term) = (0.0, 0.0, 1.0)
        for power in 0..<30 {
            switch power % 4 {
            case 0: cosine += term
            case 1: sine += term
            case 2: cosine -= term
            default: sine -= term
            }
            term *= angle / Double(power + 1)
        }
        return cosine * self + sine * axis.cross(self) + ((1 - cosine) * axis.dot(self)) * axis
    }
}

extension SeededRandomness {
    /// A direction, all equally likely.
    mutating func direction() -> Vector {
        while true {
            let vector = Vector(
                x: number(in: -1...1), y: number(in: -1...1), z: number(in: -1...1))
            if vector.length > 0.1, vector.length < 1 { return (1 / vector.length) * vector }
        }
    }

    /// A rotation, mirrored or not.
    mutating func rotation(mirrored: Bool) -> MountMatrix {
        let first = direction()
        while true {
            let other = direction()
            let second = other - first.dot(other) * first
            guard second.length > 0.1 else { continue }
            let unit = (1 / second.length) * second
            return MountMatrix(rows: first, unit, (mirrored ? -1 : 1) * first.cross(unit))
        }
    }
}

extension MountMatrix {
    /// The angle of the turn that takes this matrix to another of the same handedness, in degrees.
    func degrees(to other: MountMatrix) -> Double {
        // The trace of M·Nᵀ is 1 + 2·cos; the off-diagonal differences give 2·sin.
        let products = rows.map { row in other.rows.map { row.dot($0) } }
        let sine = Vector(
            x: products[2][1] - products[1][2], y: products[0][2] - products[2][0],
            z: products[1][0] - products[0][1])
        let trace = products[0][0] + products[1][1] + products[2][2]
        return Mathematics.arctangentDegrees(y: sine.length, x: trace - 1)
    }
}
