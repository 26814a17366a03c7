/// The order in which orientations are tried. The first that can be shown wins.
///
/// |   | candidate | skipped if |
/// |---|---|---|
/// | 1 | the pin of a presentation | at a launch |
/// | 2 | what posture holds | the controller does not autorotate |
/// | 3 | what the user's lock holds | the controller does not autorotate |
/// | 4 | the way the device is held | locked or in posture; the controller does not autorotate |
/// | 5 | what is shown now | |
/// | 6 | the way the device was last held | locked or in posture; the controller does not autorotate; at a launch |
/// | 7 | the ranking of the lists, at last the canonical order | |
///
/// A device that lies flat or is unknown is no candidate, so that what is shown stays (5 before 6): a
/// turn that could not be followed is not made up for. The last side decides only where what is shown
/// cannot stay.
struct InterfaceCandidates: Equatable {
    /// What the presentation of the asked controller pinned.
    var pin: InterfaceOrientation?
    /// What posture holds.
    var postureHold: InterfaceOrientation?
    /// What the user's lock holds.
    var lock: InterfaceOrientation?
    /// How the device is held.
    var device: DeviceOrientation = .unknown
    /// What is shown now.
    var current: InterfaceOrientation?
    /// How the device was last held upright on one of its sides.
    var lastDeterminate: DeviceOrientation?
    /// Whether the asked controller turns with the device.
    var autorotates = true
    /// What stays if nothing can be shown. Nothing: the first of the lists.
    var held: InterfaceOrientation?

    /// The candidates while something is shown already.
    init(
        machine: borrowing Machine, current: InterfaceOrientation, pin: InterfaceOrientation?,
        autorotates: Bool
    ) {
        self.pin = pin
        postureHold = machine.postureHold
        lock = machine.lock
        device = machine.device
        self.current = current
        lastDeterminate = machine.lastDeterminate
        self.autorotates = autorotates
        held = current
    }

    /// The candidates at a launch, when the client shows nothing yet: no pin, and no last side. A
    /// controller that turns with the device starts from what the screen shows, if that rests on
    /// evidence; one that does not starts with the lists.
    init(launching machine: Machine, autorotates: Bool) {
        postureHold = machine.postureHold
        lock = machine.lock
        device = machine.device
        self.autorotates = autorotates
        guard autorotates else { return }
        current = machine.shownRestsOnEvidence ? machine.shown : nil
        held = machine.shown
    }

    /// Which candidate won.
    enum Winner: Equatable {
        case pin, posture, lock, device, current, lastDeterminate, ranking

        /// Whether the choice rests on how the device is held or on somebody's word, rather than on
        /// the order of a list. Nothing for what is shown: it rests on what it rested on.
        var isEvidence: Bool? {
            switch self {
            case .pin, .posture, .lock, .device, .lastDeterminate: true
            case .current: nil
            case .ranking: false
            }
        }
    }

    /// The first candidate that can be shown.
    ///
    /// - Returns: Nothing if the set is empty, and only then.
    func first(in effective: InterfaceOrientationMask, ranking: [InterfaceOrientation])
        -> (orientation: InterfaceOrientation, winner: Winner)?
    {
        func allowed(_ orientation: InterfaceOrientation?) -> InterfaceOrientation? {
            orientation.flatMap { effective.contains($0) ? $0 : nil }
        }
        let isLocked = postureHold != nil || lock != nil

        if let pin = allowed(pin) { return (pin, .pin) }
        if autorotates {
            if let hold = allowed(postureHold) { return (hold, .posture) }
            if let lock = allowed(lock) { return (lock, .lock) }
            if !isLocked, let side = allowed(device.interfaceOrientation) { return (side, .device) }
        }
        if let current = allowed(current) { return (current, .current) }
        if autorotates, !isLocked, let side = allowed(lastDeterminate?.interfaceOrientation) {
            return (side, .lastDeterminate)
        }
        return ranking.first { effective.contains($0) }.map { ($0, .ranking) }
    }

    /// What is shown: the first candidate of the effective set, or what is held where that is empty.
    func decide(in effective: InterfaceOrientationMask, application: ApplicationSet)
        -> (orientation: InterfaceOrientation, supported: Bool)
    {
        if let choice = first(in: effective, ranking: application.ranking) {
            return (choice.orientation, true)
        }
        return (held ?? application.first, false)
    }
}
