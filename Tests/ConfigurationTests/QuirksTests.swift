import Foundation
import OrientationCore
import SystemCalls
import Testing

@testable import Configuration

@Suite("Quirks of machines")
struct QuirksTests {
    private let whole = """
        # A comment
        [Tablet 10]
        Machine=dmi:*:svnACME:pnTablet10:*
        Sensor=mxc4005
        Matrix=0, 1, 0; -1, 0, 0; 0, 0, 1
        Convention=kernel
        InvertZ=yes

        [Other]
        Machine=acme,other
        Sensor=kxcj9
        Matrix=none
        InvertZ=no
        """

    private func quirks(_ text: String) throws(ConfigurationError) -> [Quirk] {
        try QuirksFile.quirks(Array(text.utf8), from: "q")
    }

    @Test("every key is taken, with the line of the quirk")
    func keys() throws {
        let quirks = try quirks(whole)

        #expect(quirks.map(\.name) == ["Tablet 10", "Other"])
        #expect(quirks.map(\.origin) == [Origin(file: "q", line: 2), Origin(file: "q", line: 9)])
        #expect(quirks[0].machine == "dmi:*:svnACME:pnTablet10:*")
        #expect(quirks[0].sensor == "mxc4005")
        #expect(quirks[0].matrix == .text("0, 1, 0; -1, 0, 0; 0, 0, 1"))
        #expect((quirks[0].convention, quirks[0].invertZ) == (.kernel, true))
        #expect(quirks[1].matrix == .none)
        #expect((quirks[1].convention, quirks[1].invertZ) == (nil, false))
        #expect(try self.quirks("") == [])
    }

    private static let head = "[Q]\nMachine=m\nSensor=s\nMatrix=any\n"

    @Test(
        "what is wrong is refused with its line and what would be right",
        arguments: [
            ("Machine=m\n", 1, "expected [NAME OF THE QUIRK] first"),
            ("[Q]\nMachine=\n", 2, "Machine=: expected a compatible string"),
            ("[Q]\nMachine=*\n", 2, "Machine=*: expected a compatible string"),
            ("[Q]\nMachine=m\nSensor=\n", 3, "Sensor=: expected the kernel's name"),
            ("[Q]\nMachine=m\nSensor=s\nMatrix=1, 0, 0\n", 4, "nine numbers"),
            ("[Q]\nMachine=m\nSensor=s\nMatrix=\n", 4, "nine numbers"),
            ("[Q]\nMatrix=2, 0, 0; 0, 1, 0; 0, 0, 1\n", 2, "unit vectors"),
            (head + "Convention=auto\n", 5, "Convention=auto: expected kernel or hwdb"),
            (head + "InvertZ=1\n", 5, "InvertZ=1: expected yes or no"),
            (head + "Colour=red\n", 5, "unknown key Colour= in [Q]; expected Machine=, Sensor=, Matrix="),
            (head + "InvertZ=no\n[Q]\n", 6, "[Q] is there already, at line 1"),
            (head + "InvertZ=no\nSensor=t\n", 6, "[Q] has Sensor= already, at line 3"),
            ("[Q]\nMachine=m\nMatrix=any\nInvertZ=no\n", 1, "[Q] has no Sensor=; expected the kernel's name"),
            ("[Q]\n[R]\n", 1, "[Q] has no Machine=; expected a compatible string"),
            (head, 1, "[Q] has no Convention=; expected Convention= or InvertZ="),
            (head + "nonsense\n", 5, "expected [Section], Key=Value or # comment"),
            (head + "InvertZ=\u{0}\n", 5, "expected UTF-8 text"),
        ])
    func refusals(_ text: String, _ line: Int, _ reason: String) {
        #expect {
            try quirks(text)
        } throws: {
            let message = "\($0)"
            return message.hasPrefix("q:\(line): ") && message.contains(reason) && !message.contains("\n")
        }
    }

    @Test("a file that is refused adds nothing to the quirks that are there")
    func nothingHalf() throws {
        var configuration = Configuration()
        try configuration.readQuirks(Array(whole.utf8), from: "q")
        let before = configuration

        #expect(throws: ConfigurationError.self) {
            try configuration.readQuirks(Array((whole + "\nInvertZ=no\n").utf8), from: "r")
        }

        #expect(configuration == before)
    }

    @Test(
        "the shipped file is looked for where the program was installed, or with its sources",
        arguments: [
            ("/usr/sbin/orientationd", "/usr/share/orientationd/quirks.conf"),
            ("/usr/local/bin/orientationctl", "/usr/local/share/orientationd/quirks.conf"),
            ("/home/a/o/.build/x86_64/debug/orientationd", "/home/a/o/config/quirks.conf"),
            ("/opt/orientationd", nil), ("/orientationd", nil),
        ] as [(String, String?)])
    func shippedPath(_ program: String, _ path: String?) {
        #expect(QuirksFile.shipped(with: program) == path)
    }

    @Test("quirks beside the configuration come before those of the program")
    func order() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "o-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (path, text) in [
            ("etc/o.conf", ""), ("etc/quirks.conf", Self.head + "InvertZ=yes\n"),
            ("share/orientationd/quirks.conf", whole),
        ] {
            let file = folder.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let main = folder.appending(path: "etc/o.conf").path()

        let configuration = try Configuration(
            file: main, isRequired: true, program: folder.appending(path: "sbin/orientationd").path())

        #expect(configuration.settings.sensor.quirks.map(\.name) == ["Q", "Tablet 10", "Other"])
        #expect(configuration.files == [main, folder.appending(path: "etc/quirks.conf").path()])
    }

    @Test("the shipped file is right, and knows the PinePhone by machine, sensor and matrix")
    func shipped() throws {
        let repository = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        let file = repository.joined(separator: "/") + "/config/quirks.conf"

        let quirks = try QuirksFile.quirks(try Files.contents(of: file), from: file)

        let phone = try #require(quirks.first { $0.machine == "pine64,pinephone" })
        #expect(phone.sensor == "invensense,mpu6050")
        #expect(phone.matrix == .text("0, -1, 0; 1, 0, 0; 0, 0, 1"))
        #expect((phone.convention, phone.invertZ) == (.kernel, nil))
    }
}
