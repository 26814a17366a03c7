import Foundation
import OrientationCore
import Testing

@testable import orientationctl

/// How a device was really held while it was recorded: the lines of an `.expected` file.
struct ExpectedHolds {
    struct Hold {
        let from: Double
        let to: Double
        let allowed: Set<DeviceOrientation>
    }

    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    let holds: [Hold]

    init(_ text: String) throws {
        var holds: [Hold] = []
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let words = line.split(separator: " ")
            guard let times = words.first, !times.hasPrefix("#") else { continue }
            let bounds = times.split(separator: "-").map { Double($0) }
            let names = words.dropFirst().map { DeviceOrientation(name: String($0)) }
            guard bounds.count == 2, let from = bounds[0], let to = bounds[1], from < to, !names.isEmpty,
                !names.contains(nil), holds.last.map({ $0.to <= from }) ?? true
            else {
                throw Malformed(
                    description:
                        "line \(number + 1): expected FROM-TO ORIENTATION, later than the line before")
            }
            holds.append(Hold(from: from, to: to, allowed: Set(names.compactMap { $0 })))
        }
        guard !holds.isEmpty else { throw Malformed(description: "names no time") }
        self.holds = holds
    }

    /// What does not agree with a replay, for people; nothing if all does.
    func disagreements(with changes: [(time: Double, orientation: DeviceOrientation)]) -> [String] {
        // Each hold, and the times between two of them.
        let gaps = zip(holds, holds.dropFirst()).map {
            Hold(from: $0.to, to: $1.from, allowed: $0.allowed.union($1.allowed))
        }
        return (holds + gaps).sorted { $0.from < $1.from }.flatMap { span -> [String] in
            let before = changes.last { $0.time <= span.from }?.orientation ?? .unknown
            let during = changes.filter { $0.time > span.from && $0.time < span.to }
            let seen = [(span.from, before)] + during.map { ($0.time, $0.orientation) }
            return seen.filter { !span.allowed.contains($0.1) }.map { time, orientation in
                "\(orientation.name) at \(time) s, within \(span.from)-\(span.to)"
            }
        }
    }
}

@Suite("Recorded cases")
struct RecordedCasesTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Fixtures/recordings")

    static func names(_ suffix: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path())
            .filter { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }.sorted()
    }

    @Test("every recording says how the device was held")
    func pairs() throws {
        #expect(try Self.names(".csv") == Self.names(".expected"))
        #expect(try !Self.names(".csv").isEmpty)
    }

    @Test("a recording replays to how the device was held", arguments: try names(".csv"))
    func replay(name: String) throws {
        let expected = try ExpectedHolds(
            String(contentsOf: Self.folder.appending(path: "\(name).expected"), encoding: .utf8))
        var damage: RecordingDamage?
        let trace = ReplayTrace(path: Self.folder.appending(path: "\(name).csv").path())

        let changes = try trace.changes(with: nil, damage: &damage)
            .map { (time: $0.sinceStart / .seconds(1), orientation: $0.device) }

        #expect(expected.disagreements(with: changes) == [])
    }

    @Test("a replay that does not agree is noticed, within a hold and between two")
    func disagreement() throws {
        let expected = try ExpectedHolds("# held\n0-2 faceUp\n3-5 portrait\n")
        let good: [(Double, DeviceOrientation)] = [(0, .faceUp), (2.5, .portrait)]
        let early: [(Double, DeviceOrientation)] = [(0, .faceUp), (1.9, .portrait)]
        let never: [(Double, DeviceOrientation)] = [(0, .faceUp)]
        let detour: [(Double, DeviceOrientation)] = [(0, .faceUp), (2.2, .landscapeLeft), (2.8, .portrait)]
        func count(_ changes: [(Double, DeviceOrientation)]) -> Int {
            expected.disagreements(with: changes.map { (time: $0.0, orientation: $0.1) }).count
        }

        #expect(count(good) == 0)
        #expect(count(early) == 1)
        #expect(count(never) == 1)
        #expect(count(detour) == 1)
        #expect(count([]) > 0)
    }

    @Test(
        "an expectation that is not understood is an error",
        arguments: [
            "", "# nothing", "0-1", "0 faceUp", "2-1 faceUp", "0-1 sideways", "0-2 faceUp\n1-3 portrait",
        ])
    func malformed(text: String) {
        #expect(throws: ExpectedHolds.Malformed.self) { try ExpectedHolds(text) }
    }
}
