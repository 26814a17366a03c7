import OrientationCore
import Testing

@Suite("States replaced before they were read")
struct UnreadChangeTests {
    /// A client that has read a state of rotation 0.
    static var reader: UnreadChange {
        var change = UnreadChange()
        change.read(rotation: 0)
        return change
    }

    @Test("the first state is a launch that turned nothing, whatever happened before it was read")
    func first() {
        var change = UnreadChange()

        change.note(.device, turned: true)

        #expect(change.cause == .launch)
        #expect(change.turned(to: 270) == nil)
    }

    @Test("a turn of the device and a presentation in one keep the animated cause, in either order")
    func animatedIsKept() {
        var change = Self.reader
        change.note(.device, turned: true)
        change.note(.present, turned: true)
        #expect(change.cause == .device)

        change = Self.reader
        change.note(.present, turned: true)
        change.note(.device, turned: true)
        #expect(change.cause == .device)
    }

    @Test("of several animated causes the last is kept, of several silent ones too")
    func lastIsKept() {
        var change = Self.reader
        change.note(.device, turned: true)
        change.note(.lock, turned: true)
        change.note(.dismiss, turned: true)
        #expect(change.cause == .lock)

        change = Self.reader
        change.note(.present, turned: true)
        change.note(.dismiss, turned: true)
        #expect(change.cause == .dismiss)
    }

    @Test("a change that turned nothing does not make a presentation animated")
    func sensorDoesNotAnimate() {
        var change = Self.reader
        change.note(.present, turned: true)
        change.note(.device, turned: false)
        #expect(change.cause == .present)

        change = Self.reader
        change.note(.session, turned: false)
        change.note(.device, turned: false)
        #expect(change.cause == .device)
    }

    @Test("what was read is forgotten")
    func readForgets() {
        var change = Self.reader
        change.note(.device, turned: true)

        change.read(rotation: 270)
        change.note(.present, turned: true)

        #expect(change.cause == .present)
        #expect(change.turned(to: 270) == nil)
    }

    @Test(
        "the turn is from the state that was read: old rotation − new rotation, in (−180, 180]",
        arguments: [
            (0, 270, 90), (270, 0, -90), (0, 90, -90), (0, 180, 180), (180, 0, 180), (270, 90, 180),
            (90, 270, 180),
            (270, 180, 90), (180, 270, -90), (90, 180, -90),
        ])
    func turned(_ old: Int, _ new: Int, _ turn: Int) {
        var change = UnreadChange()
        change.read(rotation: old)

        #expect(change.turned(to: new) == turn)
        #expect(change.turned(to: old) == nil)
    }
}
