import Foundation

@testable import IndustrialIO

/// A directory with files in it, as sysfs shows a device.
final class TemporaryDevice {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    var path: String { directory.path }

    /// - Parameter attributes: The texts, by names that may have a directory in front.
    init(_ attributes: [String: String]) throws {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        for (name, text) in attributes { try write(name, text) }
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    func write(_ name: String, _ text: String) throws {
        let file = directory.appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data((text + "\n").utf8).write(to: file)
    }

    /// Makes an attribute one that is there and cannot be read.
    func makeUnreadable(_ name: String) throws {
        let file = directory.appending(path: name)
        try? FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    }

    /// The device as it is described, if it is an accelerometer.
    var described: SensorHardware? { SensorHardware(path: path, node: "iio:device3") }

    /// What a polled chip has.
    static let polled = [
        "name": "mc3230", "in_accel_scale": "0.115411765",
        "in_accel_x_raw": "1", "in_accel_y_raw": "2", "in_accel_z_raw": "3",
    ]
}
