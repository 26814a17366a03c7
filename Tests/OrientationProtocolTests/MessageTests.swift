import JSON
import OrientationCore
import OrientationProtocol
import OrientationTestSupport
import Testing
import Varlink

@Suite("Messages of the interface")
struct MessageTests {
    private func decode<Value: FieldDecodable>(_ text: String, isStrict: Bool = false) throws -> Value {
        try Value(Field(try JSONValue(parsing: Array(text.utf8)), isStrict: isStrict))
    }

    @Test(
        "a state is written with names for orientations, microseconds for time, and nothing that is not there"
    )
    func state() {
        var state = Examples.state
        #expect(
            Examples.text(state) == """
                {"sequence":7,"timestamp":1234567,"sensorStatus":"ready","sensor":"pci0000:00/accel",\
                "deviceOrientation":"landscapeLeft","interfaceOrientation":"landscapeRight","supported":true,\
                "allowed":["landscapeRight","portrait"],"kind":"pad","cause":"device","turned":90,\
                "rotation":270,"rotationLock":{"locked":true,"orientation":"portrait"}}
                """)

        state.sensor = nil
        state.turned = nil
        state.rotationLock = RotationLock(nil)
        #expect(Examples.text(state).contains("null") == false)
        #expect(Examples.text(state).hasSuffix(#""rotation":270,"rotationLock":{"locked":false}}"#))
    }

    @Test("a time is told in whole microseconds, rounded down")
    func microseconds() throws {
        var state = Examples.state
        state.timestamp = .seconds(3) + .nanoseconds(1999)

        #expect(Examples.text(state).contains(#""timestamp":3000001,"#))
    }

    @Test("every message reads as what was written")
    func roundTrips() throws {
        func check<Value: FieldDecodable & JSONEncodable & Equatable>(_ value: Value) throws {
            let again: Value = try decode(Examples.text(value), isStrict: true)
            #expect(again == value)
        }

        try check(StateReply(state: Examples.state, subscription: "s"))
        try check(RotationLockReply(rotationLock: RotationLock(nil)))
        try check(
            SensorsReply(
                sensors: [Examples.sensor], naturalOrientation: .landscapeRight,
                panelOrientation: .leftSideUp, orientationReason: "the panel's own"))
        try check(
            SamplesReply(
                sensor: Examples.sensor, samples: [Examples.sample], dropped: 3, deviceOrientation: .unknown))
        try check(EmptyReply())
        try check(Examples.policy)
        try check(Policy())
    }

    @Test("a client skips fields that it does not know")
    func tolerant() throws {
        let text = Examples.text(Examples.state).dropLast() + #","later":{"x":1}}"#

        #expect(try decode(String(text)) == Examples.state)
        let refusal = failure(FieldError.self) {
            let _: OrientationState = try decode(String(text), isStrict: true)
        }
        #expect(refusal?.field == "later")
    }

    @Test("a client takes a transport, a location or a source that it does not know")
    func openEnumerations() throws {
        let text = Examples.text(Examples.sensor).replacing(#""sysfs""#, with: #""telepathy""#)
            .replacing(#""display""#, with: #""hinge""#)

        let sensor: Sensor = try decode(text)

        #expect(sensor.transport == Sensor.Transport(rawValue: "telepathy"))
        #expect(sensor.location == Sensor.Location(rawValue: "hinge"))
    }

    @Test(
        "a reply that lacks what a client needs is refused by the name of the field",
        arguments: [
            (#""sequence":7,"#, "", "state.sequence"),
            (#""rotation":270"#, #""rotation":"x""#, "state.rotation"),
            (#""locked":true,"#, "", "state.rotationLock.locked"),
            (#""cause":"device""#, #""cause":"magic""#, "state.cause"),
            (#"["landscapeRight""#, #"["faceUp""#, "state.allowed[0]"),
        ])
    func malformed(part: String, replacement: String, field: String) throws {
        let text = Examples.text(StateReply(state: Examples.state)).replacing(part, with: replacement)

        let error = failure(FieldError.self) { let _: StateReply = try decode(text) }
        #expect(error?.field == field)
    }

    @Test("a list of the application that is empty is not the same as none")
    func emptyList() throws {
        let policy: Policy = try decode(#"{"application":{"supportedPhone":[]}}"#, isStrict: true)

        #expect(policy.application?.lists.phone == [])
        #expect(policy.application?.lists.pad == nil)
        #expect(policy.application?.lists.general == nil)
    }

    @Test("what is left out of a policy has the default that the interface text names")
    func defaults() throws {
        let policy: Policy = try decode(#"{"root":{},"modals":[{"controller":{}}]}"#, isStrict: true)

        #expect(policy.dialect == .modern)
        #expect(policy.application == nil)
        #expect(policy.root?.kind == .view)
        #expect(policy.root?.forwards == false)
        #expect(policy.modals.first?.fullScreen == true)
    }

    @Test("an answer of 64 samples fits a message")
    func samplesFit() {
        let acceleration = Acceleration(x: -123.456789, y: -123.456789, z: -123.456789)
        let sample = Sample(
            timestamp: .seconds(1_000_000_000), raw: [.min, .min, .min], acceleration: acceleration,
            candidate: .portraitUpsideDown)
        let reply = SamplesReply(
            samples: Array(repeating: sample, count: SamplesReply.maximumSamples), dropped: .max,
            deviceOrientation: .portraitUpsideDown)

        #expect(Reply.bytes(reply, continues: true).count <= 65536)
    }
}
