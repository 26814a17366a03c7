import OrientationCore
import Testing

@Suite("Phases of a rotation")
struct RotationPhasesTests {
    static let upright = InterfaceSize(width: 768, height: 1024)

    /// A client at rest in portrait, on a portrait panel.
    static var portrait: RotationPhases {
        RotationPhases(orientation: .portrait, rotation: 0, size: upright)
    }

    @Test("a turn is told with its signed angle and the size to come")
    func quarterTurn() {
        var phases = Self.portrait
        let turn = phases.turn(to: .landscapeRight, rotation: 270, animated: true)

        guard case .will(let will)? = turn.first, case .animate(let animate)? = turn.last else {
            Issue.record("\(turn)")
            return
        }
        #expect(turn.count == 2)
        #expect(will == animate)
        #expect(will.angle == 90)
        #expect(will.size == InterfaceSize(width: 1024, height: 768))
        let completions = [phases.complete(), phases.complete()]
        #expect(completions == [[.did(from: .portrait, to: .landscapeRight, superseded: false)], []])
    }

    @Test("half a turn is one turn, and keeps the size")
    func halfTurn() {
        var phases = Self.portrait

        let turn = phases.turn(to: .portraitUpsideDown, rotation: 180, animated: true)

        guard case .animate(let animate)? = turn.last else {
            Issue.record("\(turn)")
            return
        }
        #expect(turn.count == 2)
        #expect(animate.angle == 180)
        #expect(animate.size == Self.upright)
    }

    @Test("a newer target completes the running turn first")
    func supersede() {
        var phases = Self.portrait
        _ = phases.turn(to: .landscapeRight, rotation: 270, animated: true)

        let turn = phases.turn(to: .portrait, rotation: 0, animated: true)

        #expect(turn.first == .did(from: .portrait, to: .landscapeRight, superseded: true))
        #expect(turn.count == 3)
        let completion = phases.complete()
        #expect(completion == [.did(from: .landscapeRight, to: .portrait, superseded: false)])
    }

    @Test("the target that it has already is no event, at rest and while turning")
    func equalTarget() {
        var phases = Self.portrait
        let atRest = phases.turn(to: .portrait, rotation: 0, animated: true)
        _ = phases.turn(to: .landscapeLeft, rotation: 90, animated: true)
        let turning = phases.turn(to: .landscapeLeft, rotation: 90, animated: true)

        #expect(atRest.isEmpty)
        #expect(turning.isEmpty)
        #expect(phases.isTurning)
    }

    @Test("a silent change calls nothing but the end of a running turn, and is remembered")
    func silent() {
        var phases = Self.portrait
        let first = phases.turn(to: .landscapeRight, rotation: 270, animated: false)
        #expect(first.isEmpty)
        #expect(phases.orientation == .landscapeRight)
        #expect(phases.size == Self.upright.transposed)
        _ = phases.turn(to: .portrait, rotation: 0, animated: true)

        let silent = phases.turn(to: .landscapeLeft, rotation: 90, animated: false)

        #expect(silent == [.did(from: .landscapeRight, to: .portrait, superseded: true)])
        #expect(!phases.isTurning)
    }

    @Test("a panel that is only mounted otherwise changes the rotation without a callback")
    func rotationAlone() {
        var phases = Self.portrait

        let turn = phases.turn(to: .portrait, rotation: 90, animated: true)

        #expect(turn.isEmpty)
        #expect(phases.rotation == 90)
        #expect(phases.size == Self.upright)
    }
}
