internal import SystemCalls

/// Which of the kernel's modules for accelerometers fit a device.
///
/// Read from `modules.alias`, with lines `alias PATTERN MODULE`, and `modules.dep`, whose lines begin with
/// the path of a module (`depmod(8)`): a module counts as one for accelerometers by its path.
public struct ModuleAliases: Equatable, Sendable {
    private var patterns: [(pattern: String, module: String)] = []

    /// Takes the contents of both files.
    public init(aliases: [UInt8], dependencies: [UInt8]) {
        let newline = UInt8(ascii: "\n")
        var modules: Set<String> = []
        for line in dependencies.split(separator: newline) {
            let path = String(decoding: line.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self)
            if Self.folders.contains(where: path.contains) { modules.insert(Self.module(atPath: path)) }
        }
        for line in aliases.split(separator: newline) {
            let words = line.split(separator: UInt8(ascii: " "))
            guard words.count == 3 else { continue }
            let module = String(decoding: words[2], as: UTF8.self)
            guard modules.contains(module) else { continue }
            patterns.append((String(decoding: words[1], as: UTF8.self), module))
        }
    }

    /// The module of an accelerometer for a device with that modalias.
    public func accelerometerModule(for modalias: String) -> String? {
        patterns.first { Files.pattern($0.pattern, fits: modalias) }?.module
    }

    /// Two are equal if they know the same.
    public static func == (a: ModuleAliases, b: ModuleAliases) -> Bool {
        a.patterns.elementsEqual(b.patterns, by: ==)
    }

    /// Where the kernel keeps its drivers for accelerometers, alone or in one chip with a gyroscope.
    private static let folders = [
        "/drivers/iio/accel/", "/drivers/iio/imu/", "/drivers/iio/common/cros_ec_sensors/",
    ]

    /// A module's name has underscores where its file may have hyphens.
    private static func module(atPath path: String) -> String {
        let file = path.split(separator: "/").last ?? ""
        return String(file.prefix { $0 != "." }.map { $0 == "-" ? "_" : $0 })
    }
}
