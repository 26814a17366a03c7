/// Which of several accelerometers the orientation is made of.
enum SensorRanking {
    /// What is known of one accelerometer.
    struct Candidate: Equatable, Sendable {
        /// Where it hangs.
        var placement: SensorPlacement
        /// The kernel's name for it.
        var name: String
        /// What the firmware calls it.
        var label: String?
        /// Where the driver says it is.
        var location: String?
        /// Why it cannot be read at all.
        var problem: String?
    }

    /// Where a sensor sits: udev's word counts more than the firmware's.
    ///
    /// Sources: `ACCEL_LOCATION` is `display` or `base` (`60-sensor.hwdb`); labels are `accel-display`,
    /// `accel-base`, `accel-camera`, and the older attribute `location` is `lid`, `base` or `camera`
    /// (`Documentation/ABI/testing/sysfs-bus-iio` and `-iio-cros-ec`).
    static func location(of candidate: Candidate) -> SensorLocation {
        for word in [candidate.placement.location, candidate.label, candidate.location] {
            switch word {
            case "display", "accel-display", "lid": return .display
            case "base", "accel-base": return .base
            case "camera", "accel-camera": return .camera
            default: continue
            }
        }
        return .unknown
    }

    /// Why a sensor is never chosen by itself, for people; nothing if it may be.
    static func objection(to candidate: Candidate, deniedNames: [String]) -> String? {
        let placement = candidate.placement
        if let name = ([candidate.name] + placement.drivers).first(where: deniedNames.contains) {
            return
                "\(name) is on the list of sensors that are not used, such as those that protect hard disks"
        }
        if placement.isBluetooth { return "it is connected by Bluetooth, so it is not part of this machine" }
        if placement.isRemovable { return "it can be pulled out, so it is not part of this machine" }
        if placement.isJoystick { return "it belongs to a game controller" }
        if placement.isSynthetic { return "a program makes it up through uinput" }
        switch location(of: candidate) {
        case .base: return "it is in the base, which does not turn with the display"
        case .camera: return "it is in a camera, which does not turn with the display"
        case .display, .unknown: return nil
        }
    }

    /// Chooses a sensor.
    ///
    /// Pinned, else explicitly in the display, else without a word about where. Among equals the first by
    /// path, so that the choice does not depend on the order of discovery.
    ///
    /// - Returns: The index of the chosen one, or nothing if none will do.
    static func choice(among candidates: [Candidate], pin: String?, deniedNames: [String]) -> Int? {
        let usable = candidates.indices.filter { candidates[$0].problem == nil }
        let byPath = usable.sorted { candidates[$0].placement.path < candidates[$1].placement.path }
        if let pin { return byPath.first { candidates[$0].placement.isMeant(by: pin) } }
        let eligible = byPath.filter { objection(to: candidates[$0], deniedNames: deniedNames) == nil }
        return eligible.first { location(of: candidates[$0]) == .display } ?? eligible.first
    }
}
