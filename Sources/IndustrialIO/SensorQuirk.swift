public import OrientationCore
internal import SystemCalls

/// What is known of the matrix of one sensor in one kind of machine.
public struct SensorQuirk: Equatable, Sendable {
    /// The matrices that a quirk speaks of.
    public enum Matrix: Equatable, Sendable {
        /// Every one, and none.
        case any
        /// Where none is found.
        case none
        /// This one, as it is found on that machine. The quirk says nothing about another one, since later
        /// kernels and hardware databases correct them.
        case text(String)
    }

    /// What the quirk is called, and where it is written, for people.
    public var name: String
    /// The machine: one of its names (see ``MachineFacts/names``), or a pattern of `*`, `?` and `[…]`.
    public var machine: String
    /// The kernel's name for the sensor.
    public var sensor: String
    /// The matrices that it speaks of.
    public var matrix: Matrix
    /// How x and y of that matrix count.
    public var convention: MatrixConvention?
    /// Whether z is to be negated after all else.
    public var invertZ: Bool?

    /// Makes a quirk.
    public init(
        name: String, machine: String, sensor: String, matrix: Matrix = .any,
        convention: MatrixConvention? = nil, invertZ: Bool? = nil
    ) {
        self.name = name
        self.machine = machine
        self.sensor = sensor
        self.matrix = matrix
        self.convention = convention
        self.invertZ = invertZ
    }

    /// Whether it is about a sensor of that name in a machine of these names.
    func concerns(_ sensor: String, in machine: [String]) -> Bool {
        self.sensor == sensor && machine.contains { Files.pattern(self.machine, fits: $0) }
    }

    /// Whether it is about a sensor whose matrix this is.
    func concerns(_ matrix: MountMatrix?) -> Bool {
        switch self.matrix {
        case .any: true
        case .none: matrix == nil
        case .text(let text): matrix != nil && (try? MountMatrix(parsing: text)) == matrix
        }
    }
}
