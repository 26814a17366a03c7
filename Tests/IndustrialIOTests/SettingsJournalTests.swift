import Foundation
import Testing

@testable import IndustrialIO

@Suite("Journal of settings")
struct SettingsJournalTests {
    private let path: String

    init() {
        path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
    }

    private func remove() { try? FileManager.default.removeItem(atPath: path) }

    private func value(_ name: String, _ found: String, left: String? = nil) -> FoundSetting {
        .value(SysfsAttribute("/sys/devices/a/iio:device0/\(name)"), found: found, left: left)
    }

    @Test("after a kill the next start knows what was found, the last change first")
    func leftBehind() {
        defer { remove() }
        let frequency = value("sampling_frequency", "100", left: "10")
        let trigger = value("trigger/current_trigger", "", left: "accel-dev0")
        let element = value("scan_elements/in_accel_x_en", "1", left: "")
        let enable = value("buffer/enable", "0")

        SettingsJournal(path: path).note([frequency, trigger], of: "/a")
        let journal = SettingsJournal(path: path)
        journal.note([frequency, trigger, element, enable], of: "/a")

        #expect(SettingsJournal(path: path).leftBehind() == [enable, element, trigger, frequency])
    }

    @Test("what one sensor's reader puts back does not lose another's")
    func severalSensors() {
        defer { remove() }
        let journal = SettingsJournal(path: path)
        journal.note([value("a", "1")], of: "/a")
        journal.note([value("b", "2")], of: "/b")

        journal.note([], of: "/a")

        #expect(SettingsJournal(path: path).leftBehind() == [value("b", "2")])
    }

    @Test("when all is put back the file is gone")
    func nothingLeft() {
        let journal = SettingsJournal(path: path)
        journal.note([value("a", "1")], of: "/a")
        journal.note([], of: "/a")

        #expect(!FileManager.default.fileExists(atPath: path))
        #expect(journal.leftBehind().isEmpty)
    }

    @Test("after a reboot there is nothing to put back")
    func reboot() throws {
        defer { remove() }
        try "boot 00000000-0000-0000-0000-000000000000\nvalue\t/sys/devices/a/b\t1\n"
            .write(toFile: path, atomically: true, encoding: .utf8)

        #expect(SettingsJournal(path: path).leftBehind().isEmpty)
    }

    @Test(
        "a damaged file never leads outside sysfs",
        arguments: [
            "value\t/etc/passwd\t1", "value\t/sys/devices/../../etc/passwd\t1", "value\t/sys/devices/a",
            "directory\t/home", "directory\t/sys/kernel/config/iio/triggers/hrtimer/../../x", "nonsense", "",
        ])
    func damaged(_ line: String) throws {
        defer { remove() }
        SettingsJournal(path: path).note([value("a", "1")], of: "/a")
        let text = try String(contentsOfFile: path, encoding: .utf8) + line + "\n"
        try text.write(toFile: path, atomically: true, encoding: .utf8)

        #expect(SettingsJournal(path: path).leftBehind() == [value("a", "1")])
    }
}
