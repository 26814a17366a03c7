internal import IndustrialIO

/// What a log has been told about sensors and the casing, so that each thing is told once.
struct ToldNotes {
    private var told: Set<String> = []
    /// Above this everything is told anew, so that sensors that come and go cannot fill the memory.
    private static let limit = 256

    /// The lines that are new: what a person should know about a sensor, how the casing is built, and why the
    /// sensor that was asked for is not in use.
    mutating func news(
        _ sensors: [SensorDescription], _ casing: CasingOrientation, pinProblem: String? = nil
    ) -> [String] {
        var lines = [
            "held as \(casing.natural.name) by nature, panel mounted \(casing.panel.name): \(casing.reason)"
        ]
        for sensor in sensors { lines += sensor.notes.map { "sensor \(sensor.id): \($0)" } }
        lines += [pinProblem].compactMap { $0 }
        if told.count > Self.limit { told = [] }
        return lines.filter { told.insert($0).inserted }
    }
}
