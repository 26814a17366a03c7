/// What a presented controller preferred: it stays until somebody turns the device, or says otherwise.
///
/// The pin ends when a *different determinate* device orientation arrives, when lock or posture
/// changes, and, which the resolver sees to, when another controller is asked or what is pinned can no
/// longer be shown. Lying flat and coming back to the same side is no turn.
struct PresentationPin: Equatable, Sendable {
    /// What is pinned.
    let orientation: InterfaceOrientation

    private let lastDeterminate: DeviceOrientation?
    private let lock: InterfaceOrientation?
    private let postureHold: InterfaceOrientation?

    /// Pins an orientation on a machine as it is now.
    init(orientation: InterfaceOrientation, machine: Machine) {
        self.orientation = orientation
        lastDeterminate = machine.lastDeterminate
        lock = machine.lock
        postureHold = machine.postureHold
    }

    /// Whether nothing happened to the machine that ends the pin.
    func holds(on machine: Machine) -> Bool {
        machine.lastDeterminate == lastDeterminate && machine.lock == lock
            && machine.postureHold == postureHold
    }
}
