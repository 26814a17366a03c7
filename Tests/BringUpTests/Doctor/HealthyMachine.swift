import IndustrialIO
import OrientationCore

@testable import BringUp

extension DoctorFacts {
    /// A tablet on which everything is as it should be, with a sensor that has a buffer.
    static var healthy: DoctorFacts {
        var facts = DoctorFacts()
        var description = SensorDescription(
            id: "/sys/devices/i2c-1/1-0018", name: "bma250e", devicePath: "/sys/bus/iio/devices/iio:device0",
            transport: .bufferHardware)
        description.isSelected = true
        description.matrixSources = [
            MatrixSourceReport(origin: .configuration),
            MatrixSourceReport(origin: .udev, value: "0, -1, 0; 1, 0, 0; 0, 0, 1", inForce: true),
            MatrixSourceReport(origin: .kernel),
            MatrixSourceReport(origin: .none),
        ]
        var sensor = DoctorSensor(description)
        sensor.driver = "bmc150_accel_i2c"
        var buffer = DoctorBuffer()
        buffer.ownTriggers = ["bma250e-dev0"]
        sensor.buffer = buffer
        sensor.files = [
            file("in_accel_x_raw", .measure, "root:root 0444"),
            file("in_accel_y_raw", .measure, "root:root 0444"),
            file("in_accel_z_raw", .measure, "root:root 0444"),
            file("buffer/enable", .setUpBuffer, "root:orientationd 0664"),
            file("sampling_frequency", .setRate, "root:orientationd 0664"),
            DoctorFile(
                path: "/dev/iio:device0", need: .openBuffer, account: "orientationd", isGranted: true,
                permissions: "root:orientationd 0660"),
        ]
        facts.sensors = [sensor]
        facts.measurement = .upright
        facts.service.hasSystemd = true
        facts.service.socketUnit = DoctorUnit(
            name: "orientationd.socket", isFound: true, activeState: "active", fileState: "enabled")
        facts.service.serviceUnit = DoctorUnit(
            name: "orientationd.service", isFound: true, activeState: "active", fileState: "disabled")
        facts.service.socketPath = "/run/orientationd/org.orientationd"
        facts.service.version = "1.2.3"
        facts.service.connection = .answered(version: "1.2.3")
        return facts
    }

    /// The findings about an area that are no praise.
    func complaints(_ area: DoctorArea) -> [DoctorFinding] {
        Doctor.examine(self).findings.filter { $0.area == area && $0.severity != .ok }
    }

    /// Refuses the files that are needed for something.
    mutating func refuse(_ need: DoctorNeed, permissions: String) {
        for index in sensors[0].files.indices where sensors[0].files[index].need == need {
            sensors[0].files[index].isGranted = false
            sensors[0].files[index].permissions = permissions
        }
    }
}

private func file(_ name: String, _ need: DoctorNeed, _ permissions: String) -> DoctorFile {
    DoctorFile(
        path: "/sys/bus/iio/devices/iio:device0/\(name)", need: need, account: "orientationd",
        isGranted: true, permissions: permissions)
}

extension DoctorMeasurement {
    /// Two seconds at 10 Hz of a device that is held upright by a hand.
    static var upright: DoctorMeasurement {
        var measurement = DoctorMeasurement(reader: .own, transport: .bufferHardware)
        measurement.rateAsked = 10
        measurement.duration = .seconds(2)
        measurement.orientation = .portrait
        measurement.samples = (0..<20).map { index in
            SensorSample(
                time: .milliseconds(100 * index), raw: RawReading(x: Int64(index % 3), y: 1020, z: 4),
                acceleration: Acceleration(x: 0, y: 9.8, z: 0.1))
        }
        return measurement
    }
}
