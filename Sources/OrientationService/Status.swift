internal import OrientationProtocol

/// What the service does, in the line that `systemctl status` shows.
struct Status: Equatable {
    /// The id of the sensor in use.
    var sensor: String?
    /// Whether it works.
    var status: SensorStatus
    /// How many clients follow the state.
    var subscriptions: Int

    /// The line, for people.
    var line: String {
        let sensor = sensor.map { "sensor \($0)" } ?? "no sensor"
        let number = subscriptions == 1 ? "1 subscription" : "\(subscriptions) subscriptions"
        return "\(sensor), \(status.rawValue), \(number)"
    }
}
