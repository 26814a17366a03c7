/// What is common to all clients of a machine: its build and configuration, how it is held, what holds
/// it, and what its screen shows.
///
/// The machine's own screen is that of a client which lets the device decide; ``shown`` follows every
/// change of the other properties.
public struct Machine: Equatable, Sendable {
    /// Pad or phone.
    public var kind: DeviceKind { didSet { configurationChanged() } }
    /// The configured lists. A list in force must not be empty: judge with
    /// ``OrientationLists/areEmpty(for:)`` before setting it.
    public var configured: OrientationLists { didSet { configurationChanged() } }
    /// The way up that the casing was built for.
    public var naturalOrientation: InterfaceOrientation { didSet { configurationChanged() } }
    /// How the panel is mounted in the casing.
    public var panelOrientation: PanelOrientation
    /// The newest session mask, see ``SessionMasks``. Must not be empty.
    public var sessionMask: InterfaceOrientationMask? { didSet { settle() } }
    /// What the user's rotation lock holds, while it is set.
    public var lock: InterfaceOrientation? { didSet { settle() } }
    /// What laptop posture or a closed lid holds, in place of the user's lock: the natural orientation.
    public var postureHold: InterfaceOrientation? { didSet { settle() } }
    /// How the device is held.
    public var device: DeviceOrientation {
        didSet {
            if device.interfaceOrientation != nil { lastDeterminate = device }
            settle()
        }
    }
    /// How the device was last held upright on one of its four sides. Nothing before it was.
    public private(set) var lastDeterminate: DeviceOrientation?
    /// What the machine's own screen shows.
    public private(set) var shown: InterfaceOrientation
    /// Whether ``shown`` rests on evidence: a determinate reading, a lock, or posture. If it does, a
    /// new subscriber starts from it.
    public private(set) var shownRestsOnEvidence: Bool
    /// The configured list for this kind of device, best first. If none is configured: a pad all four, a
    /// phone all but upside down, the natural orientation first.
    public private(set) var configuredList: [InterfaceOrientation] = []
    /// All four orientations as the configuration ranks them.
    private(set) var configuredRanking: [InterfaceOrientation] = []

    /// Makes a machine; whatever is left out is not known, not set or the usual.
    public init(
        kind: DeviceKind = .pad,
        configured: OrientationLists = OrientationLists(),
        naturalOrientation: InterfaceOrientation = .portrait,
        panelOrientation: PanelOrientation = .normal,
        sessionMask: InterfaceOrientationMask? = nil,
        lock: InterfaceOrientation? = nil,
        postureHold: InterfaceOrientation? = nil,
        device: DeviceOrientation = .unknown
    ) {
        self.kind = kind
        self.configured = configured
        self.naturalOrientation = naturalOrientation
        self.panelOrientation = panelOrientation
        self.sessionMask = sessionMask
        self.lock = lock
        self.postureHold = postureHold
        self.device = device
        lastDeterminate = device.interfaceOrientation == nil ? nil : device
        shown = naturalOrientation
        shownRestsOnEvidence = false
        rank()
        launch()
    }
}

extension Machine {
    private mutating func configurationChanged() {
        rank()
        settle()
    }

    private mutating func rank() {
        let offered = kind.defaultMask.orientations
        configuredList =
            configured.inForce(for: kind)
            ?? offered.filter { $0 == naturalOrientation } + offered.filter { $0 != naturalOrientation }
        configuredRanking = (configuredList + InterfaceOrientation.canonicalOrder).withoutRepetition
    }

    /// Decides anew what the machine's own screen shows, by the rules of a client without a policy, and
    /// whether that rests on evidence.
    ///
    /// Evidence is kept as long as the orientation is held. It is lost when the orientation has to be
    /// left and nothing but the order of a list chose the next one.
    private mutating func settle() {
        decide(InterfaceCandidates(machine: self, current: shown, pin: nil, autorotates: true))
    }

    /// Decides what the screen shows first, when it shows nothing yet.
    private mutating func launch() {
        shownRestsOnEvidence = false
        decide(InterfaceCandidates(launching: self, autorotates: true))
    }

    private mutating func decide(_ candidates: InterfaceCandidates) {
        let offered = ApplicationSet(machine: self, application: nil, includingSession: true)
        guard let choice = candidates.first(in: offered.mask, ranking: offered.ranking) else { return }
        shown = choice.orientation
        shownRestsOnEvidence = choice.winner.isEvidence ?? shownRestsOnEvidence
    }
}
