import Configuration
import SystemCalls
import Testing

/// `config/orientationd.conf`: a line that starts with `#Key=` is a key at its default.
@Suite("The shipped configuration")
struct ShippedConfigurationTests {
    private let file: String = {
        let repository = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
        return repository.joined(separator: "/") + "/config/orientationd.conf"
    }()

    /// The text with each commented key made a key.
    private func uncommented() throws -> String {
        let text = String(decoding: try Files.contents(of: file), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            let rest = line.dropFirst()
            let name = rest.prefix { $0.isLetter }
            return line.hasPrefix("#") && !name.isEmpty && rest.dropFirst(name.count).hasPrefix("=")
                ? rest : line
        }
        return lines.joined(separator: "\n")
    }

    @Test("changes nothing")
    func unchanged() throws {
        var configuration = Configuration()

        try configuration.read(try Files.contents(of: file), from: file)

        #expect(configuration.settings == Settings())
        #expect(SettingsKey.all.allSatisfy { configuration.origin(of: $0) == nil })
    }

    @Test("changes nothing with every key uncommented either")
    func defaults() throws {
        var configuration = Configuration()

        try configuration.read(Array(try uncommented().utf8), from: file)

        #expect(configuration.settings == Settings())
    }

    @Test("has every key at its default, but the lists, which have none", arguments: SettingsKey.all)
    func complete(key: SettingsKey) throws {
        let text = try uncommented()

        if key.name.hasPrefix("SupportedOrientations") {
            #expect(text.contains("#   \(key.name)="))
        } else {
            var configuration = Configuration()
            try configuration.read(Array(text.utf8), from: file)
            #expect(configuration.origin(of: key) != nil)
        }
    }
}
