import OrientationCore
import Testing

@testable import Configuration

/// Wrong lines, and what is said of them. The type is written down since older compilers give up on finding
/// it out.
private let linesAndMessages: [(text: String, expected: String)] = [
    ("[Sensor]\n\nInvertZ=maybe\n", "test.conf:3: InvertZ=maybe: expected auto, yes or no"),
    ("[Posture]\nLidSwitch=\n", "test.conf:2: LidSwitch=: expected yes or no"),
    (
        "[Socket]\nMaxConnections=0\n",
        "test.conf:2: MaxConnections=0: expected a whole number from 1 to 4096"
    ),
    (
        "[Socket]\nMaxConnections=4097\n",
        "test.conf:2: MaxConnections=4097: expected a whole number from 1 to 4096"
    ),
    (
        "[Sensor]\nSamplingFrequency=1e2\n",
        "test.conf:2: SamplingFrequency=1e2: expected a number from 1 to 400 (Hz)"
    ),
    (
        "[Sensor]\nSamplingFrequency=nan\n",
        "test.conf:2: SamplingFrequency=nan: expected a number from 1 to 400 (Hz)"
    ),
    (
        "[Interface]\nKind=tablet\n", "test.conf:2: Kind=tablet: expected auto, pad or phone"
    ),
    (
        "[Interface]\nSupportedOrientations=portrait faceUp\n",
        "test.conf:2: SupportedOrientations=portrait faceUp: expected orientations separated by "
            + "blanks, of portrait, landscapeRight, landscapeLeft, portraitUpsideDown"
    ),
    (
        "[Sensor]\nPanelOrientation=left\n",
        "test.conf:2: PanelOrientation=left: expected auto, normal, right-side-up, upside-down or "
            + "left-side-up"
    ),
    (
        "[Sensor]\nMatrixSources=udev udev\n",
        "test.conf:2: MatrixSources=udev udev: expected some of configuration, udev and kernel, "
            + "the most important first"
    ),
    (
        "[Posture]\nLidswitch=no\n",
        "test.conf:2: unknown key Lidswitch= in [Posture]; expected TabletModeSwitch=, LidSwitch="
    ),
    (
        "\n[Sensors]\n",
        "test.conf:2: unknown section [Sensors]; expected [Sensor], [Classifier], [Interface], "
            + "[Posture], [Socket]"
    ),
    (
        "Kind=pad\n",
        "test.conf:1: a key outside of any section; expected [Sensor], [Classifier], [Interface], "
            + "[Posture], [Socket] first"
    ),
    ("[Sensor]\nInvertZ\n", "test.conf:2: expected [Section], Key=Value or # comment"),
    ("[Sensor\n", "test.conf:1: expected [Section], Key=Value or # comment"),
    ("[Sensor]\nInvertZ=\u{0}no\n", "test.conf:2: expected UTF-8 text"),
]

@Suite("Configuration")
struct ConfigurationTests {
    private func read(_ text: String) throws -> Configuration {
        var configuration = Configuration()
        try configuration.read(Array(text.utf8), from: "test.conf")
        return configuration
    }

    private func message(_ text: String) -> String? {
        do {
            _ = try read(text)
            return nil
        } catch {
            return "\(error)"
        }
    }

    @Test("an empty file leaves every default")
    func empty() throws {
        #expect(try read("").settings == Settings())
        #expect(try read("# nothing\n\n; nothing either\n[Sensor]\n").settings == Settings())
    }

    @Test("a value that holds a semicolon or a hash is not cut")
    func matrixIsWhole() throws {
        let matrix = "0, 1, 0; -1, 0, 0; 0, 0, 1"

        let settings = try read("[Sensor]\nMountMatrix=\(matrix)\nSensor=a # b\n").settings

        #expect(settings.sensor.mountMatrix == matrix)
        #expect(settings.sensor.sensor == "a # b")
    }

    @Test("an indented key is a key of its own")
    func indentation() throws {
        let settings = try read("[Sensor]\nConvention=kernel\n  InvertZ=yes\n").settings

        #expect(settings.sensor.convention == .kernel)
        #expect(settings.sensor.invertZ == true)
    }

    @Test("lists are separated by blanks, keep their order, and may be empty")
    func lists() throws {
        let settings = try read(
            "[Interface]\nSupportedOrientations=landscapeRight  portrait\tlandscapeLeft\n"
                + "SupportedOrientationsPhone=\n"
        ).settings

        #expect(settings.interface.lists.general == [.landscapeRight, .portrait, .landscapeLeft])
        #expect(settings.interface.lists.phone == [])
        #expect(settings.interface.lists.pad == nil)
    }

    @Test("the last value of a key wins, over files too, and its place is known")
    func lastWins() throws {
        var configuration = try read("[Socket]\nMaxConnections=5\nMaxConnections=6\n")
        try configuration.read(Array("[Socket]\n\nMaxConnections=7\n".utf8), from: "later.conf")
        let key = try #require(SettingsKey.all.first { $0.name == "MaxConnections" })

        #expect(configuration.settings.socket.maxConnections == 7)
        #expect(configuration.origin(of: key) == Origin(file: "later.conf", line: 3))
        #expect(configuration.files == ["test.conf", "later.conf"])
    }

    @Test("a bad file changes nothing of what was read before")
    func nothingHalfApplied() throws {
        var configuration = try read("[Socket]\nMaxConnections=5\n")

        #expect(throws: ConfigurationError.self) {
            try configuration.read(Array("[Socket]\nMaxConnections=6\nMaxConections=7\n".utf8), from: "bad")
        }

        #expect(configuration.settings.socket.maxConnections == 5)
        #expect(configuration.files == ["test.conf"])
    }

    @Test(
        "a wrong line is named with file, number, and what would be right",
        arguments: linesAndMessages)
    func wrongLines(text: String, expected: String) {
        #expect(message(text) == expected)
    }

    @Test("a line that is not UTF-8 is refused")
    func notText() {
        var configuration = Configuration()

        #expect(throws: ConfigurationError.invalid(Origin(file: "f", line: 1), .notText)) {
            try configuration.read([0x23, 0xff, 0x0a], from: "f")
        }
    }

    @Test("a line that is too long is refused, the longest one is not")
    func longLines() throws {
        let names = String(repeating: "a", count: IniFile.longestLine - "DeniedNames=\n".utf8.count)

        #expect(try read("[Sensor]\nDeniedNames=\(names)\n").settings.sensor.deniedNames == [names])
        #expect(
            message("[Sensor]\nDeniedNames=\(names)a\n") == "test.conf:2: the line is longer than 4093 bytes")
    }

    @Test("every key takes the text of its own value back")
    func textsAreTakenBack() throws {
        for key in SettingsKey.all {
            let text = key.text(Settings())
            // A list that is not configured has no text: an empty one would be an empty list.
            if key.section == "Interface", key.name.hasPrefix("SupportedOrientations") { continue }
            let settings = try read("[\(key.section)]\n\(key.name)=\(text)\n").settings

            #expect(settings == Settings(), "\(key.name)=\(text)")
        }
    }

    @Test("a measured matrix is refused with the reason unless all three rows are sound")
    func measuredMatrix() {
        #expect(
            message("[Sensor]\nMountMatrix=1, 0, 0; 0, 1, 0; 0, 0, 0\n")?.hasPrefix("test.conf:2: ") == true)
        #expect(message("[Sensor]\nMountMatrix=1, 0, 0; 0, 1, 0\n")?.hasPrefix("test.conf:2: ") == true)
        #expect(message("[Sensor]\nMountMatrix=\n") == nil)
    }
}
