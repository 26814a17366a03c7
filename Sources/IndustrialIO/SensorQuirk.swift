public import OrientationCore

/// What is known of the matrix of one sensor in one kind of machine.
public struct SensorQuirk: Equatable, Sendable {
    /// The machine: a `compatible` string of the device tree, or `svn…:pn…` as in a DMI modalias.
    public var machine: String
    /// The kernel's name for the sensor.
    public var sensor: String
    /// The matrix as it is found on that machine. The quirk says nothing about another one, since
    /// later kernels and hardware databases correct them. `nil` is any.
    public var matrix: String?
    /// How x and y of that matrix count.
    public var convention: MatrixConvention?
    /// Whether z is to be negated after all else.
    public var invertZ: Bool?

    /// Makes a quirk.
    public init(
        machine: String, sensor: String, matrix: String? = nil, convention: MatrixConvention? = nil,
        invertZ: Bool? = nil
    ) {
        self.machine = machine
        self.sensor = sensor
        self.matrix = matrix
        self.convention = convention
        self.invertZ = invertZ
    }
}

extension SensorQuirk {
    /// Those that come with the program.
    ///
    /// Upright the chip of the PinePhone reads x = +g. Its device tree carried the turn that undoes this in the
    /// hardware database's frame at first, and carries the one of the kernel's text since Linux commit
    /// dfc735fd93e4.
    public static let known = [
        SensorQuirk(
            machine: "pine64,pinephone", sensor: "invensense,mpu6050", matrix: "0, -1, 0; 1, 0, 0; 0, 0, 1",
            convention: .kernel)
    ]
}
