/// Which output is the one to turn.
public enum PanelChoice: Equatable, Sendable {
    /// The one built-in panel.
    case builtIn
    /// The output of that name.
    case named(String)

    /// Chooses among outputs by their names, which are those of the kernel's connectors.
    ///
    /// - Throws: If there is none, or no telling which.
    public func output<Output>(
        among outputs: [Output], name: (Output) -> String
    ) throws(DesktopError) -> Output {
        let names = outputs.map(name)
        switch self {
        case .named(let wanted):
            guard let match = outputs.first(where: { name($0) == wanted }) else {
                throw .noOutput(wanted, present: names)
            }
            return match
        case .builtIn:
            let panels = outputs.filter { Self.isBuiltIn(name($0)) }
            guard let panel = panels.first else { throw .noPanel(present: names) }
            guard panels.count == 1 else { throw .severalPanels(panels.map(name)) }
            return panel
        }
    }

    /// Whether a connector is of a kind that panels in the casing have: `eDP-1`, `LVDS-1`, `DSI-1`. Some X
    /// drivers leave out the hyphen, or write the card before the number.
    public static func isBuiltIn(_ connector: String) -> Bool {
        ["eDP", "LVDS", "DSI"].contains { kind in
            guard connector.hasPrefix(kind) else { return false }
            let rest = connector.dropFirst(kind.count)
            return rest.allSatisfy { $0 == "-" || $0.isNumber }
        }
    }
}
