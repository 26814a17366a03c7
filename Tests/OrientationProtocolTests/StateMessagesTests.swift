import OrientationCore
import OrientationProtocol
import Testing
import Varlink

@Suite("The messages of state streams")
struct StateMessagesTests {
    @Test("each is what the reply is by itself, whatever was written before it")
    func isTheReply() {
        var turned = Examples.state
        turned.interfaceOrientation = .portrait
        var unlocked = Examples.state
        unlocked.rotationLock = RotationLock(nil)
        let states = [Examples.state, turned, unlocked].map(SharedState.init)
        var messages = StateMessages()

        for (place, sequence) in [
            (0, 1), (0, 20), (0, 300_000), (0, 300_000), (1, 300_000), (1, 2), (0, Int.max), (2, 1), (0, 1),
        ] {
            let message = messages.message(states[place], sequence: sequence, subscription: nil)

            let state = states[place].state(numbered: sequence)
            #expect(state.sequence == sequence)
            #expect(message == Reply.bytes(StateReply(state: state), continues: true))
        }
    }

    @Test("the first of a subscription tells its name")
    func namesTheSubscription() {
        let state = SharedState(Examples.state)
        let number = Examples.state.sequence
        var messages = StateMessages()
        _ = messages.message(state, sequence: number, subscription: nil)

        let message = messages.message(state, sequence: number, subscription: "s1")

        #expect(
            message == Reply.bytes(StateReply(state: Examples.state, subscription: "s1"), continues: true))
        #expect(
            messages.message(state, sequence: number, subscription: nil)
                == Reply.bytes(StateReply(state: Examples.state), continues: true))
    }
}
