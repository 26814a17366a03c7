import OrientationCore
import OrientationProtocol
import Testing
import Varlink

@Suite("The messages of state streams")
struct StateMessagesTests {
    /// States that follow each other in several streams, as the service would tell them.
    private static let states: [OrientationState] = {
        var turned = Examples.state
        turned.interfaceOrientation = .portrait
        turned.timestamp += .microseconds(1)
        return [Examples.state, Examples.state, turned, turned, Examples.state].enumerated().map {
            index, state in
            var state = state
            state.sequence = [1, 20, 300_000, 2, Int.max][index]
            return state
        }
    }()

    @Test("each is what the reply is by itself, whatever was written before it")
    func isTheReply() {
        var messages = StateMessages()

        for state in Self.states {
            let message = messages.message(state, subscription: nil)

            #expect(message == Reply.bytes(StateReply(state: state), continues: true))
        }
    }

    @Test("the first of a subscription tells its name")
    func namesTheSubscription() {
        var messages = StateMessages()
        _ = messages.message(Examples.state, subscription: nil)

        let message = messages.message(Examples.state, subscription: "s1")

        #expect(
            message == Reply.bytes(StateReply(state: Examples.state, subscription: "s1"), continues: true))
    }

    @Test("a state that differs in one field only is not taken for the last one")
    func seesEveryDifference() {
        var sensorless = Examples.state
        sensorless.sensor = nil
        var unlocked = Examples.state
        unlocked.rotationLock = RotationLock(nil)
        var messages = StateMessages()

        for state in [Examples.state, sensorless, Examples.state, unlocked] {
            #expect(
                messages.message(state, subscription: nil)
                    == Reply.bytes(StateReply(state: state), continues: true))
        }
    }
}
