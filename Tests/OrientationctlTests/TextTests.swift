import Foundation
import OrientationClient
import OrientationCore
import OrientationProtocol
import Testing

@testable import orientationctl

@Suite("Text for people")
struct TextTests {
    private let state = OrientationState(
        sequence: 2, timestamp: .zero, sensorStatus: .ready, sensor: "s", deviceOrientation: .landscapeLeft,
        interfaceOrientation: .landscapeRight, supported: true, allowed: [.landscapeRight, .portrait],
        kind: .pad,
        cause: .device, turned: 90, rotation: 270, rotationLock: RotationLock(nil))

    @Test("a state is told with what its names mean")
    func report() {
        #expect(
            state.report == """
                device     landscapeLeft (turned counter-clockwise, the top edge to the left)
                interface  landscapeRight (rotation 270, wl_output 270, hwdb right-up)
                allowed    landscapeRight, portrait
                lock       off
                sensor     ready, s

                """)
    }

    @Test("a state that is held, locked or without a sensor says so")
    func oddReport() {
        var state = state
        state.supported = false
        state.allowed = []
        state.sensor = nil
        state.sensorStatus = .absent
        state.rotationLock = RotationLock(.portrait)

        for text in [
            "held: nothing is left", "allowed    none", "lock       on, portrait", "sensor     absent\n",
        ] {
            #expect(state.report.contains(text), "\(text)")
        }
    }

    @Test("a line has its columns under their heads")
    func line() {
        let line = state.line
        let head = OrientationState.lineHead

        for (word, value) in [
            ("device", "landscapeLeft"), ("interface", "landscapeRight"), ("rotation", "270"),
            ("why", "device, turned +90"),
        ] {
            #expect(
                head.range(of: word)?.lowerBound.utf16Offset(in: head)
                    == line.range(of: value)?.lowerBound.utf16Offset(in: line), "\(word)")
        }
    }

    @Test("policy check tells each level, who is asked, and why")
    func policy() throws {
        let policy = try Policy(
            parsing: Array(
                #"{"application":{"supportedPad":["landscapeRight","portrait"]},"root":{"id":"tabs","kind":"tab","forwards":true,"selected":1,"children":[{},{"kind":"navigation","forwards":true,"children":[{"supported":["landscapeLeft"]}]}]}}"#
                    .utf8))
        let machine = Machine(kind: .pad)

        let text = try PolicyExplanation(policy, machine: machine).report(
            on: machine, from: "here", isLegacy: false)

        #expect(
            text == """
                machine      portrait, landscapeRight, landscapeLeft, portraitUpsideDown (a pad, here)
                application  landscapeRight, portrait (its list for a pad)
                asked        policy.root 'tabs', the root
                             policy.root.children[1], its selected tab
                             policy.root.children[1].children[0], the top of its stack
                supported    landscapeLeft (policy.root.children[1].children[0])
                remaining    none
                verdict      refused: EmptyIntersection

                """)
    }

    @Test("every help has a usage, an example and the exit statuses")
    func help() {
        for (name, text) in [
            ("status", Status.help), ("monitor", Monitor.help), ("sensors", Sensors.help),
            ("lock", Lock.help),
            ("policy", PolicyCheck.help), ("replay", Replay.help),
        ] {
            #expect(text.hasPrefix("Usage: orientationctl \(name)"))
            #expect(text.contains("Exit status:") && text.contains("Example: "))
            #expect(text.hasSuffix("\n"))
            #expect(text.split(separator: "\n").allSatisfy { $0.count <= 90 }, "\(name)")
        }
    }
}
