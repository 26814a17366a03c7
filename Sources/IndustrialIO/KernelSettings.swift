internal import SystemCalls

/// Attributes of a sensor that were changed, and what they were before.
///
/// What this program made of each is known too: what another program changes afterwards is left to it.
struct KernelSettings: Sendable {
    private struct Item: Sendable {
        var setting: FoundSetting
        /// Whether others change it on this program's behalf: libiio, or the kernel together with something else.
        let isFollowed: Bool
    }

    private var items: [Item] = []
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
    var isAsFound: Bool { items.isEmpty }

    /// Remembers the present values before somebody else changes them. What is not there is passed over.
    mutating func remember(_ attributes: [SysfsAttribute]) {
        let new: [FoundSetting] = attributes.compactMap { attribute in
            guard index(of: attribute) == nil, let value = attribute.readIfThere() else { return nil }
            return .value(attribute, found: value, left: nil)
        }
        add(new, isFollowed: true)
    }

    /// Remembers what is to be put back.
    mutating func remember(_ settings: [FoundSetting]) { add(settings, isFollowed: false) }

    /// Changes a value.
    ///
    /// - Throws: EBUSY for most of them while the buffer is enabled.
    mutating func change(_ attribute: SysfsAttribute, to value: String) throws(SystemCallError) {
        let before = try attribute.read()
        if before == value { return }
        let index = index(of: attribute) ?? items.count
        if index == items.count {
            items.append(Item(setting: .value(attribute, found: before, left: before), isFollowed: false))
        }
        let earlier = items[index].setting
        // Should this program be killed amid this, it is put back whatever it is.
        leave(nil, at: index)
        note()
        do throws(SystemCallError) {
            try attribute.write(value)
        } catch {
            items[index].setting = earlier
            note()
            throw error
        }
        // A sensor may round what it is told.
        leave(attribute.readIfThere() ?? value, at: index)
        note()
    }

    /// Asks for the nearest supported rate that is not below the target, unless another program has set one
    /// since that will do.
    ///
    /// - Parameters:
    ///   - target: The lowest rate that will do, in Hz.
    ///   - available: What the sensor says of the rates that it has.
    /// - Returns: The rate that is in force now, if the sensor says.
    /// - Throws: If the sensor refuses; it keeps its own rate then.
    mutating func setFrequency(
        _ attribute: SysfsAttribute, target: Double, available: String?
    ) throws(SystemCallError) -> Double? {
        let present = attribute.readIfThere()
        let current = present.flatMap { Double($0) }
        if let present, let current, current >= target, isOthers(attribute, present: present) {
            return current
        }
        let choice = SamplingFrequency.choice(target: target, current: current, available: available)
        guard let wanted = choice else { return current }
        try change(attribute, to: SamplingFrequency.text(wanted))
        return wanted
    }

    /// Does something that changes what is remembered, and takes note of what it made of it. What another
    /// program had changed before stays that program's.
    mutating func follow<Success, Failure>(
        _ body: (inout KernelSettings) throws(Failure) -> Success
    ) throws(Failure) -> Success {
        let own = items.indices.filter { items[$0].isFollowed && !isOthers(at: $0) }
        let known = items.count
        for index in own { leave(nil, at: index) }
        if !own.isEmpty { note() }
        defer {
            for index in own + Array(known..<items.count) where items[index].isFollowed {
                guard case .value(let attribute, _, _) = items[index].setting,
                    let present = attribute.readIfThere()
                else { continue }
                leave(present, at: index)
            }
            if !items.isEmpty { note() }
        }
        return try body(&self)
    }

    /// Whether another program has changed an attribute since this one did.
    ///
    /// - Parameter present: The text of the attribute now.
    func isOthers(_ attribute: SysfsAttribute, present: String) -> Bool {
        guard let index = index(of: attribute), case .value(_, _, let left?) = items[index].setting else {
            return false
        }
        return !FoundSetting.isSame(present, left)
    }

    /// Puts everything back that is as this program left it, the last change first.
    mutating func restore() {
        if items.isEmpty { return }
        items.reversed().forEach { $0.setting.restore() }
        items = []
        note()
    }

    private func isOthers(at index: Int) -> Bool {
        guard items[index].isFollowed, case .value(let attribute, _, .some) = items[index].setting,
            let present = attribute.readIfThere()
        else { return false }
        return isOthers(attribute, present: present)
    }

    private mutating func add(_ settings: [FoundSetting], isFollowed: Bool) {
        if settings.isEmpty { return }
        items += settings.map { Item(setting: $0, isFollowed: isFollowed) }
        note()
    }

    private mutating func leave(_ value: String?, at index: Int) {
        guard case .value(let attribute, let found, _) = items[index].setting else { return }
        items[index].setting = .value(attribute, found: found, left: value)
    }

    private func note() { journal?.note(items.map(\.setting), of: sensor) }

    private func index(of attribute: SysfsAttribute) -> Int? {
        items.firstIndex { if case .value(attribute, _, _) = $0.setting { true } else { false } }
    }
}
