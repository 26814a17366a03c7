internal import Configuration
internal import FuzzSupport

/// Configuration files: one that is taken says the same when its values are written out, one that is
/// refused is refused at one of its lines and changes nothing. The same text as a file of quirks: each that
/// is taken says something of a machine and a sensor.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let text = input.remainder()
    var configuration = Configuration()
    do throws(ConfigurationError) {
        try configuration.read(text, from: "f")
        var copy = Configuration()
        let written = writtenOut(configuration)
        do throws(ConfigurationError) { try copy.read(written, from: "g") } catch {
            fatalError("\(error) in:\n\(String(decoding: written, as: UTF8.self))")
        }
        check(
            copy.settings == configuration.settings,
            "not the same:\n\(String(decoding: written, as: UTF8.self))")
    } catch {
        checkRefusal(error, of: text)
        check(configuration == Configuration(), "a refused file changed something")
    }
    takeQuirks(text)
    return 0
}

private func checkRefusal(_ error: ConfigurationError, of text: [UInt8]) {
    guard case .invalid(let origin, _) = error else { fatalError("\(error)") }
    let lines = text.count { $0 == UInt8(ascii: "\n") } + 1
    check((1...lines).contains(origin.line), "\(error), and there are \(lines) lines")
    check(!"\(error)".utf8.contains(UInt8(ascii: "\n")), "more than one line: \(error)")
}

private func takeQuirks(_ text: [UInt8]) {
    var configuration = Configuration()
    do throws(ConfigurationError) {
        try configuration.readQuirks(text, from: "q")
        for quirk in configuration.settings.sensor.quirks {
            check(!quirk.machine.isEmpty && !quirk.sensor.isEmpty, "about nothing: \(quirk)")
            check(quirk.convention != nil || quirk.invertZ != nil, "says nothing: \(quirk)")
        }
    } catch {
        checkRefusal(error, of: text)
        check(configuration == Configuration(), "a refused file changed something")
    }
}

/// The keys that a configuration sets, and no other: an empty list is not the same as none.
private func writtenOut(_ configuration: Configuration) -> [UInt8] {
    var text = ""
    for key in SettingsKey.all where configuration.origin(of: key) != nil {
        text += "[\(key.section)]\n\(key.name)=\(key.text(configuration.settings))\n"
    }
    return Array(text.utf8)
}
