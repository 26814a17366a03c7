import OrientationCore
import RotateLayout
import Testing

@Suite("Steps of the demonstration")
struct DemoStepTests {
    /// The demonstration, and what a service makes of it.
    struct Demo {
        var machine = Machine(kind: .pad, device: .portrait)
        var policy = DemoStep.firstPolicy
        var resolver: OrientationResolver

        init() throws { resolver = try OrientationResolver(policy: DemoStep.firstPolicy, machine: machine) }

        mutating func take(_ step: DemoStep) throws {
            let transition = try step.take(in: &policy)
            _ = try resolver.update(policy: policy, transition: transition, machine: machine)
        }

        mutating func hold(_ device: DeviceOrientation) {
            machine.device = device
            _ = resolver.machineChanged(machine, cause: .device)
        }

        var shown: InterfaceOrientation { resolver.resolution.orientation }
    }

    @Test("the main page turns every way at first")
    func mainTurns() throws {
        var demo = try Demo()

        for orientation in InterfaceOrientation.allCases {
            demo.hold(orientation.deviceOrientation)
            #expect(demo.shown == orientation)
        }
    }

    @Test("a video turns above a portrait-only page, which comes back in portrait while held in landscape")
    func popFromLandscape() throws {
        var demo = try Demo()
        try demo.take(.limitMain)
        demo.hold(.landscapeLeft)
        #expect(demo.shown == .portrait)

        try demo.take(.pushVideo)
        #expect(demo.shown == .landscapeRight)
        try demo.take(.pop)

        #expect(demo.shown == .portrait)
        #expect(demo.resolver.resolution.cause == .policy)
    }

    @Test("a picture is presented as it prefers, and a sheet is not asked")
    func presents() throws {
        var demo = try Demo()

        try demo.take(.presentSheet)
        demo.hold(.landscapeLeft)
        #expect(demo.shown == .landscapeRight)
        try demo.take(.present)
        #expect(demo.shown == .landscapeLeft)
        #expect(demo.policy.demoTitle == "main › sheet 1 › picture 1")
        try demo.take(.dismiss)

        #expect(demo.shown == .landscapeRight)
    }

    @Test("steps in any order are possible or say why not, and never make a policy that is refused")
    func anyOrder() throws {
        var demo = try Demo()
        var state: UInt32 = 7
        for _ in 0..<2000 {
            state = state &* 1_664_525 &+ 1_013_904_223
            let step = DemoStep.allCases[Int(state >> 16) % DemoStep.allCases.count]
            let isFull = demo.policy.modals.count == 16 || (demo.policy.root?.children.count ?? 0) > 40
            if isFull { demo = try Demo() }
            do { try demo.take(step) } catch is NavigationError {}
        }
    }

    @Test("the main page is never popped")
    func groundStays() throws {
        var demo = try Demo()

        #expect(throws: NavigationError.nothingToPop(id: "pages")) { try demo.take(.pop) }
        #expect(demo.policy == DemoStep.firstPolicy)
    }

    @Test("each step has a key of its own")
    func keys() {
        #expect(Set(DemoStep.allCases.map(\.key)).count == DemoStep.allCases.count)
    }
}
