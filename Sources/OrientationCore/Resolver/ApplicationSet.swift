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
    init(machine: borrowing Machine, application: Application?, includingSession: Bool) {
        let session = includingSession ? machine.sessionMask : nil
        let offered = session ?? InterfaceOrientationMask(machine.configuredList)
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
