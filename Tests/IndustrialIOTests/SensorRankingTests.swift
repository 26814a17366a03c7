import Testing

@testable import IndustrialIO

@Suite("Choice of sensor")
struct SensorRankingTests {
    private static let denied = SensorOptions().deniedNames

    private func candidate(
        _ path: String, name: String = "kxcj91008", label: String? = nil, location: String? = nil,
        problem: String? = nil, change: (inout SensorPlacement) -> Void = { _ in }
    ) -> SensorRanking.Candidate {
        var placement = SensorPlacement(path: "/sys/devices/\(path)/iio:device0")
        change(&placement)
        return SensorRanking.Candidate(
            placement: placement, name: name, label: label, location: location, problem: problem)
    }

    private func choice(_ candidates: [SensorRanking.Candidate], pin: String? = nil) -> Int? {
        SensorRanking.choice(among: candidates, pin: pin, deniedNames: Self.denied)
    }

    @Test("a sensor that is said to be in the display comes before one that nothing is said of")
    func display() {
        #expect(choice([candidate("a"), candidate("b", label: "accel-display")]) == 1)
        #expect(choice([candidate("a"), candidate("b") { $0.location = "display" }]) == 1)
    }

    @Test("the embedded controller's lid is the display")
    func lid() {
        #expect(choice([candidate("a"), candidate("b", location: "lid")]) == 1)
    }

    @Test("among equals the first by path is taken, in whatever order they were found")
    func order() {
        #expect(choice([candidate("b"), candidate("a")]) == 1)
        #expect(choice([candidate("a"), candidate("b")]) == 0)
    }

    /// What is wrong with a sensor.
    enum Flaw: CaseIterable {
        case base, camera, bluetooth, removable, joystick, synthetic

        func apply(to placement: inout SensorPlacement) {
            switch self {
            case .base: placement.location = "base"
            case .camera: placement.location = "camera"
            case .bluetooth: placement.isBluetooth = true
            case .removable: placement.isRemovable = true
            case .joystick: placement.isJoystick = true
            case .synthetic: placement.isSynthetic = true
            }
        }
    }

    @Test("one that is not part of the display is never chosen by itself", arguments: Flaw.allCases)
    func objections(_ flaw: Flaw) {
        let refused = candidate("a", change: flaw.apply)

        #expect(choice([refused]) == nil)
        #expect(SensorRanking.objection(to: refused, deniedNames: Self.denied) != nil)
        #expect(choice([refused, candidate("b")]) == 1)
    }

    @Test(
        "sensors that protect hard disks are never chosen, by name or by driver",
        arguments: ["lis3lv02d", "hp_accel", "hdaps", "applesmc"])
    func hardDisks(_ name: String) {
        #expect(choice([candidate("a", name: name)]) == nil)
        #expect(choice([candidate("a") { $0.drivers = ["other", name] }]) == nil)
    }

    @Test("an IIO chip whose name only begins like that of a hard disk's sensor is one like any other")
    func similarName() {
        #expect(choice([candidate("a", name: "lis3lv02dl_accel")]) == 0)
    }

    @Test("udev's word counts more than the firmware's")
    func udevFirst() {
        let contradicted = candidate("a", label: "accel-display") { $0.location = "base" }

        #expect(SensorRanking.location(of: contradicted) == .base)
    }

    @Test(
        "a pinned sensor is taken whatever speaks against it, by its id or its path in any form",
        arguments: [
            "/sys/devices/a", "/devices/a", "/sys/devices/a/", "/sys/devices/a/iio:device0",
            "/devices/a/iio:device0",
        ])
    func pinned(_ pin: String) {
        let base = candidate("a", name: "lis3lv02d") { $0.location = "base" }

        #expect(choice([candidate("b", label: "accel-display"), base], pin: pin) == 1)
    }

    @Test("while the pinned sensor is not there, no other takes its place")
    func pinnedAbsent() {
        #expect(choice([candidate("a")], pin: "/sys/devices/c") == nil)
    }

    @Test("a sensor that cannot be read is not chosen, not even pinned")
    func problem() {
        let broken = candidate("a", problem: "it has no z axis")

        #expect(choice([broken, candidate("b")]) == 1)
        #expect(choice([broken], pin: "/sys/devices/a") == nil)
    }

    @Test("the id is the path without the changing number, or all of it right below /sys/devices")
    func ids() {
        #expect(
            SensorPlacement(path: "/sys/devices/pci0/i2c-1/1-000f/iio:device7").id
                == "/sys/devices/pci0/i2c-1/1-000f")
        #expect(SensorPlacement(path: "/sys/devices/iio:device1").id == "/sys/devices/iio:device1")
    }
}
