import Foundation
import OrientationClient
import OrientationProtocol
import Testing

@Suite("Connecting again")
struct ReconnectTests {
    @Test("after a restart it subscribes with the newest policy, and shows what changed as it is")
    func restart() throws {
        let fixture = try SubscriptionFixture()
        try fixture.start()
        fixture.service.stop()
        fixture.subscription.dispatch()
        #expect(fixture.status == [.connected, .disconnected(.ended, retryAfter: .milliseconds(100))])

        let policy = Policy(root: Controller(id: "newer"))
        try fixture.subscription.update(policy)
        fixture.pass(.milliseconds(100))
        #expect(fixture.pauses == [.milliseconds(100), .milliseconds(200)])
        try fixture.service.start()
        fixture.pass(.milliseconds(200))
        fixture.exchange()
        #expect(fixture.service.peers.first?.requests == [.subscribe(policy: policy)])
        try fixture.send(.showing(.landscapeLeft, .launch), name: "again")
        fixture.exchange()

        #expect(fixture.told() == ["show landscapeLeft 4x3"])
        #expect(fixture.status.last == .connected)
    }

    @Test("pauses grow while the service is away, and begin anew after it was there")
    func pauses() throws {
        let fixture = try SubscriptionFixture()
        fixture.service.stop()
        fixture.subscription.dispatch()
        for _ in 0..<2 { fixture.pass(.seconds(5)) }
        #expect(fixture.pauses == [.milliseconds(100), .milliseconds(200), .milliseconds(400)])

        try fixture.service.start()
        fixture.pass(.seconds(5))
        try fixture.start()
        fixture.service.closeConnections()
        fixture.subscription.dispatch()
        #expect(fixture.pauses.last == .milliseconds(100))
    }

    @Test("a service that closes each connection at once does not shorten the pauses")
    func closedAtOnce() throws {
        let fixture = try SubscriptionFixture()
        for _ in 0..<3 {
            fixture.pass(.seconds(5))
            fixture.service.serve()
            fixture.service.closeConnections()
            fixture.subscription.dispatch()
        }

        #expect(fixture.pauses == [.milliseconds(100), .milliseconds(200), .milliseconds(400)])
    }

    @Test("an error that no policy could mend ends the connection, and is told")
    func hopeless() throws {
        let fixture = try SubscriptionFixture()
        try fixture.start()
        let error = OrientationError.service(.methodNotFound("x"))
        try #require(fixture.service.peers.first).fail(error)
        fixture.exchange()

        #expect(fixture.status.last == .disconnected(.refused(error), retryAfter: .milliseconds(100)))
    }

    @Test("its descriptor is readable when there is something to do, and not otherwise")
    func descriptor() throws {
        let fixture = try SubscriptionFixture()
        func isReadable(within milliseconds: Int32 = 0) -> Bool {
            var entry = pollfd(fd: fixture.subscription.descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&entry, 1, milliseconds) == 1
        }

        // The first connection is due at once.
        #expect(isReadable(within: 1000))
        fixture.exchange()
        #expect(!isReadable())
        try fixture.send(.showing(.portrait, .launch), name: "name")
        fixture.service.serve()
        #expect(isReadable())
        fixture.subscription.dispatch()
        #expect(!isReadable())
        fixture.service.stop()
        #expect(isReadable())
    }

    @Test("each pause is twice as long as the one before, up to the longest, until one worked")
    func growth() {
        var pause = ReconnectPause(shortest: .seconds(1), longest: .seconds(5))

        #expect((0..<5).map { _ in pause.next() } == [1, 2, 4, 5, 5].map { Duration.seconds($0) })
        pause.reset()
        #expect(pause.next() == .seconds(1))
    }

    @Test(
        "jitter shortens a pause by half at most",
        arguments: [(0.0, 8.0), (0.5, 6.0), (1.0, 4.0), (7.0, 4.0), (-1.0, 8.0)])
    func jitter(jitter: Double, seconds: Double) {
        var pause = ReconnectPause(shortest: .seconds(8), longest: .seconds(8))

        #expect(pause.next(jitter: jitter) == .seconds(seconds))
    }
}
