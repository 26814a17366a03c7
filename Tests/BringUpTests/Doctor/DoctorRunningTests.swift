import IndustrialIO
import OrientationCore
import Testing

@testable import BringUp

@Suite("Doctor: other programs")
struct DoctorProgramTests {
    @Test("a program that holds the sensor is named, the daemon is not")
    func holders() {
        var facts = DoctorFacts.healthy
        facts.programs.holders = [
            RunningProgram(process: 12, name: "orientationd"), RunningProgram(process: 77, name: "iiod"),
        ]

        let complaints = facts.complaints(.programs)
        #expect(complaints.map(\.severity) == [.warning])
        #expect(complaints[0].sentence.contains("iiod (process 77)"))
    }

    @Test("iio-sensor-proxy is to be masked, whether it holds the sensor, runs, or is only installed")
    func rival() {
        let rival = RunningProgram(process: 5, name: "iio-sensor-proxy")
        var facts = DoctorFacts.healthy
        facts.programs.rival = rival
        facts.programs.holders = [rival]
        #expect(facts.complaints(.programs).map(\.severity) == [.warning])
        #expect(facts.complaints(.programs)[0].advice.contains("systemctl mask --now iio-sensor-proxy"))

        facts.programs.holders = []
        #expect(facts.complaints(.programs).map(\.severity) == [.warning])

        facts.programs.rival = nil
        facts.service.rivalUnit = DoctorUnit(name: "iio-sensor-proxy.service", isFound: true)
        #expect(facts.complaints(.programs).map(\.severity) == [.note])

        facts.service.rivalUnit?.isMasked = true
        #expect(facts.complaints(.programs) == [])
    }

    @Test("processes that could not be looked into are a note")
    func hidden() {
        var facts = DoctorFacts.healthy
        facts.programs.hidden = 40

        #expect(facts.complaints(.programs).map(\.severity) == [.note])
        #expect(facts.complaints(.programs)[0].advice.contains("root"))
    }
}

@Suite("Doctor: what the sensor delivers")
struct DoctorMeasurementTests {
    private func facts(_ change: (inout DoctorMeasurement) -> Void) -> DoctorFacts {
        var facts = DoctorFacts.healthy
        var measurement = DoctorMeasurement.upright
        change(&measurement)
        facts.measurement = measurement
        return facts
    }

    private func sample(_ index: Int, raw: Int64 = 1000, z: Double = 9.8) -> SensorSample {
        SensorSample(
            time: .milliseconds(100 * index), raw: RawReading(x: 0, y: 0, z: raw),
            acceleration: Acceleration(x: 0, y: 0, z: z))
    }

    @Test("rates are told as asked and as got, and half of what was asked is too little")
    func rates() {
        let healthy = Doctor.examine(.healthy).findings.first { $0.area == .measurement }
        #expect(healthy?.sentence.contains("asked for 10 Hz, 20 readings in 2 s (10 Hz)") == true)

        let slow = facts { $0.rateAsked = 25 }
        #expect(slow.complaints(.measurement).map(\.severity) == [.warning])
        #expect(slow.complaints(.measurement)[0].sentence.contains("asked for 25 Hz and delivers 10 Hz"))

        // A sensor that reports changes alone, and a sensor that is polled, owe no rate.
        #expect(
            facts {
                $0.rateAsked = 25
                $0.reportsChangesOnly = true
            }.complaints(.measurement) == [])
    }

    @Test("nothing at all, nothing but zeros, and a daemon without measurements are errors")
    func silent() {
        let nothing = facts { $0.samples = [] }
        let zeros = facts { measurement in
            measurement.samples = (0..<9).map { sample($0, raw: 0, z: 0) }
        }
        let stalled = facts {
            $0.reader = .daemon(status: "stalled")
            $0.samples = nil
            $0.lastFailure = "read: Remote I/O error"
        }

        for facts in [nothing, zeros, stalled] {
            #expect(facts.complaints(.measurement).map(\.severity) == [.error])
            #expect(!Doctor.examine(facts).works)
            #expect(facts.complaints(.measurement)[0].advice.contains("modprobe -r bmc150_accel_i2c"))
        }
        #expect(zeros.complaints(.measurement)[0].sentence.contains("zeros"))
        #expect(stalled.complaints(.measurement)[0].sentence.contains("Remote I/O error"))
    }

    @Test("a daemon whose sensor is degraded has measurements")
    func degraded() {
        let facts = facts {
            $0.reader = .daemon(status: "degraded")
            $0.samples = nil
        }

        #expect(facts.complaints(.measurement) == [])
    }

    @Test("readings that never change are a warning, since a device may lie very still")
    func constant() {
        let facts = facts { measurement in
            measurement.samples = (0..<20).map { sample($0) }
        }

        #expect(facts.complaints(.measurement).map(\.severity) == [.warning])
        #expect(Doctor.examine(facts).works)
    }

    @Test("readings that are not of gravity's length point to the scale; far from it nothing works")
    func length() {
        let near = facts { measurement in
            measurement.samples = (0..<20).map { sample($0, raw: Int64($0), z: 13) }
        }
        let far = facts { measurement in
            measurement.samples = (0..<20).map { sample($0, raw: Int64($0), z: 980) }
        }

        #expect(near.complaints(.measurement).map(\.severity) == [.warning])
        #expect(Doctor.examine(near).works)
        #expect(far.complaints(.measurement).map(\.severity) == [.error])
        #expect(far.complaints(.measurement)[0].sentence.contains("980 m/s²"))
        #expect(!Doctor.examine(far).works)
    }

    @Test("a sensor with a buffer that is polled is a warning with the reason")
    func fallBack() {
        let facts = facts {
            $0.transport = .sysfs
            $0.lastFailure = "/dev/iio:device0: open: Device or resource busy"
        }

        let complaints = facts.complaints(.measurement)
        #expect(complaints.map(\.severity) == [.warning])
        #expect(complaints[0].sentence.contains("Device or resource busy"))
    }

    @Test("a device that lies on its display is asked whether it does")
    func faceDown() {
        let complaints = facts { $0.orientation = .faceDown }.complaints(.measurement)

        #expect(complaints.map(\.severity) == [.note])
        #expect(complaints[0].advice.contains("InvertZ=yes"))

        var inverted = facts { $0.orientation = .faceDown }
        inverted.invertsZ = true
        #expect(inverted.complaints(.measurement)[0].advice.contains("InvertZ=no"))
    }

    @Test("a recording that is over is to be repeated, not to have its driver loaded")
    func recordingIsOver() {
        var facts = facts { $0.reader = .daemon(status: "stalled") }
        facts.sensors[0].description.transport = .recording

        let advice = facts.complaints(.measurement)[0].advice
        #expect(advice.contains("RepeatRecording=yes"))
        #expect(!advice.contains("driver"))
    }

    @Test("a sensor that nobody may read is silent for that reason")
    func silentForWantOfPermission() {
        var facts = facts { $0.samples = [] }
        facts.refuse(.measure, permissions: "root:root 0400")
        facts.refuse(.openBuffer, permissions: "root:root 0600")

        #expect(facts.complaints(.measurement)[0].advice == "See to the permissions first, as said above")
    }

    @Test("a laptop that stands on its head has the other convention")
    func laptop() {
        var facts = facts {
            $0.orientation = .landscapeRight
            $0.isLaptop = true
        }
        #expect(facts.complaints(.measurement) == [])

        // Held wide by nature, its upright is device landscapeLeft, and landscapeRight is upside down.
        facts.casing.orientation.natural = .landscapeRight
        #expect(facts.complaints(.measurement).map(\.severity) == [.warning])
        #expect(facts.complaints(.measurement)[0].advice.contains("Convention=kernel"))

        // The other one of what is configured.
        facts.convention = .kernel
        #expect(facts.complaints(.measurement)[0].advice.contains("Convention=hwdb"))
        // Of a matrix that was measured it says nothing.
        facts.sensors[0].description.matrixSources = [
            MatrixSourceReport(origin: .configuration, value: "1, 0, 0; 0, 1, 0; 0, 0, 1", inForce: true)
        ]
        #expect(!facts.complaints(.measurement)[0].advice.contains("Convention="))
        #expect(facts.complaints(.measurement)[0].advice.contains("calibrate --apply"))

        facts.measurement?.isLaptop = false
        #expect(facts.complaints(.measurement) == [])
    }
}

@Suite("Doctor: casing and panel")
struct DoctorCasingTests {
    @Test("a panel that is mounted otherwise than assumed is an error, with the line that corrects it")
    func mounted() {
        var facts = DoctorFacts.healthy
        facts.casing.panel = .mounted(.rightSideUp, connector: "DSI-1")

        let complaints = facts.complaints(.casing)
        #expect(complaints.map(\.severity) == [.error])
        #expect(complaints[0].advice.hasSuffix("PanelOrientation=right-side-up"))

        facts.casing.orientation.panel = .rightSideUp
        #expect(facts.complaints(.casing) == [])
    }

    @Test("what is configured is believed more than the kernel")
    func configured() {
        var facts = DoctorFacts.healthy
        facts.casing.panelIsConfigured = true
        facts.casing.panel = .mounted(.rightSideUp, connector: "DSI-1")

        #expect(facts.complaints(.casing).map(\.severity) == [.warning])
    }

    @Test("a card that may not be asked is a note, unless the configuration says it")
    func unreadable() {
        var facts = DoctorFacts.healthy
        facts.casing.panel = .unreadable("/dev/dri/card0: open: Permission denied")
        #expect(facts.complaints(.casing).map(\.severity) == [.note])
        #expect(facts.complaints(.casing)[0].advice.contains("root"))

        // Root has nothing more to become.
        facts.isRoot = true
        #expect(!facts.complaints(.casing)[0].advice.contains("root"))
        #expect(facts.complaints(.casing)[0].advice.contains("PanelOrientation="))

        facts.casing.panelIsConfigured = true
        #expect(facts.complaints(.casing) == [])
    }
}

@Suite("Doctor: units, socket and daemon")
struct DoctorServiceTests {
    @Test("a socket that nobody listens at is an error, and says how to start the daemon")
    func unreachable() {
        var facts = DoctorFacts.healthy
        facts.service.connection = .unreachable(errnoName: "ENOENT", message: "No such file or directory")
        #expect(facts.complaints(.service).map(\.severity) == [.error])
        #expect(facts.complaints(.service)[0].advice.contains("systemctl enable --now orientationd.socket"))

        facts.service.connection = .unreachable(errnoName: "EACCES", message: "Permission denied")
        #expect(facts.complaints(.service)[0].advice.contains("SocketMode="))
    }

    @Test("a socket unit that does not start at boot, or does not listen, is a warning")
    func socketUnit() {
        var facts = DoctorFacts.healthy
        facts.service.socketUnit?.fileState = "disabled"
        #expect(facts.complaints(.service).map(\.severity) == [.warning])
        #expect(facts.complaints(.service)[0].sentence.contains("does not start at boot"))

        facts.service.socketUnit?.activeState = "inactive"
        #expect(facts.complaints(.service)[0].sentence.contains("does not start at boot and does not listen"))
    }

    @Test("a unit that has failed is an error while no daemon answers")
    func failed() {
        var facts = DoctorFacts.healthy
        facts.service.serviceUnit?.activeState = "failed"
        #expect(facts.complaints(.service).map(\.severity) == [.warning])

        facts.service.connection = .unreachable(errnoName: "ECONNREFUSED", message: "Connection refused")
        #expect(facts.complaints(.service).map(\.severity) == [.error, .error])
        #expect(facts.complaints(.service)[0].advice.contains("journalctl -u orientationd"))
    }

    @Test("a daemon of another version is a warning")
    func version() {
        var facts = DoctorFacts.healthy
        facts.service.connection = .answered(version: "1.2.2")

        #expect(facts.complaints(.service).map(\.severity) == [.warning])
        #expect(facts.complaints(.service)[0].sentence.contains("1.2.2"))
    }

    @Test("a machine without systemd is no worse for it")
    func withoutSystemd() {
        var facts = DoctorFacts.healthy
        facts.service.hasSystemd = false
        facts.service.socketUnit = nil
        facts.service.serviceUnit = nil

        #expect(facts.complaints(.service).map(\.severity) == [.note])
        #expect(Doctor.examine(facts).works)

        // No advice names what is not there.
        facts.service.staleMatrix = "1, 0, 0; 0, 1, 0; 0, 0, 1"
        facts.service.staleSensor = "/sys/devices/other"
        facts.service.connection = .answered(version: "0.0.1")
        facts.programs.rival = RunningProgram(process: 5, name: "iio-sensor-proxy")
        for finding in facts.complaints(.service) + facts.complaints(.programs) {
            #expect(!finding.advice.contains("systemctl"), "\(finding.advice)")
        }
    }

    @Test("a daemon that has not heard of a new matrix is to be reloaded")
    func stale() {
        var facts = DoctorFacts.healthy
        facts.service.staleMatrix = "1, 0, 0; 0, 1, 0; 0, 0, 1"

        #expect(facts.complaints(.service).map(\.severity) == [.warning])
        #expect(facts.complaints(.service)[0].advice.contains("systemctl reload orientationd"))
    }

    @Test("what systemctl shows is read unit by unit")
    func units() {
        let text = """
            Id=orientationd.socket
            LoadState=loaded
            ActiveState=active
            UnitFileState=enabled

            Id=orientationd.service
            LoadState=not-found
            ActiveState=inactive
            UnitFileState=

            Id=iio-sensor-proxy.service
            LoadState=masked
            ActiveState=inactive
            UnitFileState=masked

            """

        let units = DoctorUnit.list(parsing: text)

        #expect(
            units.map(\.name) == ["orientationd.socket", "orientationd.service", "iio-sensor-proxy.service"])
        #expect(units.map(\.isFound) == [true, false, true])
        #expect(units.map(\.isMasked) == [false, false, true])
        #expect(units[0].activeState == "active")
        #expect(units[0].fileState == "enabled")
    }
}

@Suite("Module aliases")
struct ModuleAliasesTests {
    private let aliases = ModuleAliases(
        aliases: Array(
            """
            # Aliases extracted from modules themselves.
            alias acpi*:KIOX000A:* kxcjk_1013
            alias i2c:bmp280 bmp280_i2c
            alias acpi*:BOSC0200:* bmc150_accel_i2c
            alias platform:HID-SENSOR-200073 hid_sensor_accel_3d
            """.utf8),
        dependencies: Array(
            """
            kernel/drivers/iio/accel/kxcjk-1013.ko.xz: kernel/drivers/iio/industrialio.ko.xz
            kernel/drivers/iio/pressure/bmp280-i2c.ko.xz:
            kernel/drivers/iio/accel/bmc150-accel-i2c.ko:
            kernel/drivers/iio/accel/hid-sensor-accel-3d.ko.zst:
            """.utf8))

    @Test(
        "a device's modalias finds the module of an accelerometer, and of nothing else",
        arguments: [
            ("acpi:KIOX000A:KIOX000A:", "kxcjk_1013"),
            ("acpi:BOSC0200:BOSC0200:", "bmc150_accel_i2c"),
            ("platform:HID-SENSOR-200073", "hid_sensor_accel_3d"),
            ("i2c:bmp280", nil),
            ("acpi:KIOX000B:", nil),
            ("", nil),
        ] as [(String, String?)])
    func module(modalias: String, module: String?) {
        #expect(aliases.accelerometerModule(for: modalias) == module)
    }
}
