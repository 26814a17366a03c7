import IndustrialIO
import OrientationCore
import Testing

@testable import OrientationService

@Suite("Notes for the log")
struct ToldNotesTests {
    @Test("each note is told once, and again only when it says something else")
    func once() {
        var notes = ToldNotes()
        let casing = CasingOrientation(options: SensorOptions(), panelMode: nil)
        var sensor = SensorDescription(id: "a", name: "chip", devicePath: nil, transport: .sysfs)
        sensor.notes = ["two matrices differ"]

        #expect(notes.news([sensor], casing).count == 2)
        #expect(notes.news([sensor], casing) == [])

        sensor.notes = ["two other matrices differ"]
        #expect(notes.news([sensor], casing) == ["sensor a: two other matrices differ"])
    }

    @Test("why the sensor that was asked for is not in use is told once")
    func pin() {
        var notes = ToldNotes()
        let casing = CasingOrientation(options: SensorOptions(), panelMode: nil)
        _ = notes.news([], casing)

        #expect(
            notes.news([], casing, pinProblem: "the sensor b is asked for") == ["the sensor b is asked for"])
        #expect(notes.news([], casing, pinProblem: "the sensor b is asked for") == [])
    }
}
