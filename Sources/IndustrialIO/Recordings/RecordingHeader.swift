public import OrientationCore

/// What a recording says of itself: the machine, the sensor, and how raw values become accelerations.
///
/// In the file each is a line `# key: value` before the samples, or between them where something changed
/// while it was recorded; see ``RecordingKey``. It has what reproduces a fault on another machine, and
/// nothing that tells one machine of a kind from another: no serial number, no name of host or user.
public struct RecordingHeader: Equatable, Sendable {
    /// The first line of a file with a header, without its number of the format.
    static let signature = "# orientationd recording "
    /// The newest format that is read.
    public static let version = 1

    /// What wrote it.
    public var program: String?
    /// Name, release and architecture of the kernel.
    public var kernel: String?
    /// The modalias of DMI, with which the hardware database is searched.
    public var dmi: String?
    /// What the device tree is compatible with, the most exact first.
    public var compatible: String?

    /// ``SensorDescription/name``.
    public var sensorName: String?
    /// ``SensorDescription/id``; of a recording or a remote sensor without folder and host.
    public var sensorID: String?
    /// What the firmware calls the sensor.
    public var label: String?
    /// Where it sits.
    public var location: SensorLocation?
    /// The kernel's driver for it.
    public var driver: String?
    /// The modalias of the nearest device that has one, with which the hardware database is searched.
    public var modalias: String?
    /// How it was read.
    public var transport: SensorTransport?
    /// Who stamped its samples.
    public var timestampSource: TimestampSource?
    /// Samples each second that it was asked for.
    public var samplingFrequency: Double?
    /// The rates that it offers, as the kernel lists them.
    public var availableFrequencies: String?

    /// The scan types of its channels as the kernel writes them, by `x`, `y`, `z` and `timestamp`.
    public var channels: [String: String] = [:]
    /// Metres per second squared for each raw step: x, y, z.
    public var scale: [Double]?
    /// Raw steps added before scaling: x, y, z.
    public var offset: [Double]?
    /// What scaled sensor axes were multiplied by to get the device frame, row by row, nine numbers.
    public var frame: [Double]?
    /// Every place that was looked into for a mount matrix, in the order of precedence.
    public var matrixSources: [MatrixSourceReport] = []

    /// The way up that the casing was built for.
    public var natural: InterfaceOrientation?
    /// How the panel is mounted in the casing.
    public var panel: PanelOrientation?
    /// What the orientation was decided by.
    public var classifier = ClassifierSettings()

    /// Nothing known.
    public init() {}

    /// The header as lines, without line ends.
    public var lines: [String] {
        ["\(Self.signature)\(Self.version)"] + RecordingKey.all.compactMap { $0.line(of: self) }
    }

    /// The lines by which this header differs from an earlier one, without line ends.
    public func lines(since earlier: RecordingHeader) -> [String] {
        RecordingKey.all.compactMap { key in
            let line = key.line(of: self)
            return line == key.line(of: earlier) ? nil : line
        }
    }

    /// From raw values to the device frame, as far as the header says.
    var conversion: SensorConversion? {
        guard let scale, let frame = frame.flatMap(DeviceFrame.init) else { return nil }
        return SensorConversion(scale: scale, offset: offset ?? [0, 0, 0], frame: frame)
    }
}

extension MatrixSourceReport {
    /// Changes the report of a place, which is added if there is none.
    static func update(
        _ origin: MatrixOrigin, in reports: inout [MatrixSourceReport],
        _ change: (inout MatrixSourceReport) -> Void
    ) {
        let index: Int
        if let found = reports.firstIndex(where: { $0.origin == origin }) {
            index = found
        } else {
            index = reports.count
            reports.append(MatrixSourceReport(origin: origin))
        }
        change(&reports[index])
    }
}
