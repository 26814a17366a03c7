public import SystemCalls

/// Why an output could not be turned.
public enum DesktopError: Error, Equatable, Sendable {
    /// The desktop does not run, or has ended.
    case unreachable(SystemCallError)
    /// Where it listens is not known: none of these variables is set.
    case notRunning(variables: [String])
    /// It does not answer in time.
    case timedOut
    /// It answers what makes no sense.
    case malformed(String)
    /// It says no.
    case refused(String)
    /// The output is not there.
    case noOutput(String, present: [String])
    /// No output is that of a built-in panel.
    case noPanel(present: [String])
    /// Several could be meant.
    case severalPanels([String])
    /// The output is there and switched off.
    case switchedOff(String)
    /// The output cannot be turned.
    case cannotTurn(String)
    /// A program that is needed is not installed.
    case noProgram(String)
    /// A program failed. The complaint is the first line of its errors, if it wrote any.
    case programFailed(String, status: Int32, complaint: String?)
}

extension DesktopError {
    /// Whether it may be different later without anybody doing anything here.
    public var mayPass: Bool {
        switch self {
        case .unreachable, .timedOut, .malformed, .refused, .noOutput, .noPanel, .switchedOff,
            .programFailed:
            true
        case .notRunning, .severalPanels, .cannotTurn, .noProgram: false
        }
    }
}

extension DesktopError: CustomStringConvertible {
    /// One line for people.
    public var description: String {
        switch self {
        case .unreachable(let error): "\(error)"
        case .notRunning(let variables): "none of \(variables.joined(separator: ", ")) is set"
        case .timedOut: "no answer within two seconds"
        case .malformed(let what): "\(what) makes no sense"
        case .refused(let reason): "refused: \(reason)"
        case .noOutput(let name, let present): "there is no output \(name); there is \(list(present))"
        case .noPanel(let present):
            "no output is a built-in panel (eDP, LVDS or DSI); --output names one of \(list(present))"
        case .severalPanels(let names): "--output has to say which of \(list(names)) is meant"
        case .switchedOff(let name): "\(name) is switched off"
        case .cannotTurn(let name): "\(name) cannot be turned by this server"
        case .noProgram(let name): "\(name) is not installed"
        case .programFailed(let name, let status, let complaint):
            "\(name) failed with \(status)" + (complaint.map { ": \($0)" } ?? "")
        }
    }

    private func list(_ names: [String]) -> String { names.isEmpty ? "none" : names.joined(separator: ", ") }
}
