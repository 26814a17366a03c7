import IndustrialIO
import OrientationCore
import OrientationTestSupport
import Testing

/// Everything that a recorder knows of a sensor.
private func completeHeader() -> RecordingHeader {
    var header = RecordingHeader()
    header.program = "orientationctl 0.1.0"
    header.kernel = "Linux 6.12.117-amd64 x86_64"
    header.dmi = "dmi:bvnInsyde:bvr1.0:bd01/01/2024:svnCHUWI:pnMiniBookX:pvr:rvnCHUWI:rn:"
    header.sensorName = "bmi160_accel"
    header.sensorID = "/sys/devices/pci0000:00/i2c-BMI0160:00"
    header.label = "accel-display"
    header.location = .display
    header.driver = "bmi160_i2c"
    header.modalias = "acpi:BMI0160:BMI0160:"
    header.transport = .bufferHardware
    header.timestampSource = .kernel
    header.samplingFrequency = 12.5
    header.availableFrequencies = "12.5 25 50"
    header.channels = ["x": "le:s16/16>>0, index 0", "timestamp": "le:s64/64>>0, index 3"]
    header.scale = [0.000598, 0.000598, 0.1]
    header.offset = [0, -12, 3.5]
    header.frame = [0, -1, 0, 1, 0, 0, 0, 0, 1]
    header.matrixSources = [
        MatrixSourceReport(origin: .udev, value: "0, 1, 0; -1, 0, 0; 0, 0, 1", inForce: true),
        MatrixSourceReport(origin: .kernel, value: "1, 0, 0; 0, 1, 0; 0, 0, 0", problem: "its row 3 is zero"),
        MatrixSourceReport(origin: .configuration),
        MatrixSourceReport(origin: .none),
    ]
    header.natural = .landscapeRight
    header.panel = .rightSideUp
    header.classifier.holdSeconds = 0.25
    return header
}

@Suite("The header of a recording")
struct RecordingHeaderTests {
    @Test("is read as it was written, the samples with it, to the last digit")
    func roundTrip() throws {
        var writer = RecordingWriter(completeHeader())
        writer.append(RawReading(x: 12, y: -1023, z: 44), at: .seconds(100), device: .portrait)
        writer.append(RawReading(x: -1, y: 0, z: 7), at: .seconds(100) + .nanoseconds(9_985_123), device: nil)
        writer.end()

        try withFile(writer.take()) { path in
            let reader = try RecordingReader(path: path)
            #expect(reader.header == completeHeader())
            #expect(reader.hasHeader)

            let first = try #require(try reader.next())
            #expect(first.time == .zero)
            #expect(first.raw == RawReading(x: 12, y: -1023, z: 44))
            #expect(first.device == .portrait)
            // x = −(−1023 − 12)·0.000598, y = (12 + 0)·0.000598, z = (44 + 3.5)·0.1.
            #expect(abs(first.acceleration.x - 0.61893) < 1e-12)
            #expect(abs(first.acceleration.y - 0.007176) < 1e-12)
            #expect(abs(first.acceleration.z - 4.75) < 1e-12)
            let second = try #require(try reader.next())
            #expect(second.time == .nanoseconds(9_985_123))
            #expect(second.device == nil)
            #expect(try reader.next() == nil)
        }
    }

    @Test("may change between samples, from where on the new values count")
    func changes() throws {
        var header = RecordingHeader()
        header.scale = [1, 1, 1]
        header.frame = [1, 0, 0, 0, 1, 0, 0, 0, 1]
        var writer = RecordingWriter(header)
        writer.append(RawReading(x: 1, y: 2, z: 3), at: .zero, device: nil)
        header.scale = [2, 2, 2]
        writer.change(header)
        writer.append(RawReading(x: 1, y: 2, z: 3), at: .seconds(1), device: nil)
        writer.lose(5)
        writer.append(RawReading(x: 1, y: 2, z: 3), at: .seconds(2), device: nil)
        writer.remark("the sensor\nwas read by a fall-back")
        writer.end()

        try withFile(writer.take()) { path in
            let reader = try RecordingReader(path: path)
            #expect(try reader.next()?.acceleration == Acceleration(x: 1, y: 2, z: 3))
            #expect(try reader.next()?.acceleration == Acceleration(x: 2, y: 4, z: 6))
            #expect(try reader.next()?.lost == 5)
            #expect(try reader.next() == nil)
            #expect(reader.header.scale == [2, 2, 2])
        }
    }

    @Test("names neither folders of a user nor hosts")
    func anonymity() {
        #expect(RecordingHeader.anonymous(id: "recording:/home/ada/tablet.csv") == "recording:tablet.csv")
        #expect(RecordingHeader.anonymous(id: "recording:tablet.csv") == "recording:tablet.csv")
        #expect(RecordingHeader.anonymous(id: "ip:ada-desktop.local/bmi160") == "ip:/bmi160")
        #expect(RecordingHeader.anonymous(id: "/sys/devices/i2c-A") == "/sys/devices/i2c-A")
    }

    @Test("of this machine has its kernel, and not its name")
    func machine() throws {
        var header = RecordingHeader()
        header.describeMachine()

        #expect(try #require(header.kernel).hasPrefix("Linux "))
        #expect(header.lines.allSatisfy { !$0.contains("\n") })
    }
}

/// A recording with a header, of three samples, from its lines after the first and the ones before.
private func recording(
    scale: String = "# scale: 1 1 1", frame: String = "# frame: 1 0 0 0 1 0 0 0 1",
    columns: String = "t_ns,raw_x,raw_y,raw_z,device",
    lines: [String] = ["0,0,0,9,faceUp", "10,0,0,9,faceUp", "20,0,0,9,"], end: String = "# end: 3 samples\n"
) -> String {
    (["# orientationd recording 1", scale, frame, columns] + lines + [end]).joined(separator: "\n")
}

@Suite("A damaged recording")
struct RecordingDamageTests {
    private func read(_ text: String, isLenient: Bool) throws -> (samples: Int, faults: [RecordingError]) {
        try withFile(text) { path in
            let reader = try RecordingReader(path: path, isLenient: isLenient)
            var count = 0
            while try reader.next() != nil { count += 1 }
            return (count, reader.faults)
        }
    }

    @Test("is refused with the line and what is wrong; leniently, all but that is used")
    func damages() throws {
        let cases: [(String, String, line: Int, RecordingFault, samples: Int)] = [
            ("cut after a line", recording(end: ""), 7, .truncated, 3),
            (
                "cut within a line",
                recording(lines: ["0,0,0,9,faceUp", "10,0,0,9,faceUp"], end: "20,0,0,91"),
                7, .truncated, 2
            ),
            (
                "cut within a number", recording(lines: ["0,0,0,9,", "10,0,"], end: "# end: 2 samples\n"),
                6, .fieldCount(found: 3, needed: 5), 1
            ),
            (
                "lines missing", recording(lines: ["0,0,0,9,", "10,0,0,9,"]), 7,
                .sampleCount(found: 2, told: 3), 2
            ),
            ("lines behind the end", recording(end: "# end: 3 samples\n30,0,0,9,\n"), 9, .afterEnd, 3),
            (
                "lines in another order",
                recording(
                    lines: ["0,0,0,9,", "20,0,0,9,", "30,0,0,9,", "10,0,0,9,"], end: "# end: 4 samples\n"), 8,
                .timeGoesBack, 3
            ),
            (
                "no numbers", recording(lines: ["0,0,0,9,", "10,nan,0,9,", "20,0,0,9,"]), 6,
                .notANumber(column: "raw_x", text: "nan"), 2
            ),
            (
                "numbers with a fraction", recording(lines: ["0,0,0,9,", "10,0.5,0,9,", "20,0,0,9,"]), 6,
                .outOfRange(column: "raw_x", text: "0.5"), 2
            ),
            (
                "numbers beyond all sensors", recording(lines: ["0,0,0,9,", "10,0,0,20000,", "20,0,0,9,"]), 6,
                .outOfRange(column: "the acceleration", text: "20000"), 2
            ),
            (
                "an orientation that there is not",
                recording(lines: ["0,0,0,9,", "10,0,0,9,sideways", "20,0,0,9,"]),
                6, .unknownOrientation("sideways"), 2
            ),
            (
                "a value that cannot be", recording(scale: "# scale: 1 1 1\n# offset: one"), 3,
                .badValue(key: "offset", text: "one"), 3
            ),
            (
                "infinite values", recording(scale: "# scale: 1 1 1\n# offset: 0 inf 0"), 3,
                .badValue(key: "offset", text: "0 inf 0"), 3
            ),
            (
                "a line without end",
                recording(lines: ["0,0,0,9,", String(repeating: "9", count: 9000), "20,0,0,9,"]),
                6, .lineTooLong, 2
            ),
        ]
        for (name, text, line, fault, samples) in cases {
            let error = try #require(
                failure(RecordingError.self) { try read(text, isLenient: false) }, "\(name)")
            #expect(error.line == line, "\(name)")
            #expect(error.fault == fault, "\(name)")

            let lenient = try read(text, isLenient: true)
            #expect(lenient.samples == samples, "\(name)")
            #expect(
                lenient.faults.first == RecordingError(path: lenient.faults[0].path, line: line, fault: fault)
            )
        }
    }

    @Test("of which nothing can be used is refused leniently too")
    func useless() throws {
        let cases: [(String, RecordingFault)] = [
            ("", .empty), ("\u{7F}ELF\u{2}\u{1}", .missingColumn("t_ns or t_s")),
            ("{\"samples\": []}\n", .missingColumn("t_ns or t_s")),
            ("# orientationd recording 2\n", .laterVersion("2")),
            ("# orientationd recording 1\n", .truncated),
            (recording(columns: "t_ns,raw_x,raw_y"), .missingColumn("raw_z")),
        ]
        for (text, fault) in cases {
            let error = try #require(
                failure(RecordingError.self) { try read(text, isLenient: true) }, "\(text)")
            #expect(error.fault == fault, "\(text)")
        }
    }

    @Test("whose raw values mean nothing has no samples")
    func withoutScale() throws {
        let lenient = try read(recording(scale: "# scale: 1 1"), isLenient: true)

        #expect(lenient.samples == 0)
        #expect(lenient.faults.map(\.fault).contains(.missingConversion))
    }

    @Test("keeps a hundred faults and counts the others")
    func manyFaults() throws {
        let lines = (0..<500).map { "\($0),nan,nan,nan" }.joined(separator: "\n")
        try withFile("t_ns,x,y,z\n\(lines)\n") { path in
            let reader = try RecordingReader(path: path, isLenient: true)

            #expect(try reader.next() == nil)
            #expect(reader.faults.count == 100)
            #expect(reader.faultCount == 500)
        }
    }

    @Test("of random bytes ends with an error or with what there is, and never otherwise")
    func noise() throws {
        var generator = SystemRandomNumberGenerator()
        let valid = Array(recording().utf8)
        for round in 0..<500 {
            var bytes = valid
            for _ in 0...(round % 20) {
                let position = Int.random(in: 0..<bytes.count, using: &generator)
                switch round % 3 {
                case 0: bytes[position] = UInt8.random(in: 0...255, using: &generator)
                case 1: bytes.remove(at: position)
                default: bytes.insert(UInt8.random(in: 0...255, using: &generator), at: position)
                }
            }
            try withFile(bytes) { path in
                guard let reader = try? RecordingReader(path: path, isLenient: true) else { return }
                while try reader.next() != nil {}
                #expect(reader.sampleCount <= 20)
            }
        }
    }
}
