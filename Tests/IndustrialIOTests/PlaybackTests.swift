import Foundation
import OrientationCore
import Testing

@testable import IndustrialIO

@Suite("Playback of a recording")
struct PlaybackTests {
    private func events(
        _ text: String, from start: Duration, repeats: Bool = false, count: Int = 100
    ) throws -> [Playback.Event] {
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try text.write(to: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(at: file) }
        var playback = Playback(try RecordingReader(path: file.path), from: start, repeats: repeats)
        var events: [Playback.Event] = []
        while events.count < count, let event = try playback.next() { events.append(event) }
        return events
    }

    private func sample(_ time: Duration, _ x: Double) -> Playback.Event {
        .sample(RecordedSample(time: time, acceleration: Acceleration(x: x, y: 0, z: 0)))
    }

    @Test("the first sample is due at the start, the others at their distance")
    func distances() throws {
        let events = try events("t_s,x,y,z\n100,1,0,0\n100.1,2,0,0\n101,3,0,0\n", from: .seconds(5))

        #expect(events == [sample(.seconds(5), 1), sample(.milliseconds(5100), 2), sample(.seconds(6), 3)])
    }

    @Test("a gap of more than 2 s is told as silence after 2 s")
    func silence() throws {
        let events = try events("t_s,x,y,z\n0,1,0,0\n0.1,2,0,0\n10,3,0,0\n", from: .zero)

        #expect(
            events == [
                sample(.zero, 1), sample(.milliseconds(100), 2), .silence(at: .milliseconds(2100)),
                sample(.seconds(10), 3),
            ])
    }

    @Test("repeated, it goes on a period after its last sample")
    func repeated() throws {
        let events = try events("t_s,x,y,z\n7,1,0,0\n7.1,2,0,0\n", from: .zero, repeats: true, count: 5)

        #expect(
            events == [
                sample(.zero, 1), sample(.milliseconds(100), 2), sample(.milliseconds(200), 1),
                sample(.milliseconds(300), 2), sample(.milliseconds(400), 1),
            ])
    }

    @Test("a recording without samples is refused rather than over at once")
    func noSamples() throws {
        for repeats in [false, true] {
            #expect {
                try events("t_s,x,y,z\n", from: .zero, repeats: repeats)
            } throws: {
                ($0 as? RecordingError)?.fault == .noSamples
            }
        }
    }

    @Test("raw values are millionths of 1 m/s²")
    func raw() {
        let recorded = RecordedSample(
            time: .zero, acceleration: Acceleration(x: 9.80665, y: -0.0000014, z: 0))

        guard case .sample(let sample) = Playback.Event.sample(recorded).told else {
            Issue.record("a sample is told as something else")
            return
        }

        #expect(sample.raw == RawReading(x: 9_806_650, y: -1, z: 0))
        #expect(sample.acceleration == recorded.acceleration)
    }
}
