import Foundation
import Testing

@testable import IndustrialIO

@Suite("Settings of the kernel")
struct KernelSettingsTests {
    private let directory: URL

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    private func attribute(_ name: String, _ text: String) throws -> SysfsAttribute {
        let file = directory.appending(path: name)
        try text.write(to: file, atomically: false, encoding: .utf8)
        return SysfsAttribute(file.path)
    }

    private func remove() { try? FileManager.default.removeItem(at: directory) }

    @Test("what was changed is put back as it was found, however often it was changed")
    func restore() throws {
        defer { remove() }
        let frequency = try attribute("sampling_frequency", "100\n")
        let clock = try attribute("current_timestamp_clock", "realtime\n")
        var settings = KernelSettings(sensor: "/sensor", journal: nil)

        try settings.change(frequency, to: "10")
        try settings.change(clock, to: "boottime")
        try settings.change(frequency, to: "25")
        #expect(try frequency.read() == "25")
        settings.restore()

        #expect(try frequency.read() == "100")
        #expect(try clock.read() == "realtime")
        #expect(settings.isAsFound)
    }

    @Test("what others are about to change is remembered as well")
    func remember() throws {
        defer { remove() }
        let length = try attribute("length", "2\n")
        var settings = KernelSettings(sensor: "/sensor", journal: nil)

        settings.remember([length])
        try length.write("64")
        settings.restore()

        #expect(try length.read() == "2")
    }

    @Test("what has the value already is not written")
    func unchanged() throws {
        defer { remove() }
        let clock = try attribute("current_timestamp_clock", "boottime\0\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: clock.path)
        var settings = KernelSettings(sensor: "/sensor", journal: nil)

        try settings.change(clock, to: "boottime")

        #expect(settings.isAsFound)
    }

    @Test("an attribute that is not there is an error with its path")
    func missing() {
        defer { remove() }
        let none = SysfsAttribute(directory.path + "/none")
        var settings = KernelSettings(sensor: "/sensor", journal: nil)

        #expect { try settings.change(none, to: "1") } throws: { "\($0)".contains(none.path) }
        #expect(settings.isAsFound)
    }

    @Test("what another program has set since is left to it")
    func others() throws {
        defer { remove() }
        let frequency = try attribute("sampling_frequency", "100\n")
        let clock = try attribute("current_timestamp_clock", "realtime\n")
        var settings = KernelSettings(sensor: "/sensor", journal: nil)

        try settings.change(frequency, to: "10")
        try settings.change(clock, to: "boottime")
        #expect(!settings.isOthers(frequency, present: "10.000000"))
        try frequency.write("50")
        #expect(settings.isOthers(frequency, present: "50"))
        settings.restore()

        #expect(try frequency.read() == "50")
        #expect(try clock.read() == "realtime")
    }

    @Test("what another program has set, and this one after it, is put back as it was found at first")
    func taken() throws {
        defer { remove() }
        let frequency = try attribute("sampling_frequency", "100\n")
        var settings = KernelSettings(sensor: "/sensor", journal: nil)

        try settings.change(frequency, to: "10")
        try frequency.write("0.1")
        try settings.change(frequency, to: "25")
        settings.restore()

        #expect(try frequency.read() == "100")
    }

    @Test("a buffer that another program enables after this one has closed it stays enabled")
    func followed() throws {
        defer { remove() }
        let enable = try attribute("enable", "0\n")
        let length = try attribute("length", "2\n")
        var settings = KernelSettings(sensor: "/sensor", journal: nil)

        try settings.follow { settings in
            settings.remember([length, enable])
            try length.write("64")
            try enable.write("1")
        }
        try settings.follow { _ in try enable.write("0") }
        try enable.write("1")
        settings.restore()

        #expect(try enable.read() == "1")
        #expect(try length.read() == "2")
    }

    @Test("what another program has set stays its own, whatever is done with the buffer later")
    func followedOthers() throws {
        defer { remove() }
        let length = try attribute("length", "2\n")
        var settings = KernelSettings(sensor: "/sensor", journal: nil)

        try settings.follow { settings in
            settings.remember([length])
            try length.write("64")
        }
        try length.write("128")
        settings.follow { _ in }
        settings.restore()

        #expect(try length.read() == "128")
    }

    @Test("the start after a kill leaves alone what another program has set since")
    func journal() throws {
        defer { remove() }
        let frequency = try attribute("sampling_frequency", "50\n")
        let length = try attribute("length", "64\n")

        FoundSetting.value(frequency, found: "100", left: "10").restore()
        FoundSetting.value(length, found: "2", left: "64").restore()

        #expect(try frequency.read() == "50")
        #expect(try length.read() == "2")
    }

    @Test("amid a change it is not known what is left, so that a kill then puts back whatever there is")
    func amid() throws {
        let path = directory.appending(path: "journal").path
        defer { remove() }
        let length = try attribute("length", "2\n")
        var settings = KernelSettings(sensor: "/sensor", journal: nil)
        try settings.follow { settings in
            settings.remember([length])
            try length.write("64")
        }

        // Only what is in sysfs comes out of the file of a journal, so that its text is looked at.
        settings = KernelSettings(sensor: "/sensor", journal: SettingsJournal(path: path))
        var amid = ""
        try settings.follow { settings in
            settings.remember([length])
            amid = try String(contentsOfFile: path, encoding: .utf8)
            try length.write("128")
        }
        let after = try String(contentsOfFile: path, encoding: .utf8)

        #expect(amid.contains("value\t\(length.path)\t64\n"))
        #expect(after.contains("value\t\(length.path)\t64\t128\n"))
    }
}
