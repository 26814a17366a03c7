public import Configuration
internal import IndustrialIO

extension Configuration {
    /// Sees whether the recording that takes the place of a sensor can be played, if there is one: unlike
    /// a sensor, it is not going to be plugged in later.
    ///
    /// - Throws: ``ConfigurationError`` with the line of `Sensor=`.
    public func checkRecording() throws(ConfigurationError) {
        guard case .recording(let path) = SensorOptions(settings.sensor, sensor: nil).choice,
            let key = SettingsKey.all.first(where: { $0.section == "Sensor" && $0.name == "Sensor" }),
            let origin = origin(of: key)
        else { return }
        do throws(RecordingError) { _ = try RecordingReader.headerOfPlayable(path) } catch {
            let problem = error.line.map { "line \($0): \(error.fault)" } ?? "\(error.fault)"
            throw .invalid(origin, .unusable(key.text(settings), key: key.name, problem: problem))
        }
    }
}
