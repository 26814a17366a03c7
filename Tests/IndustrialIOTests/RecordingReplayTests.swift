import Foundation
import IndustrialIO
import OrientationCore
import Testing

/// Recordings through the classifier, as the daemon and `orientationctl replay` take them.
@Suite("A replayed recording")
struct RecordingReplayTests {
    private struct Change {
        let time: Double
        let orientation: DeviceOrientation
    }

    private static let repository = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private func replay(_ path: String) throws -> [Change] {
        let reader = try RecordingReader(path: Self.repository.appending(path: path).path())
        var classifier = OrientationClassifier()
        var changes: [Change] = []
        while let sample = try reader.next() {
            let before = classifier.orientation
            let orientation = classifier.classify(sample.acceleration, at: sample.time)
            if orientation != before {
                changes.append(Change(time: sample.time / .seconds(1), orientation: orientation))
            }
        }
        return changes
    }

    @Test("of a device turned by hand says each posture within 300 ms of the end of the motion, and no other")
    func deviceTurnedByHand() throws {
        // When the device came to rest in its next posture: when the mean of five samples stayed within
        // 6° of the mean of the hold. Seconds, found in the data alone.
        let expected: [(DeviceOrientation, end: Double)] = [
            (.faceUp, 0), (.portrait, 15.72), (.portraitUpsideDown, 20.77), (.faceUp, 25.13),
            (.landscapeRight, 30.69), (.landscapeLeft, 35.69), (.faceUp, 40.34),
        ]

        // After 65 s it is taken up again.
        let changes = try replay("Tests/Fixtures/recordings/imu_roll_pitch_90.csv").filter { $0.time < 65 }

        #expect(changes.map(\.orientation) == expected.map(\.0))
        for (change, (orientation, end)) in zip(changes, expected) {
            #expect(change.time <= end + 0.3, "\(orientation)")
        }
    }

    @Test("of a device turned by hand holds each posture while the device is held")
    func holds() throws {
        let holds: [(DeviceOrientation, ClosedRange<Double>)] = [
            (.faceUp, 0...15), (.portrait, 16...20), (.portraitUpsideDown, 21...25), (.faceUp, 26...30),
            (.landscapeRight, 31...35.5), (.landscapeLeft, 36...40), (.faceUp, 41...65),
        ]
        let changes = try replay("Tests/Fixtures/recordings/imu_roll_pitch_90.csv")

        for (orientation, hold) in holds {
            let inForce = try #require(changes.last { $0.time <= hold.lowerBound })
            #expect(inForce.orientation == orientation, "\(hold)")
            #expect(!changes.contains { $0.time > hold.lowerBound && $0.time < hold.upperBound }, "\(hold)")
        }
    }

    @Test("of the demonstration shows a tablet picked up, turned through all sides, laid down, turned over")
    func demonstration() throws {
        // The times are those of the story in scripts/make-demonstration.py at which a motion ends.
        let story: [(DeviceOrientation, end: Double)] = [
            (.faceUp, 0), (.portrait, 4.9), (.landscapeLeft, 9.6), (.portraitUpsideDown, 14.6),
            (.landscapeRight, 19.6), (.portrait, 24.6), (.faceUp, 30), (.faceDown, 33.6), (.faceUp, 37.6),
        ]

        let changes = try replay("config/demonstration.csv")

        #expect(changes.map(\.orientation) == story.map(\.0))
        for (change, (orientation, end)) in zip(changes, story) {
            // Faces have to last longer, and at 25 samples a second a window has three of them.
            let latest = orientation.isFlat && end > 0 ? 0.5 : 0.3
            #expect(((end - 0.4)...(end + latest)).contains(change.time), "\(orientation) at \(change.time)")
        }
    }
}
