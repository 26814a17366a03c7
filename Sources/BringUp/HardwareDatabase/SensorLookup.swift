public import IndustrialIO

/// What udev looks a sensor up by in the hardware database.
public struct SensorLookup: Equatable, Sendable {
    /// What the firmware calls the sensor, for example `accel-display`.
    public let label: String?
    /// The modalias of the device that it hangs on.
    public let modalias: String
    /// The modalias of DMI; nothing on machines without.
    public let dmi: String?

    /// Describes a sensor.
    public init(label: String? = nil, modalias: String, dmi: String?) {
        self.label = label.flatMap { $0.isEmpty ? nil : $0 }
        self.modalias = modalias
        self.dmi = dmi.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The sensor and machine that a recording's header describes; nothing if it hangs on nothing with a
    /// modalias.
    ///
    /// Before Linux 6.0 sensors of Chromebooks had a location in place of a label; udev's rule makes the
    /// label of it.
    public init?(_ header: RecordingHeader) {
        guard let modalias = header.modalias, !modalias.isEmpty else { return nil }
        var label = header.label
        if label == nil, ["cros-ec-accel", "cros-ec-accel-legacy"].contains(header.sensorName) {
            switch header.location {
            case .display: label = "accel-display"
            case .base: label = "accel-base"
            case .camera, .unknown, nil: break
            }
        }
        self.init(label: label, modalias: modalias, dmi: header.dmi)
    }

    /// The key, as udev makes it.
    ///
    /// Source: `60-sensor.rules` of systemd, whose `$attr{…}` leave out blanks at the end and go through
    /// `udev_replace_chars`.
    public var key: String {
        "sensor:" + (label.map { Self.substituted($0) + ":" } ?? "") + "modalias:"
            + Self.substituted(modalias) + ":" + (dmi.map(Self.substituted) ?? "")
    }

    /// The text of an attribute as it gets into a key: `T(null)` becomes `T_null_`.
    static func substituted(_ text: String) -> String {
        var result: [UInt8] = []
        let bytes = Array(text.utf8)
        for (index, byte) in bytes.enumerated() {
            let isEscape = byte == UInt8(ascii: "\\") && index + 1 < bytes.count && bytes[index + 1] == 0x78
            switch byte {
            case 9...13, 32: result.append(32)
            case _ where byte >= 128 || byte == 58 || isEscape: result.append(byte)
            case _ where byte != 92 && KeyLanguage.valueBytes.contains(byte): result.append(byte)
            default: result.append(UInt8(ascii: "_"))
            }
        }
        while result.last == 32 { result.removeLast() }
        return String(decoding: result, as: UTF8.self)
    }
}

/// The fields of DMI in a key.
struct DMIFields: Equatable, Sendable {
    private let values: [String: String]

    /// Reads the modalias of DMI. What is in no known field is passed over.
    init(_ modalias: String) {
        var values: [String: String] = [:]
        var rest = KeyLanguage.fields[...]
        for part in modalias.split(separator: ":", omittingEmptySubsequences: true).dropFirst() {
            if values["sku"] == nil, part.hasPrefix("sku") {
                values["sku"] = String(part.dropFirst(3))
                continue
            }
            guard let index = rest.firstIndex(where: { part.hasPrefix($0) }) else { continue }
            values[rest[index]] = String(part.dropFirst(rest[index].count))
            rest = rest[(index + 1)...]
        }
        self.values = values
    }

    /// The value of a field; empty if there is none.
    subscript(_ field: String) -> String { values[field] ?? "" }

    /// Whether a field says something about the machine, rather than what a firmware's maker left in.
    ///
    /// Source: the values in `60-sensor.hwdb` and in systemd's `20-dmi-id.hwdb` that are no names.
    func isTelling(_ field: String) -> Bool {
        let value = self[field]
        let word = String(value.lowercased().filter { $0.isASCII && ($0.isLetter || $0.isNumber) })
        if word.isEmpty || Set(word).count == 1 || "0123456789".hasPrefix(word) { return false }
        if Self.placeholders.contains(word) || Self.placeholderStarts.contains(where: word.hasPrefix) {
            return false
        }
        return !(["svn", "rvn"].contains(field) && Self.firmwareMakers.contains(where: word.hasPrefix))
    }

    /// Values that stand for no value.
    private static let placeholders: Set = [
        "empty", "generic", "invalid", "na", "none", "notapplicable", "notavailable", "notdefined",
        "notspecified", "null", "oem", "other", "product", "productname", "sku", "standard", "test",
        "undefined",
        "unknown", "unknow", "version", "xxx", "x86", "x64", "pc", "tablet", "tabletpc", "laptop", "notebook",
        "aptiocrb", "baytrail", "baytrailcr", "braswell", "cherrytrail", "cherrytrailcr", "cherrytrailff",
        "geminilake", "apollolake", "bioscustomize", "productfamily",
    ]

    /// Beginnings of such values.
    private static let placeholderStarts = [
        "default", "tobefilled", "filledby", "oemstring", "system", "type1", "type2", "type3", "boardproduct",
        "boardmanufacturer", "boardversion", "chassis", "chasis", "productname", "insertname",
    ]

    /// Makers of firmware and reference boards, whose names say nothing about the machine.
    private static let firmwareMakers = [
        "amicorporation", "americanmegatrends", "insyde", "phoenix", "intel",
    ]
}
