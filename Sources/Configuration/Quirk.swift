public import OrientationCore

/// What is known of the mount matrix of one sensor in one kind of machine: a section of `quirks.conf`.
public struct Quirk: Equatable, Sendable {
    /// The matrices that a quirk speaks of.
    public enum Matrix: Equatable, Sendable {
        /// Every one, and none.
        case any
        /// Where nothing says how the sensor is mounted.
        case none
        /// This one alone, since later kernels and hardware databases correct them.
        case text(String)
    }

    /// The name of the section.
    public let name: String
    /// The line of the section's head.
    public let origin: Origin
    /// A `compatible` string of the device tree, or a pattern of the DMI modalias.
    public var machine = ""
    /// The kernel's name for the sensor.
    public var sensor = ""
    /// The matrix as it is found on that machine.
    public var matrix = Matrix.any
    /// Which frame that matrix brings readings into, if the quirk says so.
    public var convention: MatrixConvention?
    /// Whether z is negated after all else, if the quirk says so.
    public var invertZ: Bool?

    /// A quirk that says nothing yet.
    public init(name: String, origin: Origin) {
        self.name = name
        self.origin = origin
    }
}

/// One key of a quirk: its name, what it takes, and what it sets.
struct QuirkKey: Sendable {
    let name: String
    /// What a value has to be, for people.
    let expected: String
    /// Whether every quirk has to have it.
    let isRequired: Bool
    /// Reads a value. Nothing is changed where it does not fit.
    let apply: @Sendable (inout Quirk, String) throws(ValueError) -> Void

    /// Every key, in the order of the documentation.
    static let all = [
        QuirkKey(
            name: "Machine",
            expected:
                "a compatible string of the device tree, such as pine64,pinephone, or a pattern of the DMI "
                + "modalias, such as dmi:*:svnACME:pnTablet10:*",
            isRequired: true
        ) { (quirk, text) throws(ValueError) in
            guard text.contains(where: { $0.isLetter || $0.isNumber }) else { throw ValueError() }
            quirk.machine = text
        },
        QuirkKey(
            name: "Sensor", expected: "the kernel's name for the sensor, as orientationctl sensors shows it",
            isRequired: true
        ) { (quirk, text) throws(ValueError) in
            if text.isEmpty { throw ValueError() }
            quirk.sensor = text
        },
        QuirkKey(
            name: "Matrix",
            expected:
                "any, none, or the nine numbers that are found there, such as 0, 1, 0; -1, 0, 0; 0, 0, 1",
            isRequired: true
        ) { (quirk, text) throws(ValueError) in
            quirk.matrix =
                switch text {
                case "any": .any
                case "none": .none
                default: .text(try outsideMatrix(text))
                }
        },
        QuirkKey(name: "Convention", expected: "kernel or hwdb", isRequired: false) {
            (quirk, text) throws(ValueError) in
            guard let convention = MatrixConvention(rawValue: text) else { throw ValueError() }
            quirk.convention = convention
        },
        QuirkKey(name: "InvertZ", expected: "yes or no", isRequired: false) {
            (quirk, text) throws(ValueError) in
            switch text {
            case "yes": quirk.invertZ = true
            case "no": quirk.invertZ = false
            default: throw ValueError()
            }
        },
    ]

    /// Of a matrix from outside only the rows of x and y count.
    private static func outsideMatrix(_ text: String) throws(ValueError) -> String {
        do throws(MountMatrixError) {
            try MountMatrix(parsing: text).checkFirstTwoRows()
            return text
        } catch {
            throw ValueError(
                expected: "any, none, or nine numbers whose first two rows are unit vectors at right angles: "
                    + "\(error)")
        }
    }
}
