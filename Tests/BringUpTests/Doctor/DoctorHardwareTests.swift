import IndustrialIO
import OrientationCore
import Testing

@testable import BringUp

@Suite("Doctor: permissions and buffer")
struct DoctorAccessTests {
    @Test("a refused device file is named, with its permissions and for whom, and the sensor is polled")
    func deviceFile() {
        var facts = DoctorFacts.healthy
        facts.refuse(.openBuffer, permissions: "root:root 0600")

        let complaints = facts.complaints(.access)
        #expect(complaints.map(\.severity) == [.warning])
        #expect(
            complaints[0].sentence
                == "orientationd may not open /dev/iio:device0 (root:root 0600), so bma250e is polled instead of "
                + "buffered")
        #expect(complaints[0].advice.contains("udev rules"))
        #expect(Doctor.examine(facts).works)
    }

    @Test("a refused attribute is named by folder and name")
    func attribute() {
        var facts = DoctorFacts.healthy
        facts.refuse(.setUpBuffer, permissions: "root:root 0644")
        facts.refuse(.setRate, permissions: "root:root 0644")

        let complaints = facts.complaints(.access)
        #expect(complaints.map(\.severity) == [.warning, .warning])
        #expect(
            complaints[0].sentence.contains(
                "write buffer/enable of /sys/bus/iio/devices/iio:device0 (root:root 0644)"))
        #expect(complaints[1].sentence.contains("sampling_frequency"))
    }

    @Test("a sensor that can be read in no way is an error; one way is enough")
    func noWay() {
        var facts = DoctorFacts.healthy
        facts.refuse(.measure, permissions: "root:root 0400")
        #expect(facts.complaints(.access).map(\.severity) == [.warning])

        facts.refuse(.openBuffer, permissions: "root:root 0600")
        let complaints = facts.complaints(.access)
        #expect(complaints.map(\.severity) == [.error])
        #expect(
            complaints[0].sentence.contains(
                "read in_accel_x_raw, in_accel_y_raw and in_accel_z_raw of /sys/bus/iio/devices/iio:device0"))
        #expect(!Doctor.examine(facts).works)
    }

    @Test("what is refused although the mode allows it points to a security module")
    func securityModule() {
        var facts = DoctorFacts.healthy
        facts.refuse(.openBuffer, permissions: "root:orientationd 0660")
        facts.sensors[0].files[5].isRefusedOtherwise = true

        #expect(facts.complaints(.access)[0].advice.contains("ausearch"))
    }

    @Test("the rules give the right to the daemon's own account, and another one is told so")
    func otherAccount() {
        var facts = DoctorFacts.healthy
        facts.refuse(.openBuffer, permissions: "root:orientationd 0660")
        for index in facts.sensors[0].files.indices { facts.sensors[0].files[index].account = "ada" }

        let advice = facts.complaints(.access)[0].advice
        #expect(advice.contains("Start the daemon by its unit"))
        #expect(advice.contains("ada into the group orientationd"))
    }

    @Test("a device file that is missing is told as missing")
    func missing() {
        var facts = DoctorFacts.healthy
        facts.refuse(.openBuffer, permissions: "")
        facts.sensors[0].files[5].permissions = nil

        #expect(facts.complaints(.access)[0].sentence.contains("/dev/iio:device0 is missing"))
    }

    @Test(
        "permissions count for the owner, else for the group, else for others, and never for root",
        arguments: [
            (user: UInt32(7), groups: [UInt32(7)], mode: UInt32(0o600), reads: true, writes: true),
            (7, [5], 0o044, false, false),
            (8, [5], 0o640, true, false),
            (8, [5], 0o606, false, false),
            (8, [9], 0o606, true, true),
            (8, [9], 0o660, false, false),
            (0, [0], 0o000, true, true),
        ])
    func permissions(user: UInt32, groups: [UInt32], mode: UInt32, reads: Bool, writes: Bool) {
        let permissions = FilePermissions(user: 7, group: 5, mode: mode)
        let account = DoctorAccount(name: "somebody", user: user, groups: groups)

        #expect(permissions.allow(account, reading: true, writing: false) == reads)
        #expect(permissions.allow(account, reading: false, writing: true) == writes)
        #expect(permissions.allow(account, .openBuffer) == (reads && writes))
    }

    @Test("a buffer without a trigger is a note, a buffer that fills itself is not")
    func trigger() {
        var facts = DoctorFacts.healthy
        facts.sensors[0].buffer?.ownTriggers = []
        #expect(facts.complaints(.buffer).map(\.severity) == [.note])

        facts.sensors[0].buffer?.needsTrigger = false
        #expect(facts.complaints(.buffer) == [])

        facts.sensors[0].buffer = nil
        #expect(facts.complaints(.buffer) == [])

        facts.sensors[0].hasRaw = false
        #expect(facts.complaints(.buffer).map(\.severity) == [.error])
    }

    @Test("a buffer that is enabled and that nobody reads was left so")
    func leftEnabled() {
        var facts = DoctorFacts.healthy
        facts.sensors[0].buffer?.isEnabled = true
        #expect(facts.complaints(.buffer).map(\.severity) == [.warning])

        facts.programs.holders = [RunningProgram(process: 7, name: "orientationd")]
        #expect(facts.complaints(.buffer) == [])
        #expect(facts.complaints(.programs) == [])
    }
}

@Suite("Doctor: mount matrices")
struct DoctorMatrixTests {
    private func facts(udev: String?, kernel: String?, declared: Bool = false) -> DoctorFacts {
        var facts = DoctorFacts.healthy
        facts.sensors[0].matrixIsDeclared = declared
        facts.sensors[0].description.matrixSources = [
            MatrixSourceReport(origin: .udev, value: udev, inForce: udev != nil),
            MatrixSourceReport(origin: .kernel, value: kernel, inForce: udev == nil && kernel != nil),
            MatrixSourceReport(origin: .none, inForce: udev == nil && kernel == nil),
        ]
        return facts
    }

    @Test("matrices of udev and kernel that differ are a warning that names the one in force")
    func disagreement() {
        let wrong = facts(udev: "0, 0, -1; 1, 0, 0; 0, -1, 0", kernel: "-1, 0, 0; 0, 1, 0; 0, 0, 1")

        let complaints = wrong.complaints(.matrix)
        #expect(complaints.map(\.severity) == [.warning])
        #expect(complaints[0].sentence.hasSuffix("that of udev (ACCEL_MOUNT_MATRIX) is in force"))
        #expect(Doctor.examine(wrong).works)
    }

    @Test("where the device tree declares one, it is named as the likely right one")
    func deviceTree() {
        let wrong = facts(
            udev: "0, 0, -1; 1, 0, 0; 0, -1, 0", kernel: "-1, 0, 0; 0, 1, 0; 0, 0, 1", declared: true)

        #expect(
            wrong.complaints(.matrix)[0].advice.contains("device tree's is for this board and likely right"))
    }

    @Test(
        "where the device tree's is in force already, nothing is to be done; else the order is to be changed")
    func orderChanged() {
        let declared = facts(
            udev: "0, 0, -1; 1, 0, 0; 0, -1, 0", kernel: "-1, 0, 0; 0, 1, 0; 0, 0, 1", declared: true)
        func kernelFirst(_ facts: DoctorFacts) -> DoctorFinding? {
            var facts = facts
            facts.sensors[0].description.matrixSources[0].inForce = false
            facts.sensors[0].description.matrixSources[1].inForce = true
            return facts.complaints(.matrix).first
        }
        var undeclared = declared
        undeclared.sensors[0].matrixIsDeclared = false

        #expect(declared.complaints(.matrix)[0].advice.contains("MatrixSources=configuration kernel udev"))
        #expect(kernelFirst(declared)?.severity == .note)
        #expect(kernelFirst(declared)?.advice.hasPrefix("Nothing to do") == true)
        #expect(kernelFirst(undeclared)?.severity == .warning)
        #expect(kernelFirst(undeclared)?.advice.contains("MatrixSources=configuration udev kernel") == true)
    }

    @Test("the same matrix in other words is no disagreement")
    func sameNumbers() {
        #expect(
            facts(udev: "0,-1,0;1,0,0;0,0,1", kernel: "-0, -1, 0; 1, 0, 0; 0, 0, 1.0").complaints(.matrix)
                == [])
    }

    @Test("a matrix that a person measured may differ from all others")
    func measured() {
        var facts = facts(udev: "0, 0, -1; 1, 0, 0; 0, -1, 0", kernel: "-1, 0, 0; 0, 1, 0; 0, 0, 1")
        facts.sensors[0].description.matrixSources[0].inForce = false
        facts.sensors[0].description.matrixSources.insert(
            MatrixSourceReport(origin: .configuration, value: "1, 0, 0; 0, 1, 0; 0, 0, 1", inForce: true),
            at: 0)

        #expect(facts.complaints(.matrix) == [])
    }

    @Test("a refused matrix is a warning with its source and the reason")
    func refused() {
        var facts = facts(udev: nil, kernel: nil)
        facts.sensors[0].description.matrixSources[0] = MatrixSourceReport(
            origin: .udev, value: "1, 0, 0; 1, 0, 0; 0, 0, 1", problem: "rows 1 and 2 are not at right angles"
        )

        let complaints = facts.complaints(.matrix)
        #expect(complaints.map(\.severity) == [.warning])
        #expect(complaints[0].sentence.contains("udev"))
        #expect(complaints[0].sentence.contains("not at right angles"))
        #expect(complaints[0].advice.contains("systemd-hwdb update"))
    }

    @Test("the identity that the kernel shows where nothing is declared is no complaint")
    func undeclared() {
        var facts = facts(udev: nil, kernel: nil)
        facts.sensors[0].description.matrixSources[1] = MatrixSourceReport(
            origin: .kernel, value: "1, 0, 0; 0, 1, 0; 0, 0, 1", problem: "not declared")

        #expect(facts.complaints(.matrix) == [])
    }

    @Test("a matrix whose convention nobody knows is a note that says how to find out")
    func convention() {
        var facts = facts(udev: nil, kernel: "0, 1, 0; -1, 0, 0; 0, 0, 1", declared: true)
        facts.sensors[0].description.conventionIsAssumed = true

        let complaints = facts.complaints(.matrix)
        #expect(complaints.map(\.severity) == [.note])
        #expect(complaints[0].advice.contains("if it says portraitUpsideDown, write Convention=kernel"))

        // A casing that is held wide is, upside down, in landscapeRight.
        facts.casing.orientation.natural = .landscapeRight
        #expect(facts.complaints(.matrix)[0].advice.contains("if it says landscapeRight, write"))
    }
}
