internal import SystemCalls

/// Attributes of a sensor that were changed, and what they were before.
struct KernelSettings: Sendable {
    private var found: [FoundSetting] = []
    private let sensor: String
    private let journal: SettingsJournal?

    /// - Parameters:
    ///   - sensor: The path of the sensor, by which the journal knows it.
    ///   - journal: Where what was found is noted, in case this program is killed.
    init(sensor: String, journal: SettingsJournal?) {
        self.sensor = sensor
        self.journal = journal
    }

    /// Whether nothing is left to be put back.
    var isAsFound: Bool { found.isEmpty }

    /// Remembers the present values before somebody else changes them. What is not there is passed over.
    mutating func remember(_ attributes: [SysfsAttribute]) {
        let new: [FoundSetting] = attributes.compactMap { attribute in
            guard !isRemembered(attribute), let value = attribute.readIfThere() else { return nil }
            return .value(attribute, value)
        }
        remember(new)
    }

    /// Remembers what is to be put back.
    mutating func remember(_ settings: [FoundSetting]) {
        if settings.isEmpty { return }
        found += settings
        journal?.note(found, of: sensor)
    }

    /// Changes a value.
    ///
    /// - Throws: EBUSY for most of them while the buffer is enabled.
    mutating func change(_ attribute: SysfsAttribute, to value: String) throws(SystemCallError) {
        let before = try attribute.read()
        if before == value { return }
        if !isRemembered(attribute) { remember([.value(attribute, before)]) }
        try attribute.write(value)
    }

    /// Asks for the nearest supported rate that is not below the target.
    ///
    /// - Parameters:
    ///   - target: The lowest rate that will do, in Hz.
    ///   - available: What the sensor says of the rates that it has.
    /// - Returns: The rate that is in force now, if the sensor says.
    /// - Throws: If the sensor refuses; it keeps its own rate then.
    mutating func setFrequency(
        _ attribute: SysfsAttribute, target: Double, available: String?
    ) throws(SystemCallError) -> Double? {
        let current = attribute.readIfThere().flatMap { Double($0) }
        let choice = SamplingFrequency.choice(target: target, current: current, available: available)
        guard let wanted = choice else { return current }
        try change(attribute, to: SamplingFrequency.text(wanted))
        return wanted
    }

    /// Puts everything back, the last change first.
    mutating func restore() {
        if found.isEmpty { return }
        found.reversed().forEach { $0.restore() }
        found = []
        journal?.note([], of: sensor)
    }

    private func isRemembered(_ attribute: SysfsAttribute) -> Bool {
        found.contains { if case .value(attribute, _) = $0 { true } else { false } }
    }
}
