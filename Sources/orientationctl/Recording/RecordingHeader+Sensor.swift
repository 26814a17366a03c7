internal import IndustrialIO
internal import OrientationProtocol

extension RecordingHeader {
    /// Takes in what the daemon says of a sensor.
    mutating func describe(_ sensor: Sensor) {
        sensorName = sensor.name
        sensorID = Self.anonymous(id: sensor.id)
        location = SensorLocation(rawValue: sensor.location.rawValue)
        transport = SensorTransport(rawValue: sensor.transport.rawValue)
        timestampSource = TimestampSource(rawValue: sensor.timestampSource.rawValue)
        samplingFrequency = sensor.samplingFrequency
        scale = sensor.scale
        offset = sensor.offset
        frame = sensor.mountMatrix
        matrixSources = sensor.matrixSources.compactMap { source in
            MatrixOrigin(rawValue: source.source.rawValue).map {
                MatrixSourceReport(
                    origin: $0, value: source.value, inForce: source.inForce, problem: source.problem)
            }
        }
    }
}
