public import OrientationCore

/// What the demonstration can do to its own interface, each a step that a key takes.
///
/// It begins with one page, on which the four objects turn every way. Steps limit that page to
/// portrait, push a page on it that turns further, and present something above.
public enum DemoStep: CaseIterable, Sendable {
    /// The main page shows portrait only, or every orientation again.
    case limitMain
    /// A video page is pushed, which shows all but upside down whatever the main page shows.
    case pushVideo
    /// The top page is popped. A main page that shows portrait only comes back in portrait, even while
    /// the device is held on its side.
    case pop
    /// A full-screen picture is presented, which shows landscape only and prefers landscapeLeft.
    case present
    /// A sheet is shown, which does not fill the screen and is therefore not asked.
    case presentSheet
    /// What was presented last goes away.
    case dismiss

    /// The key that takes this step.
    public var key: Character {
        switch self {
        case .limitMain: "o"
        case .pushVideo: "v"
        case .pop: "b"
        case .present: "m"
        case .presentSheet: "s"
        case .dismiss: "d"
        }
    }

    /// What the key does, for people.
    public var title: String {
        switch self {
        case .limitMain: "main page portrait only / every way"
        case .pushVideo: "push a video page, which allows landscape"
        case .pop: "back: pop the page on top"
        case .present: "present a full-screen picture, landscape only"
        case .presentSheet: "show a sheet, which is not asked"
        case .dismiss: "dismiss what was presented last"
        }
    }

    /// What the demonstration shows first.
    public static let firstPolicy = Policy(
        root: Controller(
            id: "pages", kind: .navigation,
            children: [Controller(id: "main", supported: .all)], forwards: true))

    /// Takes this step.
    ///
    /// - Parameter policy: What is shown; changed only if the step is possible.
    /// - Returns: The transition to tell the service.
    /// - Throws: Why it is not possible.
    public func take(in policy: inout Policy) throws(NavigationError) -> Transition {
        switch self {
        case .limitMain:
            return try policy.update("main") { main in
                main.supported = main.supported == .portrait ? .all : .portrait
            }
        case .pushVideo:
            return try policy.push(
                Controller(id: name("video", in: policy), supported: .allButUpsideDown), in: "pages")
        case .pop:
            // The main page is the ground: it is never popped.
            guard policy.root?.children.count ?? 0 > 1 else { throw .nothingToPop(id: "pages") }
            return try policy.pop(in: "pages")
        case .present:
            let picture = Controller(
                id: name("picture", in: policy), supported: .landscape, preferred: .landscapeLeft)
            return try policy.present(picture)
        case .presentSheet:
            let sheet = Controller(id: name("sheet", in: policy), supported: .portrait)
            return try policy.present(sheet, fullScreen: false)
        case .dismiss: return try policy.dismiss()
        }
    }

    /// A name that no other controller of the policy has.
    private func name(_ kind: String, in policy: Policy) -> String {
        let taken = (policy.root?.children ?? []).map(\.id) + policy.modals.map(\.controller.id)
        var number = 1
        while taken.contains("\(kind) \(number)") { number += 1 }
        return "\(kind) \(number)"
    }
}

extension Policy {
    /// What is on top of what, from the bottom up, for people.
    public var demoTitle: String {
        let pages = (root?.children ?? []).map { page in
            page.supported == .portrait ? "\(page.id ?? "") (portrait only)" : page.id ?? ""
        }
        return (pages + modals.map { $0.controller.id ?? "" }).joined(separator: " › ")
    }
}
