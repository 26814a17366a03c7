public import OrientationCore

/// udev rules in place of an entry of the hardware database, for a machine with two sensors that have the
/// same key there: they are told apart by where they hang.
public struct SensorRule: Equatable, Sendable {
    /// The name that the file should have: after `60-sensor.rules`, whose word would else be the last.
    public static let fileName = "61-sensor-local.rules"

    /// The lines of the file.
    public let text: String

    /// Writes the rules.
    ///
    /// - Parameters:
    ///   - path: The place of the sensor in the display, as ``SensorDescription/id``: its path in `/sys`
    ///     without `iio:deviceN`.
    ///   - others: The places of the sensors with the same key.
    ///   - key: That key.
    ///   - matrix: The mount matrix in the hardware database's frame.
    public init(path: String, others: [String], key: String, matrix: MountMatrix) {
        var lines = [
            "# Sensors of this machine that have one key in the hardware database,",
            "# \(key)",
            "# The one in the display:",
            Self.match(path)
                + ", ENV{ACCEL_MOUNT_MATRIX}=\"\(matrix.text)\", ENV{ACCEL_LOCATION}=\"display\"",
        ]
        for other in others {
            lines += ["# In the keyboard's half?", Self.match(other) + ", ENV{ACCEL_LOCATION}=\"base\""]
        }
        text = lines.map { $0 + "\n" }.joined()
    }

    private static func match(_ path: String) -> String {
        let place = path.hasPrefix("/sys/") ? String(path.dropFirst("/sys".count)) : path
        // Brackets and the like have a meaning in udev's patterns; a ? fits them.
        let pattern = String(place.map { "*[]\\\"".contains($0) ? "?" : $0 })
        let parent =
            pattern.split(separator: "/").last?.hasPrefix("iio:device") == true ? pattern : pattern + "/*"
        return "ACTION!=\"remove\", SUBSYSTEM==\"iio\", KERNEL==\"iio:device*\", DEVPATH==\"\(parent)\""
    }
}
