import Foundation
import JSON
import OrientationCore
import OrientationProtocol
import Testing
import Varlink

@Suite("The interface text")
struct InterfaceDescriptionTests {
    private let text = InterfaceText()

    @Test("the stored text is the file, byte for byte")
    func sameAsFile() throws {
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../Sources/OrientationProtocol/org.orientationd.varlink")

        #expect(try Data(contentsOf: file) == Data(OrientationInterface.description.utf8))
    }

    @Test("the text has line feeds, printable ASCII, and enumerations of two values or more")
    func form() {
        let allowed = OrientationInterface.description.utf8.allSatisfy { $0 == 10 || (32..<127).contains($0) }

        #expect(allowed)
        #expect(text.enumerations.count == 7)
        #expect(text.enumerations.values.allSatisfy { $0.count >= 2 })
    }

    @Test("enumerations have the values of the text")
    func enumerations() {
        #expect(text.enumerations["DeviceOrientation"] == DeviceOrientation.allCases.map(\.name))
        #expect(
            text.enumerations["InterfaceOrientation"]?.sorted()
                == InterfaceOrientation.allCases.map(\.name).sorted())
        #expect(text.enumerations["SensorStatus"] == SensorStatus.allCases.map(\.rawValue))
        #expect(text.enumerations["PolicyDialect"] == PolicyDialect.allCases.map(\.name))
        #expect(text.enumerations["Cause"] == Cause.allCases.map(\.name))
        let locations: [Sensor.Location] = [.display, .base, .camera, .unknown]
        #expect(text.enumerations["SensorLocation"] == locations.map(\.rawValue))
        let transports: [Sensor.Transport] = [.bufferHardware, .bufferSoftware, .sysfs, .network, .recording]
        #expect(text.enumerations["SensorTransport"] == transports.map(\.rawValue))
        #expect(field("kind", of: "State")?.type == "(pad, phone)")
        #expect(field("kind", of: "Controller")?.type == "(view, navigation, tab)")
        #expect(field("source", of: "MatrixSource")?.type == "(configuration, udev, kernel, none)")
        #expect(field("timestampSource", of: "Sensor")?.type == "(kernel, arrival)")
        let transition = text.methods["UpdatePolicy"]?.parameters.first { $0.name == "transition" }
        #expect(transition?.type == "(\(Transition.allCases.map(\.name).joined(separator: ", ")))")
    }

    private func field(_ name: String, of structure: String) -> InterfaceText.Field? {
        text.structures[structure]?.first { $0.name == name }
    }

    @Test("structures are written with the fields of the text, in its order")
    func structures() throws {
        func check(_ value: some JSONEncodable, _ name: String) throws {
            let keys = try Examples.members(of: value).map(\.key)
            #expect(keys == text.structures[name]?.map(\.name), "\(name)")
        }

        try check(Examples.state, "State")
        try check(RotationLock(.portrait), "RotationLock")
        try check(Examples.sensor, "Sensor")
        try check(Examples.sensor.matrixSources[0], "MatrixSource")
        try check(Examples.sample, "Sample")
        try check(Examples.policy, "Policy")
        try check(try #require(Examples.policy.application), "Application")
        try check(Examples.policy.modals[0], "Modal")
        try check(
            Controller(
                id: "a", kind: .tab, supported: .all, autorotates: true, preferred: .portrait,
                legacySupported: .all, children: [Controller()], selected: 0, forwards: true), "Controller")
        #expect(text.structures.count == 9)
    }

    @Test("only fields that may be left out are left out")
    func leftOut() throws {
        var state = Examples.state
        state.sensor = nil
        state.turned = nil
        state.rotationLock = RotationLock(nil)
        var sensor = Sensor(
            id: "a", name: "b", transport: .recording, scale: [], offset: [], mountMatrix: [],
            matrixSources: [], timestampSource: .arrival)
        sensor.notes = []
        func check(_ value: some JSONEncodable, _ name: String) throws {
            let keys = try Examples.members(of: value).map(\.key)
            #expect(keys == text.structures[name]?.filter { !$0.isOptional }.map(\.name), "\(name)")
        }

        try check(state, "State")
        try check(state.rotationLock, "RotationLock")
        try check(sensor, "Sensor")
        try check(MatrixSource(source: .none, inForce: true), "MatrixSource")
        try check(Policy(), "Policy")
        try check(Controller(), "Controller")
        try check(Application(), "Application")
        try check(Modal(controller: Controller()), "Modal")
    }

    @Test("calls have the methods and parameters of the text")
    func calls() throws {
        var names: Set<String> = []
        for request in Examples.requests {
            let name = String(request.method.drop { $0 != "." }.dropFirst().drop { $0 != "." }.dropFirst())
            names.insert(name)
            let keys = try Examples.members(of: request).map(\.key)
            #expect(keys == text.methods[name]?.parameters.map(\.name), "\(name)")
        }
        #expect(names == Set(text.methods.keys))
    }

    @Test("replies have the results of the text")
    func replies() throws {
        func check(_ value: some JSONEncodable, _ method: String) throws {
            let keys = try Examples.members(of: value).map(\.key)
            #expect(keys == text.methods[method]?.results.map(\.name), "\(method)")
        }

        try check(StateReply(state: Examples.state), "GetState")
        try check(StateReply(state: Examples.state, subscription: "s"), "Subscribe")
        try check(StateReply(state: Examples.state), "UpdatePolicy")
        try check(EmptyReply(), "SetSessionMask")
        try check(RotationLockReply(rotationLock: RotationLock(nil)), "SetRotationLock")
        try check(
            SensorsReply(
                sensors: [Examples.sensor], naturalOrientation: .portrait, panelOrientation: .rightSideUp,
                orientationReason: "r"), "ListSensors")
        try check(
            SamplesReply(
                sensor: Examples.sensor, samples: [Examples.sample], dropped: 1, deviceOrientation: .faceUp),
            "StreamSamples")
    }

    @Test("errors have the names and parameters of the text")
    func errors() throws {
        for error in Examples.errors {
            let reply = try #require(try JSONValue(parsing: Reply.bytes(error).dropLast()).object)
            let name = try #require(reply["error"]?.string)
            let parameters = try #require(reply["parameters"]?.object)

            #expect(name.hasPrefix("org.orientationd."))
            let fields = text.errors[String(name.dropFirst("org.orientationd.".count))]
            #expect(parameters.members.map(\.key) == fields?.map(\.name), "\(name)")
            #expect(OrientationError(name: name, parameters: parameters) == error)
        }
        #expect(Examples.errors.count == text.errors.count)
    }
}
