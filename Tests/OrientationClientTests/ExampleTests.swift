import OrientationClient
import OrientationProtocol
import Testing

/// The example of the documentation of ``OrientationSubscription``.
private final class Application {
    var picture = ""

    func layOut(_ orientation: InterfaceOrientation, _ size: InterfaceSize) {
        picture = "\(orientation.name), \(size.width) wide"
    }

    func start(socketPath: String) throws -> OrientationSubscription {
        let view = Controller(supported: .allButUpsideDown)
        let subscription = try OrientationSubscription(
            socketPath: socketPath, policy: Policy(root: view),
            portraitSize: InterfaceSize(width: 768, height: 1024))
        subscription.show = { [unowned self] orientation, size in layOut(orientation, size) }
        subscription.animate = { [unowned self] turn, duration in
            layOut(turn.to, turn.size)  // and let it turn by turn.angle within the duration
        }
        return subscription  // .run()
    }
}

@Suite("An application")
struct ExampleTests {
    @Test("is right in ten lines")
    func tenLines() throws {
        let service = try TestService()
        let application = Application()
        let subscription = try application.start(socketPath: service.path)
        service.exchange(with: subscription)
        let peer = try #require(service.peers.first)
        peer.send(StateReply(state: .showing(.portrait, .launch), subscription: "n"))
        service.exchange(with: subscription)
        #expect(application.picture == "portrait, 768 wide")

        peer.send(StateReply(state: .showing(.landscapeLeft, .device, sequence: 2)))
        service.exchange(with: subscription)

        #expect(application.picture == "landscapeLeft, 1024 wide")
    }
}
