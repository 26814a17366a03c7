/// The lowest level: which controller of a policy is asked, and what it answers.
///
/// The topmost full-screen modal is asked, else the root; sheets are not. A container answers itself
/// unless it forwards: then its top child or *selected* tab gives all three answers, and so on
/// downwards. What that one leaves open is answered by its container.
///
/// In the legacy dialect the visible leaf is asked, whether its containers forward or not, and has one
/// answer only. It turns with the device and prefers nothing.
struct ControllerAnswers: Equatable {
    /// Which controller is asked. Nothing if there is no root.
    let asked: AskedController?
    /// The name of the controller that an error is about. In the modern dialect that is the asked one,
    /// in the legacy dialect the visible leaf.
    let id: String?
    /// What is supported. Nothing: the default of the kind of device.
    let supported: InterfaceOrientationMask?
    /// Whether the interface turns with the device.
    let autorotates: Bool
    /// How it wants to be presented, and the dotted place where that is written.
    let preferred: (orientation: InterfaceOrientation, field: String)?
    /// Whether ``supported`` stands for itself, limited by nothing but the session mask.
    let isLegacy: Bool

    /// Asks the controllers of a policy, which is structurally right.
    init(policy: Policy) {
        guard let top = policy.topmost else {
            (asked, id, supported, autorotates, preferred, isLegacy) = (nil, nil, .all, true, nil, false)
            return
        }
        asked = AskedController(id: top.controller.id, level: top.level)
        isLegacy = policy.dialect == .legacy
        switch policy.dialect {
        case .modern:
            let answers = top.controller.forwardedAnswers(at: top.field)
            id = top.controller.id
            supported = answers.supported
            autorotates = answers.autorotates ?? true
            preferred = answers.preferred
        case .legacy:
            let leaf = top.controller.visibleLeaf
            id = leaf.id
            supported = leaf.legacySupported ?? .portrait
            autorotates = true
            preferred = nil
        }
    }

    /// What is supported on a device of that kind.
    func mask(for kind: DeviceKind) -> InterfaceOrientationMask { supported ?? kind.defaultMask }

    /// What remains of the application's set, or in the legacy dialect of the session mask.
    func effective(in application: ApplicationSet, kind: DeviceKind, session: InterfaceOrientationMask?)
        -> InterfaceOrientationMask
    {
        mask(for: kind).intersection(isLegacy ? session ?? .all : application.mask)
    }

    static func == (left: Self, right: Self) -> Bool {
        left.asked == right.asked && left.id == right.id && left.supported == right.supported
            && left.autorotates == right.autorotates && left.isLegacy == right.isLegacy
            && left.preferred?.orientation == right.preferred?.orientation
            && left.preferred?.field == right.preferred?.field
    }
}

/// Which controller is asked: by its name, or by its place if it has none.
///
/// The same name is the same controller, wherever it is. Without names the root is the same as any
/// other root, and a full-screen modal the same as another with as many full-screen modals below it.
struct AskedController: Equatable {
    /// The controller's own name.
    let id: String?
    /// How many full-screen modals there are up to it: 0 is the root.
    let level: Int

    static func == (left: Self, right: Self) -> Bool {
        left.id == nil && right.id == nil ? left.level == right.level : left.id == right.id
    }
}

extension Policy {
    /// The controller that fills the screen, its dotted place, and how many full-screen modals there
    /// are up to it.
    var topmost: (controller: Controller, field: String, level: Int)? {
        guard let root else { return nil }
        guard let index = modals.lastIndex(where: \.fullScreen) else { return (root, "policy.root", 0) }
        let level = modals.count(where: \.fullScreen)
        return (modals[index].controller, "policy.modals[\(index)].controller", level)
    }
}

extension Controller {
    /// The three answers of a modern controller. What is nothing is left to the container or the
    /// default.
    struct Answers {
        var supported: InterfaceOrientationMask?
        var autorotates: Bool?
        var preferred: (orientation: InterfaceOrientation, field: String)?
    }

    /// Its own answers, or those of the visible child where it forwards, completed by its own.
    ///
    /// - Parameter field: Its own dotted place.
    func forwardedAnswers(at field: @autoclosure () -> String) -> Answers {
        var answers = Answers()
        if forwards, let index = visibleChildIndex {
            answers = children[index].forwardedAnswers(at: "\(field()).children[\(index)]")
        }
        answers.supported = answers.supported ?? supported
        answers.autorotates = answers.autorotates ?? autorotates
        answers.preferred = answers.preferred ?? preferred.map { ($0, "\(field()).preferred") }
        return answers
    }

    /// The controller at the end of the visible path: itself, if it shows no child.
    var visibleLeaf: Controller {
        guard let index = visibleChildIndex else { return self }
        return children[index].visibleLeaf
    }
}
