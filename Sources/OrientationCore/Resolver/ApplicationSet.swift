/// The upper two levels: what the machine offers, and what of it the client's application allows.
///
/// 1. The machine offers its session mask if one is set, which may be wider than the configuration;
///    else its configured list for this kind of device; else a pad all four and a phone all but upside
///    down.
/// 2. Of that, the application allows what it declares: its mask, else its list for this kind of
///    device, else everything.
///
/// Both levels also rank the orientations: first the application's list, then the configured one (the
/// natural orientation first if there is none), then the canonical order. A mask, the session's or the
/// application's, changes what is in the set and never the ranking.
struct ApplicationSet: Equatable {
    /// What may be shown, before any controller is asked.
    let mask: InterfaceOrientationMask
    /// All four orientations, each once, best first, whether they are in the set or not.
    let ranking: [InterfaceOrientation]

    /// What the machine offers to that application.
    ///
    /// - Parameter includingSession: Whether the session mask counts. A client's own policy is judged
    ///   without it.
    init(machine: Machine, application: Application?, includingSession: Bool) {
        let offered =
            includingSession ? machine.sessionMask ?? machine.configuredMask : machine.configuredMask
        let list = application?.lists.inForce(for: machine.kind)
        let declared = application?.mask ?? list.map { InterfaceOrientationMask($0) } ?? .all

        mask = offered.intersection(declared)
        ranking = list.map { ($0 + machine.configuredRanking).withoutRepetition } ?? machine.configuredRanking
    }

    /// The orientations of the set, best first.
    var orientations: [InterfaceOrientation] { ranking.filter { mask.contains($0) } }

    /// The best of the set, or where that is empty of the lists.
    var first: InterfaceOrientation { orientations.first ?? ranking[0] }
}

extension Machine {
    /// The configured list for this kind of device, best first. If none is configured: a pad all four, a
    /// phone all but upside down, the natural orientation first.
    public var configuredList: [InterfaceOrientation] {
        if let list = configured.inForce(for: kind) { return list }
        let offered = kind.defaultMask.orientations
        return offered.filter { $0 == naturalOrientation } + offered.filter { $0 != naturalOrientation }
    }

    /// The set of the ``configuredList``.
    var configuredMask: InterfaceOrientationMask { InterfaceOrientationMask(configuredList) }

    /// All four orientations as the configuration ranks them.
    var configuredRanking: [InterfaceOrientation] {
        (configuredList + InterfaceOrientation.canonicalOrder).withoutRepetition
    }
}
