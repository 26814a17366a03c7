import OrientationClient
import OrientationProtocol
import Testing

@Suite("Policies of a subscription")
struct PolicyUpdateTests {
    private let main = Policy(root: Controller(id: "main"))

    @Test("a policy that changes is sent over a connection of its own, one call after the other")
    func update() throws {
        let fixture = try SubscriptionFixture(main)
        try fixture.start()
        var policy = main
        let shown = try policy.present(Controller(id: "video", supported: .landscape))
        let presented = policy
        try fixture.subscription.update(policy, transition: shown)
        let gone = try policy.dismiss()
        try fixture.subscription.update(policy, transition: gone)
        fixture.exchange()

        #expect(fixture.service.peers.first?.requests.count == 1)
        let second = try #require(fixture.service.peers.last)
        #expect(
            second.requests == [.updatePolicy(subscription: "name", policy: presented, transition: .presents)]
        )
        second.reply(StateReply(state: .showing(.landscapeLeft, .present)))
        fixture.exchange()

        #expect(
            second.requests.last
                == .updatePolicy(subscription: "name", policy: main, transition: .dismisses))
        #expect(fixture.service.peers.count == 2)
        // The state comes by the stream alone.
        #expect(fixture.told() == [])
    }

    @Test("a policy that changes before the first state has come is sent after it")
    func earlyUpdate() throws {
        let fixture = try SubscriptionFixture(main)
        fixture.exchange()
        let policy = Policy(root: Controller(id: "other"))
        try fixture.subscription.update(policy)
        fixture.exchange()
        #expect(fixture.service.peers.count == 1)
        try fixture.send(.showing(.portrait, .launch), name: "name")
        fixture.exchange()

        #expect(
            fixture.service.peers.last?.requests
                == [.updatePolicy(subscription: "name", policy: policy, transition: .navigates)])
    }

    @Test("a policy that is structurally wrong is refused at once and changes nothing")
    func malformed() throws {
        let fixture = try SubscriptionFixture(main)
        try fixture.start()

        #expect(throws: PolicyError.self) {
            try fixture.subscription.update(Policy(root: Controller(kind: .tab, selected: 3)))
        }
        fixture.exchange()

        #expect(fixture.subscription.policy == main)
        #expect(fixture.service.peers.count == 1)
    }

    @Test("a policy that the service refuses is told, and the one before is in force")
    func refused() throws {
        let fixture = try SubscriptionFixture(main)
        try fixture.start()
        try fixture.subscription.update(Policy(root: Controller(id: "none", supported: [])))
        fixture.exchange()
        try #require(fixture.service.peers.last).fail(
            .emptyIntersection(controller: "none", application: [.portrait], supported: []))
        fixture.exchange()

        #expect(fixture.told() == ["refused org.orientationd.EmptyIntersection"])
        #expect(fixture.subscription.policy == main)
        #expect(fixture.service.peers.count == 2)
    }

    @Test("a first policy that the service refuses is told, and the next is tried on the same connection")
    func refusedAtFirst() throws {
        let fixture = try SubscriptionFixture(Policy(root: Controller(supported: [])))
        fixture.exchange()
        let peer = try #require(fixture.service.peers.first)
        peer.fail(.emptyIntersection(controller: nil, application: [], supported: []))
        fixture.exchange()
        #expect(fixture.told() == ["refused org.orientationd.EmptyIntersection"])
        #expect(peer.requests.count == 1)

        try fixture.subscription.update(main)
        fixture.exchange()

        #expect(fixture.service.peers.count == 1)
        #expect(peer.requests.last == .subscribe(policy: main))
    }

    @Test("callbacks may change the policy, complete the turn and stop the loop, and the order stays")
    func reentrant() throws {
        let fixture = try SubscriptionFixture(main)
        try fixture.start()
        fixture.subscription.willRotate = { [unowned fixture] _, _ in
            fixture.note("will")
            try? fixture.subscription.update(Policy(root: Controller(id: "other")))
            fixture.subscription.completeTurn()
            fixture.subscription.stop()
        }
        try fixture.send(.showing(.landscapeRight, sequence: 2))
        fixture.service.serve()
        fixture.subscription.run()
        fixture.exchange()

        #expect(fixture.told() == ["will", "animate portrait>landscapeRight 90 4x3", "did portrait"])
        #expect(fixture.service.peers.count == 2)
    }
}
