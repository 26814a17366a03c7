import Foundation
import IndustrialIO
import OrientationCore
import Testing

@testable import BringUp

/// A recording of samples (seconds, x, y, z in m/s²).
func withRecording<Result>(
    _ samples: [(Double, Double, Double, Double)], isLenient: Bool = false,
    _ body: (RecordingReader) throws -> Result
) throws -> Result {
    let path = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).csv").path()
    let lines = samples.map { "\($0.0),\($0.1),\($0.2),\($0.3)\n" }
    try Data(("t_s,x,y,z\n" + lines.joined()).utf8).write(to: URL(filePath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    return try body(try RecordingReader(path: path, isLenient: isLenient))
}

/// Samples of a device at rest, a hundred a second.
func held(
    from start: Int, to end: Int, _ x: Double, _ y: Double, _ z: Double
) -> [(Double, Double, Double, Double)] {
    (start * 100..<end * 100).map { (Double($0) / 100, x, y, z) }
}

@Suite("PlotData")
struct PlotDataTests {
    private let turn = held(from: 0, to: 2, 0, 9.8, 0) + held(from: 2, to: 4, 9.8, 0, 0)

    @Test("changes are those of the classifier, with the evidence that decided")
    func changes() throws {
        let data = try withRecording(turn) { try PlotData($0, columns: 100) }

        // A steady turn is decided a window (0.12 s) and a dwell (0.03 s) after its first sample.
        #expect(
            data.changes == [
                .init(time: .zero, device: .portrait, path: .start),
                .init(time: .milliseconds(2150), device: .landscapeLeft, path: .steady),
            ])
        #expect(data.changeCount == 2)
        #expect(data.sampleCount == 400)
        #expect(data.times == .zero ... .milliseconds(3990))
    }

    @Test("a column has the least, the greatest and the mean of its samples, however many")
    func envelope() throws {
        let samples = (0..<1000).map { (Double($0) / 100, 0.0, 9.0 + Double($0 % 2), 0.0) }

        let data = try withRecording(samples) { try PlotData($0, columns: 10) }

        #expect(data.points.isEmpty)
        #expect(data.columns.count == 10)
        for column in data.columns {
            #expect((column.y.low, column.y.high) == (9, 10))
            #expect(abs(column.y.mean - 9.5) < 0.01)
            #expect((column.x.low, column.x.high) == (0, 0))
        }
    }

    @Test("a single peak among very many samples is kept")
    func peak() throws {
        var samples = held(from: 0, to: 100, 0, 9.8, 0)
        samples[4321].1 = 30

        let data = try withRecording(samples) { try PlotData($0, columns: 50) }

        #expect(data.columns.map(\.x.high).max() == 30)
        #expect(data.columns.count { $0.x.high > 1 } == 1)
    }

    @Test("few samples are kept one by one")
    func points() throws {
        let data = try withRecording(turn) { try PlotData($0, columns: 200) }

        #expect(data.points.count == 400)
    }

    @Test("of a range only that is shown, decided by all that was before it")
    func range() throws {
        let data = try withRecording(turn) {
            try PlotData($0, range: .seconds(1) ... .seconds(3), columns: 100)
        }

        #expect(data.times == .seconds(1) ... .seconds(3))
        #expect(data.sampleCount == 201)
        #expect(data.changes.map(\.time) == [.milliseconds(2150)])
        #expect(data.columns[0].device.values == [.portrait])
        #expect(data.columns[99].device.values == [.landscapeLeft])
    }

    @Test("zeros and what is far from gravity while moved are rejected, gravity is not")
    func rejected() throws {
        let zeros = held(from: 0, to: 1, 0, 9.8, 0) + held(from: 1, to: 2, 0, 0, 0)
        let calm = try withRecording(turn) { try PlotData($0, columns: 100) }
        let dead = try withRecording(zeros) { try PlotData($0, columns: 100) }

        #expect(calm.rejectedCount == 0)
        #expect(dead.rejectedCount == 100)
        #expect(dead.columns[25].rejected == 0)
        #expect(dead.columns[75].rejected > 0)
    }

    @Test("the orientation is given up during a silence, and no line bridges it")
    func silence() throws {
        let samples = held(from: 0, to: 1, 0, 9.8, 0) + held(from: 9, to: 10, 0, 9.8, 0)

        let data = try withRecording(samples) { try PlotData($0, columns: 100) }

        // Two seconds after the last sample, at 0.99 s.
        #expect(data.changes.map(\.time) == [.zero, .milliseconds(2990), .seconds(9)])
        #expect(data.changes.map(\.device) == [.portrait, .unknown, .portrait])
        #expect(data.columns[50].device.values == [.unknown])
        #expect(data.columns[50].looks.isEmpty)
        #expect(data.longestStep < .seconds(8))
    }

    @Test("a single sample is shown")
    func single() throws {
        let data = try withRecording([(5, 0, 0, 9.8)]) { try PlotData($0, columns: 10) }

        #expect(data.sampleCount == 1)
        #expect(data.times == .zero ... .milliseconds(100))
    }

    @Test("without samples in the range there is nothing to show")
    func nothing() throws {
        func problem(_ samples: [(Double, Double, Double, Double)]) throws -> PlotError? {
            try withRecording(samples) { reader in
                do throws(PlotError) {
                    _ = try PlotData(reader, range: .seconds(50) ... .seconds(60), columns: 10)
                    return nil
                } catch { return error }
            }
        }

        guard case .nothingToShow = try problem(turn) else {
            Issue.record("is shown")
            return
        }
        guard case .unreadable(let error) = try problem([]) else {
            Issue.record("a recording without samples is shown")
            return
        }
        #expect(error.fault == .noSamples)
    }

    @Test("what is wrong with a recording is told with its line, in or behind the range")
    func damage() throws {
        var samples = turn
        samples[390].0 = 0.5

        let error = try withRecording(samples) { reader in
            do throws(PlotError) {
                _ = try PlotData(reader, range: .zero ... .seconds(1), columns: 10)
                return PlotError?.none
            } catch { return error }
        }
        guard case .unreadable(let problem) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(problem.line == 392)
        #expect(problem.fault == .timeGoesBack)

        let faults = try withRecording(samples, isLenient: true) { reader in
            _ = try PlotData(reader, range: .zero ... .seconds(1), columns: 10)
            return reader.faults.map(\.line)
        }
        #expect(faults == [392])
    }
}
