internal import EventLoop
internal import OrientationClient
internal import RotateLayout
internal import SystemCalls

/// The demonstration as lines of text, for pipes and files.
final class LogView: DemoView {
    private let loop: EventLoop
    private(set) var failure: SystemCallError?

    /// - Parameter loop: Is stopped when a line cannot be written.
    init(loop: EventLoop) { self.loop = loop }

    func stateChanged(_ state: OrientationState) {
        let turned = state.turned.map { ", turned \($0)°" } ?? ""
        let held = state.supported ? "" : ", held: nothing is allowed"
        line(
            "state: device \(state.deviceOrientation.name), interface \(state.interfaceOrientation.name), "
                + "rotation \(state.rotation), cause \(state.cause.name)\(turned)\(held)")
    }

    func show(_ orientation: InterfaceOrientation) { layOut("show", orientation) }

    func willRotate(_ turn: RotationTurn) {
        line("will: \(turn.from.name) to \(turn.to.name), \(turn.angle)°")
    }

    func animate(_ turn: RotationTurn, _ duration: Duration) { layOut("animate", turn.to) }

    func didRotate(from orientation: InterfaceOrientation) { line("did: left \(orientation.name)") }

    func policyChanged(_ policy: Policy) { line("shows: \(policy.demoTitle)") }

    func connectionChanged(isConnected: Bool, _ text: String) { line(text) }

    /// Whoever types ctrl-Z where no terminal is taken over stops the program without its help.
    func suspend() {}

    func tell(_ text: String) { line(text) }

    private func layOut(_ phase: String, _ orientation: InterfaceOrientation) {
        let layout = RotateLayout(orientation)
        let places = layout.objects.map { "\($0.title) at \($0.frame.x),\($0.frame.y)" }
        line(
            "\(phase): \(orientation.name), \(layout.size.width)×\(layout.size.height), "
                + places.joined(separator: ", "))
    }

    private func line(_ text: String) {
        if failure != nil { return }
        do throws(SystemCallError) { try TextOutput.write(text + "\n") } catch {
            failure = error
            loop.stop()
        }
    }
}
