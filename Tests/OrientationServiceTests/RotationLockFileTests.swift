import Foundation
import OrientationCore
import SystemCalls
import Testing

@testable import OrientationService

@Suite("Rotation lock file")
struct RotationLockFileTests {
    private let folder = "/tmp/o-\(UUID().uuidString)"
    private var file: RotationLockFile { RotationLockFile(path: folder + "/rotation-lock") }

    init() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    @Test(
        "what was written is read again", arguments: [nil] + InterfaceOrientation.allCases.map(Optional.init))
    func roundTrip(lock: InterfaceOrientation?) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }

        try file.write(lock)

        #expect(file.read() == .lock(lock))
    }

    @Test("without a file nobody ever set a lock")
    func missing() {
        defer { try? FileManager.default.removeItem(atPath: folder) }

        #expect(file.read() == .missing)
    }

    @Test(
        "a file that holds no lock is damaged, and is kept beside",
        arguments: [
            "", "{", "[]", "{}", #"{"locked":1}"#, #"{"locked":true}"#,
            #"{"locked":true,"orientation":"faceUp"}"#,
            "\u{0}\u{0}\u{0}", String(repeating: " ", count: 5000),
        ])
    func damaged(text: String) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try Data(text.utf8).write(to: URL(fileURLWithPath: file.path))

        guard case .damaged = file.read() else {
            Issue.record("taken for a lock: \(text)")
            return
        }
        try file.setAside()

        #expect(file.read() == .missing)
        #expect(try Files.contents(of: file.path + ".bad") == Array(text.utf8))
    }
}
