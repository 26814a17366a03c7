public import OrientationCore

extension MountMatrix {
    /// The mount matrix in the hardware database's frame that has the same effect as what is in force.
    ///
    /// - Parameters:
    ///   - frame: What scaled sensor axes are multiplied by to get the device frame, as
    ///     ``DeviceFrame/elements``.
    ///   - natural: The interface orientation that the casing was built for.
    ///   - panel: How the panel is mounted in it.
    /// - Returns: The identity if there are not nine numbers.
    public init(frame: [Double], natural: InterfaceOrientation, panel: PanelOrientation) {
        guard let device = MountMatrix(elements: frame) else {
            self = .identity
            return
        }
        // x and y of the hardware database point with gravity, and are the panel's: what the frame of a
        // sensor that is mounted straight makes of them is undone.
        let straight = DeviceFrame(matrix: .identity, trust: .allRows, panel: panel, natural: natural)
        let turn = MountMatrix(elements: straight.elements) ?? .identity
        // The turn is its own inverse when it is transposed.
        let columns = (0..<3).map { axis in
            Vector(
                x: turn.rows[0].components[axis], y: turn.rows[1].components[axis],
                z: turn.rows[2].components[axis])
        }
        let rows = columns.map { column in
            (0..<3).map { axis in
                device.rows[0].components[axis] * column.x + device.rows[1].components[axis] * column.y
                    + device.rows[2].components[axis] * column.z
            }
        }
        // Adding 0 makes a negative zero a positive one.
        self = MountMatrix(elements: rows.flatMap { $0 }.map { $0 + 0 }) ?? .identity
    }
}
