import Foundation
import Testing

@testable import IndustrialIO

@Suite("The files of three axes")
struct RawAxesTests {
    private let directory: URL
    private var axes: [SensorAxis] { ["x", "y", "z"].map { SensorAxis(raw: SysfsAttribute(file($0).path)) } }

    init() throws {
        directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    }

    private func file(_ axis: String) -> URL { directory.appending(path: axis) }

    /// - Parameter replacing: Whether new files take the place of those that are there.
    private func write(_ values: [Int], replacing: Bool = false) throws {
        for (axis, value) in zip(["x", "y", "z"], values) {
            try "\(value)\n".write(to: file(axis), atomically: replacing, encoding: .utf8)
        }
    }

    private func remove() { try? FileManager.default.removeItem(at: directory) }

    @Test("each reading is what they hold at that moment")
    func reads() throws {
        defer { remove() }
        try write([1, -2, 1024])
        var files = try RawAxes(axes)

        let first = try files.read()
        try write([-30000, 0, 7])
        let second = try files.read()
        let each = [try files.read(0), try files.read(1), try files.read(2)]

        #expect(first == RawReading(x: 1, y: -2, z: 1024))
        #expect(second == RawReading(x: -30000, y: 0, z: 7))
        #expect(each == [-30000, 0, 7])
    }

    @Test("files that took their place are read instead")
    func follows() throws {
        defer { remove() }
        try write([1, 2, 3])
        var files = try RawAxes(axes)
        _ = try files.read()

        try write([4, 5, 6], replacing: true)
        let reading = try files.read()

        #expect(reading == RawReading(x: 4, y: 5, z: 6))
    }

    @Test("when they are removed the failure names the first")
    func isGone() throws {
        defer { remove() }
        try write([1, 2, 3])
        var files = try RawAxes(axes)
        for axis in ["x", "y", "z"] { try FileManager.default.removeItem(at: file(axis)) }

        do throws(SensorFailure) {
            _ = try files.read()
            Issue.record("a reading of files that are not there")
        } catch {
            #expect(error.description.contains("\(directory.path)/x"))
        }
    }
}
