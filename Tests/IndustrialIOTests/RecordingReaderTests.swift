import Foundation
import IndustrialIO
import OrientationCore
import OrientationTestSupport
import Testing

/// All samples of a recording with that text.
private func samples(_ text: String) throws -> [RecordedSample] {
    try withFile(text) { path in
        let reader = try RecordingReader(path: path)
        var samples: [RecordedSample] = []
        while let sample = try reader.next() { samples.append(sample) }
        return samples
    }
}

/// Where and why a recording with that text is refused.
private func fault(_ text: String) throws -> (line: Int?, fault: RecordingFault)? {
    failure(RecordingError.self) { try samples(text) }.map { ($0.line, $0.fault) }
}

private func sample(_ nanoseconds: Int64, _ x: Double, _ y: Double, _ z: Double) -> RecordedSample {
    RecordedSample(time: .nanoseconds(nanoseconds), acceleration: Acceleration(x: x, y: y, z: z))
}

@Suite("A recording")
struct RecordingReaderTests {
    @Test("is read with times in nanoseconds, or in seconds")
    func timeUnits() throws {
        #expect(
            try samples("t_ns,x,y,z\n10000000000,0.5,-9.81,1e-1\n10010000001,0,0,9.80665\n") == [
                sample(10_000_000_000, 0.5, -9.81, 0.1), sample(10_010_000_001, 0, 0, 9.80665),
            ])
        #expect(
            try samples("t_s,x,y,z\n-0.5,1,2,3\n0.010079,4.,.5,-6\n1.5e0,7,8,9\n") == [
                sample(-500_000_000, 1, 2, 3), sample(10_079_000, 4, 0.5, -6), sample(1_500_000_000, 7, 8, 9),
            ])
    }

    @Test("may have columns in any order, others between them, and ends as on any system")
    func columns() throws {
        let expected = [sample(1, 2, 3, 4), sample(5, 6, 7, 8)]

        #expect(try samples("t_ns,x,y,z,truth\n1,2,3,4,portrait|faceUp\n5,6,7,8,\n") == expected)
        #expect(try samples("label,z,y,x,t_ns\na,4,3,2,1\nb,8,7,6,5\n") == expected)
        #expect(try samples("t_ns,x,y,z\r\n1,2,3,4\r\n5,6,7,8\r\n") == expected)
        #expect(try samples("t_ns, x, y, z\n1, 2,\t3, 4\n\n5, 6, 7, 8") == expected)
        #expect(try samples("\u{FEFF}t_ns,x,y,z\n1,2,3,4\n5,6,7,8\n") == expected)
    }

    @Test("that is one line without an end is refused, rather than read for ever")
    func endlessLine() {
        for isLenient in [false, true] {
            let error = failure(RecordingError.self) {
                _ = try RecordingReader(path: "/dev/zero", isLenient: isLenient, mayWait: true)
            }
            #expect(error?.fault == .lineTooLong)
        }
    }

    @Test("may have no samples, and samples at the same time")
    func fewSamples() throws {
        #expect(try samples("t_ns,x,y,z") == [])
        #expect(try samples("t_ns,x,y,z\n7,0,0,1\n7,0,0,2\n").count == 2)
    }

    @Test("is refused with what is wrong with its first line")
    func headers() throws {
        let cases: [(String, RecordingFault)] = [
            ("x,y,z\n", .missingColumn("t_ns or t_s")), ("t_ns,x,z\n", .missingColumn("y")),
            ("0,1,2,3\n", .missingColumn("t_ns or t_s")), ("t_ns,x,y,z,x\n", .repeatedColumn("x")),
            ("t_ns,t_s,x,y,z\n", .repeatedColumn("t_ns")), ("\n1,2,3,4\n", .missingColumn("t_ns or t_s")),
        ]
        for (text, expected) in cases {
            let found = try #require(try fault(text))
            #expect(found.line == 1, "\(text)")
            #expect(found.fault == expected, "\(text)")
        }
        #expect(try #require(try fault("")).fault == .empty)
    }

    @Test("is refused with the line and the field that are wrong")
    func lines() throws {
        let cases: [(String, RecordingFault)] = [
            ("1,2,3", .fieldCount(found: 3, needed: 4)), ("1,2,3,4,5", .fieldCount(found: 5, needed: 4)),
            ("1,2,3,", .notANumber(column: "z", text: "")),
            ("1,nan,3,4", .notANumber(column: "x", text: "nan")),
            ("1,2,inf,4", .notANumber(column: "y", text: "inf")),
            ("1,2,3,4e", .notANumber(column: "z", text: "4e")),
            ("1,2,3,0x4", .notANumber(column: "z", text: "0x4")),
            ("1,2,3,4 5", .notANumber(column: "z", text: "4 5")),
            ("1,--2,3,4", .notANumber(column: "x", text: "--2")),
            ("1,2,3.4.5,4", .notANumber(column: "y", text: "3.4.5")),
            ("one,2,3,4", .notANumber(column: "t_ns", text: "one")),
            ("1,2,3,1e9", .outOfRange(column: "z", text: "1e9")),
            ("1,2,3,1e99999999999", .outOfRange(column: "z", text: "1e99999999999")),
            ("99999999999999999999,2,3,4", .outOfRange(column: "t_ns", text: "99999999999999999999")),
            ("0,2,3,4", .timeGoesBack),
        ]
        for (line, expected) in cases {
            let found = try #require(try fault("t_ns,x,y,z\n1,0,0,9.8\n\(line)\n5,0,0,9.8\n"))
            #expect(found.line == 3, "\(line)")
            #expect(found.fault == expected, "\(line)")
        }
    }

    @Test("is refused for a line of more than 4,096 bytes, wherever it is cut into pieces")
    func longLines() throws {
        let filler = String(repeating: "#", count: 5000)
        let many = String(repeating: "1,0,0,9.8,\(filler.prefix(4000))\n", count: 60)

        #expect(try #require(try fault(filler)).fault == .lineTooLong)
        #expect(try samples("t_ns,x,y,z,note\n\(many)").count == 60)
        let found = try #require(try fault("t_ns,x,y,z,note\n\(many)1,0,0,9.8,\(filler)\n"))
        #expect(found.line == 62)
        #expect(found.fault == .lineTooLong)
    }

    @Test("that is not there, or a folder, is told with the system's reason")
    func unreadable() throws {
        let missing = try #require(
            failure(RecordingError.self) { try RecordingReader(path: "/nowhere/recording.csv") })
        let folder = try #require(failure(RecordingError.self) { try RecordingReader(path: "/") })

        #expect(missing.description == "/nowhere/recording.csv: No such file or directory")
        #expect(folder.description == "/: Is a directory")
    }

    @Test("that is a pipe is refused where nobody may be waited for")
    func pipe() throws {
        let path = "/tmp/o-\(UUID().uuidString)"
        try #require(mkfifo(path, 0o600) == 0)
        defer { unlink(path) }

        let error = failure(RecordingError.self) { try RecordingReader(path: path) }

        #expect(error?.description == "\(path): is a pipe or a device; expected a regular file")
    }

    @Test("has faults that name file and line and say what would be right")
    func descriptions() throws {
        try withFile("t_s,x,y,z\n0,1,2\n") { path in
            let error = try #require(
                failure(RecordingError.self) { try RecordingReader(path: path).next() })

            #expect(error.description == "\(path):2: has 3 fields, not 4 as the first line has")
        }
    }

    @Test("can be read again from its start")
    func rewind() throws {
        try withFile("t_ns,x,y,z\n1,2,3,4\n5,6,7,8\n") { path in
            let reader = try RecordingReader(path: path)
            while try reader.next() != nil {}

            try reader.rewind()

            #expect(try reader.next() == sample(1, 2, 3, 4))
        }
    }

    @Test("has the nearest numbers to what is written, in all the ways to write them")
    func numbers() throws {
        let texts = [
            "9.80665", "-0.00996", "0.1", "123456789.123456789e-6", "0.30000000000000004", "5e-324", "1e-400",
            "00012.50", "+4", "12345678901234567890123e-20", "0.000000000000000000000000000001",
        ]
        for text in texts {
            let read = try #require(try samples("t_ns,x,y,z\n0,\(text),0,0\n").first).acceleration.x
            // The C library's own reading of the same text.
            #expect(read == strtod(text, nil), "\(text)")
        }
    }

    @Test("with bytes changed, lost or doubled at random is read or refused, and nothing else happens")
    func damaged() throws {
        let good = Array("t_s,x,y,z,note\n0.5,1,-2.5e0,9.81,a\n0.75,0.1,0.2,9.7,b\r\n1,0,0,9.8,\n".utf8)
        let telling = Array(",\n\r-+.eE0123456789tsnxyz \u{0}\u{FF}".utf8)
        var randomness = SeededRandomness(seed: 1)
        func random(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &randomness) }
        var refused = 0
        for _ in 0..<500 {
            var bytes = good
            for _ in 0...random(below: 3) {
                let place = random(below: bytes.count)
                switch random(below: 3) {
                case 0: bytes[place] = telling[random(below: telling.count)]
                case 1: bytes.remove(at: place)
                default: bytes.insert(contentsOf: bytes[place...], at: place)
                }
            }
            if try fault(String(decoding: bytes, as: UTF8.self)) != nil { refused += 1 }
        }
        #expect((50..<500).contains(refused))
    }
}
