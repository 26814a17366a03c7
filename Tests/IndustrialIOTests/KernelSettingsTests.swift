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
}
