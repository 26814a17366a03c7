import OrientationCore
import Testing

@Suite("Session masks")
struct SessionMasksTests {
    @Test("the newest counts, and when its connection ends the one before")
    func newestCounts() throws {
        var masks = SessionMasks<Int>()
        var machine = Machine(device: .landscapeLeft)
        var resolver = try OrientationResolver(machine: machine)
        func impose() -> InterfaceOrientation {
            machine.sessionMask = masks.newest
            _ = resolver.machineChanged(machine, cause: .session)
            return resolver.resolution.orientation
        }

        _ = masks.set(.portrait, for: 1)
        #expect(impose() == .portrait)
        _ = masks.set(.landscapeLeft, for: 2)
        #expect(impose() == .landscapeLeft)
        masks.remove(for: 2)
        #expect(impose() == .portrait)
        masks.remove(for: 1)
        #expect(impose() == .landscapeRight)
    }

    @Test("a connection that ends does not take the newer mask of another with it")
    func olderEnds() {
        var masks = SessionMasks<Int>()
        _ = masks.set(.portrait, for: 1)
        _ = masks.set(.landscape, for: 2)

        masks.remove(for: 1)
        masks.remove(for: 3)

        #expect(masks.newest == .landscape)
    }

    @Test("a connection has one mask; setting it again makes it the newest")
    func setAgain() {
        var masks = SessionMasks<Int>()
        _ = masks.set(.portrait, for: 1)
        _ = masks.set(.landscape, for: 2)

        _ = masks.set(.portraitUpsideDown, for: 1)
        #expect(masks.newest == .portraitUpsideDown)
        masks.remove(for: 1)

        #expect(masks.newest == .landscape)
    }

    @Test("an empty mask is not taken, and the one before stays")
    func empty() {
        var masks = SessionMasks<Int>()
        let taken = masks.set(.portrait, for: 1)

        let emptyIsTaken = masks.set([], for: 1)

        #expect(taken)
        #expect(!emptyIsTaken)
        #expect(masks.newest == .portrait)
    }
}
