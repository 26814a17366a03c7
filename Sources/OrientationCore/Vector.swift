/// Three components in some frame; what the core and the tools beside it calculate with.
package struct Vector: Equatable, Sendable {
    package var x: Double
    package var y: Double
    package var z: Double

    package init(x: Double, y: Double, z: Double) {
        self.x = x
        self.y = y
        self.z = z
    }

    package static let zero = Vector(x: 0, y: 0, z: 0)

    /// The square of the length.
    package var squaredLength: Double { x * x + y * y + z * z }

    package var length: Double { squaredLength.squareRoot() }

    package func dot(_ other: Vector) -> Double { x * other.x + y * other.y + z * other.z }

    package func cross(_ other: Vector) -> Vector {
        Vector(
            x: y * other.z - z * other.y, y: z * other.x - x * other.z, z: x * other.y - y * other.x)
    }

    package static func + (left: Vector, right: Vector) -> Vector {
        Vector(x: left.x + right.x, y: left.y + right.y, z: left.z + right.z)
    }

    package static func - (left: Vector, right: Vector) -> Vector {
        Vector(x: left.x - right.x, y: left.y - right.y, z: left.z - right.z)
    }

    package static func * (factor: Double, vector: Vector) -> Vector {
        Vector(x: factor * vector.x, y: factor * vector.y, z: factor * vector.z)
    }
}
