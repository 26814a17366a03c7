import IndustrialIO
import JSON
import OrientationCore
import Testing

@testable import BringUp

@Suite("Doctor")
struct DoctorTests {
    @Test("a machine on which everything is as it should be gets nothing but praise")
    func healthy() {
        let report = Doctor.examine(.healthy)

        #expect(report.works)
        #expect(report.verdict == "Rotation works")
        #expect(report.findings.filter { $0.severity != .ok } == [])
        #expect(Set(report.findings.map(\.area)) == Set(DoctorArea.allCases))
    }

    @Test("every finding says what to do, on a machine on which nothing is right")
    func advice() {
        var facts = DoctorFacts.healthy
        facts.configuration = .wrong("a.conf:3: Sensr= is no key of [Sensor]")
        facts.refuse(.openBuffer, permissions: "root:root 0600")
        facts.refuse(.measure, permissions: "root:root 0400")
        facts.sensors[0].driver = nil
        facts.programs.holders = [RunningProgram(process: 7, name: "iiod")]
        facts.measurement?.problem = "it is gone"
        facts.service.connection = .unreachable(errnoName: "ENOENT", message: "No such file or directory")

        let report = Doctor.examine(facts)

        #expect(!report.works)
        for finding in report.findings {
            #expect(!finding.advice.isEmpty && !finding.sentence.isEmpty)
            #expect(!finding.advice.hasSuffix(".") && !finding.sentence.hasSuffix("."))
        }
    }

    @Test("the verdict is the first error, and warnings do not make one")
    func verdict() {
        let praise = DoctorFinding(.driver, .ok, "A", advice: "-")
        let warning = DoctorFinding(.matrix, .warning, "B", advice: "-")
        let late = DoctorFinding(.service, .error, "D", advice: "-")
        let early = DoctorFinding(.sensor, .error, "C", advice: "-")

        #expect(DoctorReport([warning, praise]).verdict == "Rotation works, with one thing to look after")
        #expect(
            DoctorReport([warning, warning]).verdict == "Rotation works, with 2 things to look after")
        #expect(DoctorReport([late, warning, early]).verdict == "Rotation does not work: C")
        #expect(DoctorReport([late, warning, praise]).findings.map(\.sentence) == ["A", "B", "D"])
    }

    @Test("as JSON a report is one object")
    func json() throws {
        let report = DoctorReport([DoctorFinding(.buffer, .note, "It \"hums\"", advice: "Listen")])

        let value = try JSONValue(parsing: JSONWriter.bytes(of: report))

        #expect(
            value
                == .object([
                    "works": true, "verdict": "Rotation works",
                    "findings": [
                        .object([
                            "area": "buffer", "severity": "note", "finding": "It \"hums\"",
                            "advice": "Listen",
                        ])
                    ],
                ]))
    }

    @Test("a configuration that the daemon refuses is an error, with its line")
    func configuration() {
        var facts = DoctorFacts.healthy
        facts.configuration = .wrong("a.conf:3: Sensr= is no key of [Sensor]")

        #expect(facts.complaints(.configuration).map(\.severity) == [.error])
        #expect(facts.complaints(.configuration)[0].sentence.contains("a.conf:3"))
    }
}

@Suite("Doctor: sensors")
struct DoctorSensorTests {
    @Test("no IIO device at all, other IIO devices, and a disk's protection are told apart")
    func noSensor() {
        var facts = DoctorFacts()
        #expect(facts.complaints(.sensor).map(\.severity) == [.error])
        #expect(facts.complaints(.sensor)[0].sentence.contains("no IIO device at all"))

        facts.otherDevices = ["als", "gyro_3d"]
        #expect(facts.complaints(.sensor)[0].sentence.contains("als and gyro_3d measures something else"))

        facts.inputAccelerometers = ["ST LIS3LV02DL Accelerometer"]
        #expect(facts.complaints(.sensor)[0].sentence.contains("ST LIS3LV02DL Accelerometer"))
    }

    @Test("a device that waits for its driver is named with the module that fits it")
    func driverless() {
        var facts = DoctorFacts()
        facts.driverless = [
            DriverlessDevice(
                path: "/sys/devices/i2c-KIOX000A:00", modalias: "acpi:KIOX000A:KIOX000A:",
                module: "kxcjk_1013")
        ]

        let driver = facts.complaints(.driver)
        #expect(driver.map(\.severity) == [.error])
        #expect(driver[0].sentence.contains("acpi:KIOX000A:KIOX000A:"))
        #expect(driver[0].advice.contains("modprobe kxcjk_1013"))

        // Beside a sensor that is in use it does no harm.
        var other = DoctorFacts.healthy
        other.driverless = facts.driverless
        #expect(other.complaints(.driver).map(\.severity) == [.note])
        #expect(Doctor.examine(other).works)
    }

    @Test("sensors that are not used are listed, each with its reason")
    func unused() {
        var facts = DoctorFacts.healthy
        var base = SensorDescription(
            id: "/sys/devices/base", name: "mxc4005", devicePath: nil, transport: .sysfs)
        base.problem = "it is in the base"
        facts.sensors.append(DoctorSensor(base))
        #expect(facts.complaints(.sensor).map(\.severity) == [.note])
        #expect(facts.complaints(.sensor)[0].sentence.contains("since it is in the base"))

        facts.sensors.removeFirst()
        #expect(facts.complaints(.sensor).map(\.severity) == [.error, .note])
        #expect(facts.complaints(.sensor)[1].advice.contains("Sensor=/sys/devices/base"))
    }

    @Test("a sensor that cannot be read is not to be pinned, which would not help, but to be revived")
    func unreadable() throws {
        var facts = DoctorFacts.healthy
        facts.sensors[0].description.isSelected = false
        facts.sensors[0].description.isReadable = false
        facts.sensors[0].description.problem =
            "the scale or offset of its x axis cannot be read: Input/output error"

        let complaints = facts.complaints(.sensor)
        #expect(complaints.map(\.severity) == [.error, .note])
        #expect(complaints[1].sentence.contains("Input/output error"))
        #expect(complaints[1].advice.contains("modprobe -r bmc150_accel_i2c; modprobe bmc150_accel_i2c"))
        for complaint in complaints {
            #expect(!complaint.advice.contains("Sensor="))
            #expect(!complaint.advice.contains("can be pinned"))
        }

        // Pinned already it is there all the same, and another one would do.
        facts.pinnedSensor = "/sys/devices/i2c-1/1-0018"
        var other = facts.sensors[0]
        other.description.id = "/sys/devices/other"
        (other.description.problem, other.description.isReadable) = (nil, true)
        facts.sensors.append(other)
        let pinned = facts.complaints(.sensor)
        #expect(pinned.map(\.severity) == [.error, .note])
        #expect(pinned[0].sentence.contains("cannot be used, since the scale or offset"))
        #expect(pinned[0].advice.contains("without Sensor="))
    }

    @Test("a pin that fits no sensor is an error that lists what would")
    func pin() {
        var facts = DoctorFacts.healthy
        facts.sensors[0].description.isSelected = false
        facts.pinnedSensor = "/sys/devices/gone"

        let complaints = facts.complaints(.sensor)
        #expect(complaints[0].severity == .error)
        #expect(complaints[0].sentence.contains("/sys/devices/gone"))
        #expect(complaints[0].advice.contains("/sys/devices/i2c-1/1-0018"))
    }
}
