import Testing

@testable import IndustrialIO

@Suite("What the kernel says about an accelerometer")
struct SensorHardwareTests {
    private let polled = TemporaryDevice.polled

    private func described(_ attributes: [String: String]) throws -> SensorHardware {
        let device = try TemporaryDevice(attributes)
        return try #require(device.described)
    }

    @Test("a scale that all axes share counts for each, and there is no offset without one")
    func sharedScale() throws {
        let sensor = try described(polled)

        #expect(sensor.name == "mc3230")
        #expect(sensor.node == "iio:device3")
        #expect(sensor.axes.map(\.scale) == [0.115411765, 0.115411765, 0.115411765])
        #expect(sensor.axes.map(\.offset) == [0, 0, 0])
        #expect(sensor.hasRaw && !sensor.hasBuffer)
        #expect(sensor.problem == nil && !sensor.isIncomplete)
    }

    @Test("an axis's own scale and offset count before those of all axes, and these before the device's")
    func precedence() throws {
        let sensor = try described(
            polled.merging([
                "scale": "9", "in_accel_y_scale": "0.5", "in_accel_offset": "-7", "in_accel_z_offset": "4",
            ]) { $1 })

        #expect(sensor.axes.map(\.scale) == [0.115411765, 0.5, 0.115411765])
        #expect(sensor.axes.map(\.offset) == [-7, -7, 4])
    }

    @Test("the scale of the whole device counts where there is no other, and 1 where there is none")
    func deviceScale() throws {
        let unscaled = polled.filter { $0.key != "in_accel_scale" }

        #expect(
            try described(unscaled.merging(["scale": "2.5"]) { $1 }).axes.map(\.scale) == [2.5, 2.5, 2.5])
        #expect(try described(unscaled).axes.map(\.scale) == [1, 1, 1])
    }

    @Test("a device without an axis of an accelerometer is none, and one that lacks an axis cannot be used")
    func axes() throws {
        let light = try TemporaryDevice(["name": "als", "in_illuminance_raw": "5"])

        #expect(light.described == nil)
        #expect(try described(polled.filter { $0.key != "in_accel_z_raw" }).problem == "it has no z axis")
    }

    @Test("a buffer needs all three axes in a form that can be decoded, and its switch")
    func buffer() throws {
        var attributes = polled
        attributes["buffer/enable"] = "0"
        attributes["scan_elements/in_timestamp_type"] = "le:s64/64>>0"
        for axis in ["x", "y", "z"] { attributes["scan_elements/in_accel_\(axis)_type"] = "le:s12/16>>4" }

        #expect(try described(attributes).hasBuffer)
        #expect(try described(attributes).hasTimestamp)
        #expect(try !described(attributes.filter { $0.key != "buffer/enable" }).hasBuffer)
        attributes["scan_elements/in_accel_z_type"] = "le:s24/16>>0"
        #expect(try !described(attributes).hasBuffer)
    }

    @Test(
        "a scale or matrix that is there and cannot be read is not the same as none",
        arguments: [
            "in_accel_scale", "in_accel_x_offset", "in_mount_matrix",
        ])
    func unreadable(_ name: String) throws {
        let device = try TemporaryDevice(polled)
        try device.makeUnreadable(name)

        let sensor = try #require(device.described)

        #expect(sensor.isIncomplete)
        #expect(sensor.problem?.contains("cannot be read") == true)
        #expect(sensor.problem?.contains("Is a directory") == true)
    }

    @Test("an attribute is read once, however many axes share it")
    func readOnce() throws {
        let device = try TemporaryDevice(["in_accel_scale": "0.5"])
        let files = DeviceFiles(device.path)

        #expect(try files.text(of: files.attribute("in_accel_x_scale", "in_accel_scale")) == "0.5")
        try device.write("in_accel_scale", "0.25")
        #expect(try files.text(of: files.attribute("in_accel_y_scale", "in_accel_scale")) == "0.5")
        #expect(try files.text(of: files.attribute("in_accel_offset")) == nil)
    }

    @Test(
        "the form of a scan's element is read as the kernel writes it",
        arguments: [
            ("le:s12/16>>4", ScanFormat(bits: 12, storageBits: 16, shift: 4)),
            ("be:u8/8>>0", ScanFormat(isBigEndian: true, isSigned: false, bits: 8, storageBits: 8)),
            ("le:s32/32X4>>0", ScanFormat(bits: 32, storageBits: 32, repetitions: 4)),
        ])
    func format(_ text: String, _ format: ScanFormat) {
        #expect(ScanFormat(parsing: text) == format)
    }

    @Test(
        "what is no form of an element is none",
        arguments: [
            "", "le", "le:", "le:s", "xe:s12/16>>4", "le:x12/16>>4", "le:s12/16", "le:s12>>4", "le:s12/16>4",
            "le:s/16>>4", "le:s-2/16>>4", "le:s12/16>>4>>4",
            "le:s9223372036854775807/16>>9223372036854775807",
        ])
    func noFormat(_ text: String) {
        #expect(ScanFormat(parsing: text) == nil)
    }
}
