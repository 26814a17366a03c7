public import IndustrialIO
public import OrientationProtocol

extension Sensor {
    /// A sensor as the wire shows it.
    public init(_ description: SensorDescription) {
        self.init(
            id: description.id, name: description.name, devicePath: description.devicePath,
            location: Location(rawValue: description.location.rawValue),
            transport: Transport(rawValue: description.transport.rawValue),
            selected: description.isSelected, active: description.isActive, scale: description.scale,
            offset: description.offset, mountMatrix: description.deviceFrame,
            matrixSources: description.matrixSources.map(MatrixSource.init),
            timestampSource: TimestampSource(rawValue: description.timestampSource.rawValue),
            samplingFrequency: description.samplingFrequency, errorCount: description.errorCount,
            lastError: description.lastError, outOfRange: description.outOfRange,
            problem: description.problem, notes: description.notes)
    }
}

extension MatrixSource {
    /// A place where a matrix was looked for, as the wire shows it.
    public init(_ report: MatrixSourceReport) {
        self.init(
            source: Place(rawValue: report.origin.rawValue), value: report.value, inForce: report.inForce,
            problem: report.problem)
    }
}

extension SensorDescription {
    /// A sensor as the wire showed it. What this program has no word for is taken as unknown.
    public init(_ sensor: Sensor) {
        self.init(
            id: sensor.id, name: sensor.name, devicePath: sensor.devicePath,
            transport: SensorTransport(rawValue: sensor.transport.rawValue) ?? .sysfs)
        location = SensorLocation(rawValue: sensor.location.rawValue) ?? .unknown
        (isSelected, isActive) = (sensor.selected, sensor.active)
        (scale, offset, deviceFrame) = (sensor.scale, sensor.offset, sensor.mountMatrix)
        matrixSources = sensor.matrixSources.compactMap { source in
            MatrixOrigin(rawValue: source.source.rawValue).map {
                MatrixSourceReport(
                    origin: $0, value: source.value, inForce: source.inForce, problem: source.problem)
            }
        }
        timestampSource = IndustrialIO.TimestampSource(rawValue: sensor.timestampSource.rawValue) ?? .arrival
        samplingFrequency = sensor.samplingFrequency
        (errorCount, lastError, outOfRange) = (sensor.errorCount, sensor.lastError, sensor.outOfRange)
        (problem, notes) = (sensor.problem, sensor.notes)
    }
}
