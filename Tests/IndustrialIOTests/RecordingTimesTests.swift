import IndustrialIO
import OrientationTestSupport
import Testing

/// What a lenient reader makes of samples at these times, in milliseconds: the times that are left, and the
/// faults without their file. The first sample is line 2.
private func leniently(_ milliseconds: [Int64]) throws -> (left: [Int64], faults: [(Int, RecordingFault)]) {
    let lines = milliseconds.map { "\($0)000000,0,9.8,0\n" }.joined()
    return try withFile("t_ns,x,y,z\n" + lines) { path in
        let reader = try RecordingReader(path: path, isLenient: true)
        var left: [Int64] = []
        while let sample = try reader.next() {
            left.append(Int64((sample.time / .milliseconds(1)).rounded()))
        }
        return (left, reader.faults.map { ($0.line ?? 0, $0.fault) })
    }
}

/// A sample every 10 ms, from 0 on.
private func steady(_ count: Int) -> [Int64] { (0..<Int64(count)).map { 10 * $0 } }

@Suite("A wrong time in a recording that is read leniently")
struct RecordingTimesTests {
    @Test("costs its own line, wherever it stands and whichever way it is off", arguments: [0, 1, 50, 98])
    func oneWrongLine(_ place: Int) throws {
        let right = steady(100)
        for (wrong, fault) in [
            (Int64(9_000_000), RecordingFault.timeIsAhead), (Int64(-5), .timeGoesBack),
        ] where wrong > 0 || place > 0 {
            var times = right
            times[place] = wrong

            let (left, faults) = try leniently(times)

            #expect(left == right.filter { $0 != 10 * Int64(place) })
            #expect(faults.map(\.0) == [place + 2])
            #expect(faults.map(\.1) == [fault])
        }
    }

    @Test("is told from a pause, which the lines after it confirm")
    func pause() throws {
        let times = steady(50) + steady(50).map { $0 + 3_600_000 }

        let (left, faults) = try leniently(times)

        #expect(left == times)
        #expect(faults.isEmpty)
    }

    @Test("costs its own lines too if there are several in a row, or many in one recording")
    func several() throws {
        let right = steady(200)
        var inRow = right
        for place in 60..<75 { inRow[place] = 9_000_000 + Int64(place) }
        var everyThird = right
        for place in stride(from: 1, to: 199, by: 3) { everyThird[place] = 9_000_000 - Int64(place) }

        for times in [inRow, everyThird] {
            let wrong = zip(times, 0...).filter { $0.0 > 2_000 }.map { $0.1 }
            let (left, faults) = try leniently(times)

            #expect(left == times.filter { $0 <= 2_000 })
            #expect(faults.map(\.0) == wrong.map { $0 + 2 })
        }
    }

    @Test("is the later one of the last two lines, where nothing else decides")
    func lastLines() throws {
        let (left, faults) = try leniently([0, 10, 9_000_000, 20])

        #expect(left == [0, 10, 20])
        #expect(faults.map(\.0) == [4])
    }

    @Test("is named in the order of the file, between what else is wrong, and counts as recorded")
    func order() throws {
        let text = """
            # orientationd recording 1
            # scale: 1 1 1
            # frame: 1 0 0 0 1 0 0 0 1
            t_ns,raw_x,raw_y,raw_z
            0,0,9,0
            900,0,9,0
            # lost: 3
            7000,0,9,0
            10,0,nine,0
            20,0,9,0
            30,0,9,0
            # end: 6 samples

            """
        try withFile(text) { path in
            let reader = try RecordingReader(path: path, isLenient: true)
            var samples: [RecordedSample] = []
            while let sample = try reader.next() { samples.append(sample) }

            #expect(samples.map(\.time) == [.zero, .nanoseconds(20), .nanoseconds(30)])
            // What was lost before a wrong line was lost all the same.
            #expect(samples.map(\.lost) == [0, 3, 0])
            #expect(reader.faults.map(\.line) == [6, 8, 9])
            #expect(
                reader.faults.map(\.fault) == [
                    .timeIsAhead, .timeIsAhead, .notANumber(column: "raw_y", text: "nine"),
                ])

            // Read again, it says the same.
            try reader.rewind()
            #expect(try reader.next()?.time == .zero)
            #expect(try reader.next()?.time == .nanoseconds(20))
        }
    }

    @Test("is refused by a reader that is not lenient, with the line that goes back")
    func strictly() throws {
        try withFile("t_ns,x,y,z\n0,0,9.8,0\n900,0,9.8,0\n10,0,9.8,0\n") { path in
            let reader = try RecordingReader(path: path)
            let error = failure(RecordingError.self) { while try reader.next() != nil {} }

            #expect(error?.line == 4)
            #expect(error?.fault == .timeGoesBack)
        }
    }
}
