import OrientationClient
import OrientationProtocol
import Testing

@Suite("Turns of a subscription")
struct TurnTests {
    @Test("subscribes with its policy and shows the first state as it is")
    func first() throws {
        let policy = Policy(root: Controller(supported: .landscape))
        let fixture = try SubscriptionFixture(policy)
        fixture.exchange()
        #expect(fixture.service.peers.first?.requests == [.subscribe(policy: policy)])

        try fixture.send(.showing(.landscapeLeft, .launch), name: "name")
        fixture.exchange()

        #expect(fixture.told() == ["show landscapeLeft 4x3"])
        #expect(fixture.subscription.state == .showing(.landscapeLeft, .launch))
    }

    @Test("a turn is told as will, animate and, when its duration is over, did")
    func turn() throws {
        let fixture = try SubscriptionFixture()
        try fixture.start()
        try fixture.send(.showing(.landscapeRight, sequence: 2))
        fixture.exchange()
        // The interface text says of this turn that it is 90.
        #expect(
            fixture.told() == [
                "will portrait>landscapeRight 90 4x3", "animate portrait>landscapeRight 90 4x3",
            ])

        fixture.pass(fixture.subscription.turnDuration - .nanoseconds(1))
        #expect(fixture.told() == [])
        fixture.pass(.nanoseconds(1))

        #expect(fixture.told() == ["did portrait"])
    }

    @Test("a turn that the application completes itself is over at once, and only once")
    func completed() throws {
        let fixture = try SubscriptionFixture()
        try fixture.start()
        fixture.subscription.animate = { [unowned fixture] _, _ in
            fixture.note("animate")
            fixture.subscription.completeTurn()
        }
        try fixture.send(.showing(.portraitUpsideDown, sequence: 2))
        fixture.exchange()
        fixture.pass(.seconds(10))

        #expect(fixture.told() == ["will portrait>portraitUpsideDown 180 3x4", "animate", "did portrait"])
    }

    @Test("a newer turn completes the running one first")
    func superseded() throws {
        let fixture = try SubscriptionFixture()
        try fixture.start()
        try fixture.send(.showing(.landscapeRight, sequence: 2))
        try fixture.send(.showing(.portrait, sequence: 3))
        fixture.exchange()
        fixture.pass(.seconds(1))

        #expect(
            fixture.told() == [
                "will portrait>landscapeRight 90 4x3", "animate portrait>landscapeRight 90 4x3",
                "did portrait",
                "will landscapeRight>portrait -90 3x4", "animate landscapeRight>portrait -90 3x4",
                "did landscapeRight",
            ])
    }

    @Test("the duration of a newer turn counts from its own beginning")
    func supersededLater() throws {
        let fixture = try SubscriptionFixture()
        try fixture.start()
        try fixture.send(.showing(.landscapeRight, sequence: 2))
        fixture.exchange()
        fixture.pass(.milliseconds(200))
        try fixture.send(.showing(.landscapeLeft, sequence: 3))
        fixture.exchange()
        _ = fixture.told()

        fixture.pass(.milliseconds(299))
        #expect(fixture.told() == [])
        fixture.pass(.milliseconds(1))
        #expect(fixture.told() == ["did landscapeRight"])
    }

    @Test("a presentation and a dismissal are shown as they are", arguments: [Cause.present, .dismiss])
    func silent(cause: Cause) throws {
        let fixture = try SubscriptionFixture()
        try fixture.start()
        try fixture.send(.showing(.landscapeLeft, cause, sequence: 2))
        fixture.exchange()

        #expect(fixture.told() == ["show landscapeLeft 4x3"])
    }

    @Test("a presentation during a turn completes the turn first")
    func silentWhileTurning() throws {
        let fixture = try SubscriptionFixture()
        try fixture.start()
        try fixture.send(.showing(.landscapeRight, sequence: 2))
        try fixture.send(.showing(.portraitUpsideDown, .present, sequence: 3))
        fixture.exchange()
        fixture.pass(.seconds(1))

        #expect(
            fixture.told() == [
                "will portrait>landscapeRight 90 4x3", "animate portrait>landscapeRight 90 4x3",
                "did portrait",
                "show portraitUpsideDown 3x4",
            ])
    }

    @Test("a state in which nothing turned calls no callback of a turn")
    func noTurn() throws {
        let fixture = try SubscriptionFixture()
        try fixture.start()
        var state = OrientationState.showing(.portrait, sequence: 2)
        state.deviceOrientation = .faceUp
        try fixture.send(state)
        fixture.exchange()

        #expect(fixture.told() == [])
        #expect(fixture.subscription.state == state)
    }

    @Test("without a root controller every change is shown as it is")
    func withoutRoot() throws {
        let fixture = try SubscriptionFixture(Policy())
        try fixture.start()
        #expect(fixture.service.peers.first?.requests == [.subscribe(policy: nil)])
        try fixture.send(.showing(.landscapeRight, sequence: 2))
        fixture.exchange()

        #expect(fixture.told() == ["show landscapeRight 4x3"])
    }
}
