import DBus
import Testing

@testable import SensorProxy

@Suite("Claims")
struct ProxyStateTests {
    private var state = ProxyState()

    private let normal = [
        ProxyProperty("AccelerometerOrientation", .text("normal")),
        ProxyProperty("AccelerometerTilt", .text("vertical")),
    ]
    private let rightUp = [
        ProxyProperty("AccelerometerOrientation", .text("right-up")),
        ProxyProperty("AccelerometerTilt", .text("vertical")),
    ]
    private let undefined = [
        ProxyProperty("AccelerometerOrientation", .text("undefined")),
        ProxyProperty("AccelerometerTilt", .text("undefined")),
    ]

    /// Claims an accelerometer that is there and has been measured as normal.
    private mutating func claimMeasured(by client: String) {
        _ = state.setPresence(true, of: .accelerometer)
        _ = state.claim(.accelerometer, by: client, call: 100)
        _ = state.setReadings(normal, of: .accelerometer, isMeasured: true)
    }

    @Test("at first there is no sensor, and the values are those that mean unknown")
    func nothing() {
        let expected: [(String, BusValue)] = [
            ("HasAccelerometer", .truth(false)), ("AccelerometerOrientation", .text("undefined")),
            ("AccelerometerTilt", .text("undefined")), ("HasAmbientLight", .truth(false)),
            ("LightLevel", .number(0)), ("LightLevelUnit", .text("lux")), ("HasProximity", .truth(false)),
            ("ProximityNear", .truth(false)), ("HasCompass", .truth(false)), ("CompassHeading", .number(-1)),
        ]
        for (name, value) in expected { #expect(state.property(name) == ProxyProperty(name, value)) }
        #expect(state.property("Nonsense") == nil)
    }

    @Test("the first claim starts the sensor, and is answered once something is measured")
    mutating func firstClaim() {
        _ = state.setPresence(true, of: .accelerometer)

        #expect(
            state.claim(.accelerometer, by: ":1.1", call: 7)
                == [.watch(":1.1"), .start(.accelerometer), .wait(.accelerometer)])
        #expect(state.setReadings(undefined, of: .accelerometer, isMeasured: false) == [])
        #expect(
            state.setReadings(rightUp, of: .accelerometer, isMeasured: true)
                == [.tell(rightUp, to: ":1.1"), .answer(7)])
    }

    @Test("a claim of a sensor that is being read is told the readings and answered at once")
    mutating func secondClaim() {
        claimMeasured(by: ":1.1")

        #expect(
            state.claim(.accelerometer, by: ":1.2", call: 8)
                == [.watch(":1.2"), .tell(normal, to: ":1.2"), .answer(8)])
    }

    @Test("a claim where there is no sensor is answered at once, and the sensor is looked for")
    mutating func claimOfNothing() {
        #expect(
            state.claim(.light, by: ":1.1", call: 7) == [.watch(":1.1"), .start(.light), .answer(7)])
    }

    @Test("a claim is answered without a measurement when patience is over")
    mutating func patience() {
        _ = state.setPresence(true, of: .accelerometer)
        _ = state.claim(.accelerometer, by: ":1.1", call: 7)

        #expect(state.patienceIsOver(.accelerometer) == [.tell(undefined, to: ":1.1"), .answer(7)])
        #expect(state.patienceIsOver(.accelerometer) == [])
    }

    @Test("a sensor that goes has nobody wait for it")
    mutating func goneWhileWaiting() {
        _ = state.setPresence(true, of: .accelerometer)
        _ = state.claim(.accelerometer, by: ":1.1", call: 7)

        #expect(
            state.setPresence(false, of: .accelerometer)
                == [.tell([ProxyProperty("HasAccelerometer", .truth(false))], to: nil), .answer(7)])
    }

    @Test("a claim counts once for a client, however often it is made")
    mutating func repeatedClaim() {
        claimMeasured(by: ":1.1")

        #expect(state.claim(.accelerometer, by: ":1.1", call: 8) == [.answer(8)])
        #expect(
            state.release(.accelerometer, by: ":1.1") == [.rest(.accelerometer)])
    }

    @Test("a claim that is repeated while the first one waits is answered at once, and nothing is kept of it")
    mutating func repeatedWhileWaiting() {
        _ = state.setPresence(true, of: .accelerometer)
        _ = state.claim(.accelerometer, by: ":1.1", call: 7)
        let before = state

        for call in 8...1000 {
            #expect(state.claim(.accelerometer, by: ":1.1", call: call) == [.answer(call)])
        }

        #expect(state == before)
        #expect(
            state.setReadings(rightUp, of: .accelerometer, isMeasured: true)
                == [.tell(rightUp, to: ":1.1"), .answer(7)])
    }

    @Test("a claim that is repeated after patience was over is answered at once")
    mutating func repeatedAfterPatience() {
        _ = state.setPresence(true, of: .accelerometer)
        _ = state.claim(.accelerometer, by: ":1.1", call: 7)
        _ = state.patienceIsOver(.accelerometer)

        #expect(state.claim(.accelerometer, by: ":1.1", call: 8) == [.answer(8)])
        #expect(
            state.setReadings(rightUp, of: .accelerometer, isMeasured: true)
                == [.tell(rightUp, to: ":1.1")])
    }

    @Test(
        "256 claims wait at a time; one more is answered at once, and told of the measurement like the others"
    )
    mutating func oneTooMany() {
        _ = state.setPresence(true, of: .accelerometer)
        for number in 1...256 {
            #expect(
                !state.claim(.accelerometer, by: ":1.\(number)", call: number).contains(.answer(number)))
        }

        #expect(
            state.claim(.accelerometer, by: ":1.257", call: 257)
                == [.watch(":1.257"), .tell(undefined, to: ":1.257"), .answer(257)])
        let actions = state.setReadings(rightUp, of: .accelerometer, isMeasured: true)
        for number in 1...257 {
            #expect(actions.filter { $0 == .tell(rightUp, to: ":1.\(number)") }.count == 1)
        }
        #expect(actions.count == 257 + 256)
    }

    @Test("those who claimed are told of what changed, each by itself, and nobody else")
    mutating func changes() {
        claimMeasured(by: ":1.1")
        _ = state.claim(.accelerometer, by: ":1.2", call: 8)
        _ = state.claim(.light, by: ":1.3", call: 9)
        let changed = [ProxyProperty("AccelerometerOrientation", .text("right-up"))]

        #expect(
            state.setReadings(rightUp, of: .accelerometer, isMeasured: true)
                == [.tell(changed, to: ":1.1"), .tell(changed, to: ":1.2")])
        #expect(state.setReadings(rightUp, of: .accelerometer, isMeasured: true) == [])
        #expect(state.property("AccelerometerOrientation") == rightUp[0])
    }

    @Test("the sensor is read until a while after the last claim ends")
    mutating func lastClaim() {
        claimMeasured(by: ":1.1")
        _ = state.claim(.accelerometer, by: ":1.2", call: 8)

        #expect(state.release(.accelerometer, by: ":1.1") == [])
        #expect(state.isClaimed(.accelerometer))
        #expect(state.release(.accelerometer, by: ":1.2") == [.rest(.accelerometer)])
        #expect(!state.isClaimed(.accelerometer))
        #expect(state.isRunning(.accelerometer))
        #expect(state.restIsOver(.accelerometer) == [.stop(.accelerometer)])
        #expect(!state.isRunning(.accelerometer))
        #expect(state.restIsOver(.accelerometer) == [])
    }

    @Test("a client that claims and releases in turns starts and stops nothing, and is watched once")
    mutating func inTurns() {
        claimMeasured(by: ":1.1")

        for call in 1...1000 {
            #expect(state.release(.accelerometer, by: ":1.1") == [.rest(.accelerometer)])
            #expect(
                state.claim(.accelerometer, by: ":1.1", call: call)
                    == [.tell(normal, to: ":1.1"), .answer(call)])
        }

        #expect(state.restIsOver(.accelerometer) == [])
        #expect(state.isRunning(.accelerometer))
    }

    @Test("a reading that comes while a sensor rests is there for the next claim")
    mutating func readingAtRest() {
        claimMeasured(by: ":1.1")
        _ = state.release(.accelerometer, by: ":1.1")

        #expect(state.setReadings(rightUp, of: .accelerometer, isMeasured: true) == [])
        #expect(
            state.claim(.accelerometer, by: ":1.2", call: 8)
                == [.watch(":1.2"), .tell(rightUp, to: ":1.2"), .answer(8)])
    }

    @Test("a client that has claimed something is watched until it goes")
    mutating func watched() {
        claimMeasured(by: ":1.1")

        #expect(!state.claim(.light, by: ":1.1", call: 8).contains(.watch(":1.1")))
        #expect(state.release(.accelerometer, by: ":1.1") == [.rest(.accelerometer)])
        #expect(state.release(.light, by: ":1.1") == [.rest(.light)])
        #expect(state.clientIsGone(":1.1") == [.unwatch(":1.1")])
    }

    @Test("a release of what was not claimed does nothing")
    mutating func needlessRelease() {
        claimMeasured(by: ":1.1")

        #expect(state.release(.accelerometer, by: ":1.2") == [])
        #expect(state.release(.light, by: ":1.1") == [])
        #expect(state.isClaimed(.accelerometer))
    }

    @Test("a release answers the claim that it takes back")
    mutating func releaseWhileWaiting() {
        _ = state.setPresence(true, of: .accelerometer)
        _ = state.claim(.accelerometer, by: ":1.1", call: 7)

        #expect(
            state.release(.accelerometer, by: ":1.1")
                == [.answer(7), .rest(.accelerometer)])
    }

    @Test("nothing is kept of the call of a client that goes before it is answered")
    mutating func goneBeforeTheAnswer() {
        _ = state.setPresence(true, of: .accelerometer)
        _ = state.claim(.accelerometer, by: ":1.1", call: 7)

        #expect(
            state.clientIsGone(":1.1") == [.answer(7), .rest(.accelerometer), .unwatch(":1.1")])
        #expect(state.restIsOver(.accelerometer) == [.stop(.accelerometer)])
        #expect(state.setReadings(normal, of: .accelerometer, isMeasured: true) == [])
        #expect(state == cleared)
    }

    /// As it is before anybody claimed, with the readings of ``normal``.
    private var cleared: ProxyState {
        var state = ProxyState()
        _ = state.setPresence(true, of: .accelerometer)
        _ = state.setReadings(normal, of: .accelerometer, isMeasured: false)
        return state
    }

    @Test("a client that goes takes all its claims with it, and no other's")
    mutating func clientIsGone() {
        claimMeasured(by: ":1.1")
        _ = state.claim(.accelerometer, by: ":1.2", call: 8)
        _ = state.claim(.proximity, by: ":1.1", call: 9)

        #expect(state.clientIsGone(":1.1") == [.rest(.proximity), .unwatch(":1.1")])
        #expect(state.isClaimed(.accelerometer))
        #expect(state.clientIsGone(":1.1") == [])
    }

    @Test("a bus that goes ends all claims")
    mutating func busIsGone() {
        claimMeasured(by: ":1.1")
        _ = state.claim(.light, by: ":1.2", call: 8)

        #expect(
            state.busIsGone()
                == [.rest(.accelerometer), .unwatch(":1.1"), .rest(.light), .unwatch(":1.2")])
    }

    @Test("claims outlive the sensor, and everyone is told that it goes and comes")
    mutating func lossAndReturn() {
        claimMeasured(by: ":1.1")

        #expect(
            state.setPresence(false, of: .accelerometer)
                == [.tell([ProxyProperty("HasAccelerometer", .truth(false))], to: nil)])
        #expect(state.property("AccelerometerOrientation") == undefined[0])
        #expect(
            state.setPresence(true, of: .accelerometer)
                == [.tell([ProxyProperty("HasAccelerometer", .truth(true))] + undefined, to: nil)])
        #expect(
            state.setReadings(rightUp, of: .accelerometer, isMeasured: true)
                == [.tell(rightUp, to: ":1.1")])
    }

    @Test("a sensor that was let go of is measured anew for the next claim")
    mutating func claimAgain() {
        claimMeasured(by: ":1.1")
        _ = state.release(.accelerometer, by: ":1.1")
        _ = state.restIsOver(.accelerometer)

        #expect(
            state.claim(.accelerometer, by: ":1.1", call: 8)
                == [.start(.accelerometer), .wait(.accelerometer)])
        // The same side as before is still news for whoever missed what came in between.
        #expect(
            state.setReadings(normal, of: .accelerometer, isMeasured: true)
                == [.tell(normal, to: ":1.1"), .answer(8)])
    }

    @Test("a claim of the compass is taken and comes to nothing")
    mutating func compass() {
        #expect(state.claim(.compass, by: ":1.1", call: 7).last == .answer(7))
        #expect(state.release(.compass, by: ":1.1") == [.rest(.compass)])
    }
}
