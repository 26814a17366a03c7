import IndustrialIO
import Testing

@testable import BringUp

@Suite("Doctor on a sensor of another machine")
struct DoctorRemoteTests {
    private static let address = "ip:tablet.local"

    private func facts(_ status: String = "ready", change: (inout SensorDescription) -> Void = { _ in })
        -> DoctorFacts
    {
        var facts = DoctorFacts.healthy
        var description = SensorDescription(
            id: "\(Self.address)/mc3230", name: "mc3230", devicePath: nil, transport: .network)
        description.isSelected = true
        description.matrixSources = [MatrixSourceReport(origin: .none, inForce: true)]
        change(&description)
        facts.sensors = [DoctorSensor(description)]
        facts.remoteAddress = Self.address
        facts.programs.rival = RunningProgram(process: 7, name: "iio-sensor-proxy")
        var measurement = DoctorMeasurement(reader: .daemon(status: status), transport: .network)
        measurement.orientation = .portrait
        facts.measurement = measurement
        return facts
    }

    @Test("one that delivers gets nothing but praise, whatever this machine lacks")
    func healthy() {
        let report = Doctor.examine(facts())

        #expect(report.works)
        #expect(report.findings.allSatisfy { $0.severity == .ok })
        #expect(report.findings.contains { $0.area == .sensor && $0.sentence.contains(Self.address) })
        #expect(!report.findings.contains { [.driver, .access, .buffer, .programs].contains($0.area) })
    }

    @Test("a machine that does not answer is an error that says what to look for there")
    func unreachable() throws {
        var facts = facts { description in
            (description.id, description.isSelected) = (Self.address, false)
            description.problem = "ip:tablet.local cannot be reached: Connection refused; it is tried again"
        }
        facts.measurement = nil

        let report = Doctor.examine(facts)
        let finding = try #require(facts.complaints(.sensor).first)

        #expect(!report.works)
        #expect(finding.severity == .error)
        #expect(finding.sentence.contains("Connection refused"))
        #expect(finding.advice.contains("iiod") && finding.advice.contains("iio_info -u ip:tablet.local"))
        #expect(facts.complaints(.sensor).count == 1)
    }

    @Test("one that says nothing points to the other machine, and not to a driver here")
    func silent() throws {
        let finding = try #require(facts("stalled").complaints(.measurement).first)

        #expect(finding.severity == .error)
        #expect(finding.advice.contains("iio_info -u ip:tablet.local"))
        #expect(!finding.advice.contains("modprobe"))
    }
}

@Suite("Doctor where a recording is played")
struct DoctorRecordingTests {
    @Test("the recording is what is wrong, and nothing is said of sensors that are not used")
    func played() throws {
        var facts = DoctorFacts.healthy
        (facts.sensors, facts.measurement) = ([], nil)
        facts.recording = "recording:tablet.csv"

        let report = Doctor.examine(facts)
        let errors = report.findings.filter { $0.severity == .error }

        #expect(!report.works)
        #expect(errors.map(\.area) == [.sensor])
        #expect(errors.first?.sentence.contains("recording:tablet.csv") == true)
        #expect(errors.first?.advice.contains("--sensor") == true)
        #expect(
            !report.findings.contains {
                [.driver, .access, .buffer, .matrix, .measurement].contains($0.area)
            })
    }
}
