import Configuration
import InputSwitches
import Testing

@testable import OrientationService

@Suite("Posture")
struct PostureTests {
    private func settings(tablet: Bool = true, lid: Bool = true) -> PostureSettings {
        var settings = PostureSettings()
        settings.tabletModeSwitch = tablet
        settings.lidSwitch = lid
        return settings
    }

    @Test(
        "laptop position or a closed lid holds; a tablet, and a machine without switches, does not",
        arguments: [
            (nil, nil, false), (true, nil, false), (false, nil, true), (nil, false, false), (nil, true, true),
            (true, false, false), (false, false, true), (true, true, true), (false, true, true),
        ] as [(Bool?, Bool?, Bool)])
    func rule(tablet: Bool?, lid: Bool?, holds: Bool) {
        #expect(Posture.holds(SwitchState(isTabletMode: tablet, isLidClosed: lid), settings()) == holds)
    }

    @Test("each switch can be left out of account")
    func configurable() {
        let laptop = SwitchState(isTabletMode: false, isLidClosed: false)
        let closed = SwitchState(isTabletMode: true, isLidClosed: true)

        #expect(!Posture.holds(laptop, settings(tablet: false)))
        #expect(Posture.holds(laptop, settings(lid: false)))
        #expect(!Posture.holds(closed, settings(lid: false)))
        #expect(Posture.holds(closed, settings(tablet: false)))
    }
}
