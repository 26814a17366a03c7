import Testing

@testable import InputSwitches

@Suite("Switches")
struct SwitchBoardTests {
    /// SW_LID is bit 0, SW_TABLET_MODE is bit 1 (`input-event-codes.h`).
    private let lid: UInt64 = 1
    private let tablet: UInt64 = 2

    @Test("a machine without switches says nothing")
    func none() {
        #expect(SwitchBoard().state == SwitchState(isTabletMode: nil, isLidClosed: nil))
    }

    @Test("a device speaks for the switches that it has, and for no other")
    func capabilities() {
        var board = SwitchBoard()

        board.set("a", capabilities: tablet, bits: lid | tablet)

        #expect(board.state == SwitchState(isTabletMode: true, isLidClosed: nil))
    }

    @Test("an event changes one switch")
    func events() {
        var board = SwitchBoard()
        board.set("a", capabilities: lid | tablet, bits: 0)

        board.change("a", code: 1, isOn: true)
        #expect(board.state == SwitchState(isTabletMode: true, isLidClosed: false))
        board.change("a", code: 0, isOn: true)
        board.change("a", code: 1, isOn: false)
        #expect(board.state == SwitchState(isTabletMode: false, isLidClosed: true))
    }

    @Test("switches that do not matter are passed over")
    func others() {
        var board = SwitchBoard()

        board.change("a", code: 2, isOn: true)

        #expect(board.state == SwitchState())
    }

    @Test("of two devices with the same switch, one that is on is enough")
    func twoDevices() {
        var board = SwitchBoard()
        board.set("a", capabilities: tablet, bits: 0)
        board.set("b", capabilities: tablet | lid, bits: tablet)

        #expect(board.state == SwitchState(isTabletMode: true, isLidClosed: false))
    }

    @Test("a device that goes takes its switches with it")
    func removal() {
        var board = SwitchBoard()
        board.set("a", capabilities: tablet, bits: tablet)
        board.set("b", capabilities: lid, bits: 0)

        board.remove("a")

        #expect(board.state == SwitchState(isTabletMode: nil, isLidClosed: false))
    }
}
