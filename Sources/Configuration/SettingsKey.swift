/// One key of the configuration: its name, what it takes, and which setting it is.
public struct SettingsKey: Sendable {
    /// The section that it stands in, without brackets.
    public let section: String
    /// Its name, without the equals sign.
    public let name: String
    /// What a value has to be, for people.
    public let expected: String
    /// Reads a value into the settings. Nothing is changed where the value does not fit.
    let apply: @Sendable (inout Settings, String) throws(ValueError) -> Void
    /// The value in the settings, as it would be written.
    public let text: @Sendable (Settings) -> String

    /// Section and name, which no other key has.
    var id: String { "\(section).\(name)" }

    /// Every key, in the order of the documentation.
    public static let all = sensorKeys + classifierKeys + interfaceKeys + postureKeys + socketKeys

    /// The names of the sections, in order.
    public static let sections = all.reduce(into: [String]()) { names, key in
        if names.last != key.section { names.append(key.section) }
    }

    /// The keys of a section; none if there is no such section.
    static func named(_ section: String) -> [SettingsKey] { all.filter { $0.section == section } }
}

/// A value that does not fit its key.
struct ValueError: Error {
    /// What would be right, where that is more than ``SettingsKey/expected`` says.
    var expected: String?
}

extension SettingsKey {
    /// A key whose value is one word of a list.
    static func choice<Value: CaseIterable & RawRepresentable & Sendable>(
        _ section: String, _ name: String, _ path: WritableKeyPath<Settings, Value> & Sendable
    ) -> SettingsKey where Value.RawValue == String {
        SettingsKey(
            section: section, name: name,
            expected: oneOf(Value.allCases.map(\.rawValue)),
            apply: { (settings, text) throws(ValueError) in
                guard let value = Value(rawValue: text) else { throw ValueError() }
                settings[keyPath: path] = value
            }, text: { $0[keyPath: path].rawValue })
    }

    /// A key whose value is `auto`, for `nil`, or one of some names.
    static func named<Value: Sendable>(
        _ section: String, _ name: String, _ path: WritableKeyPath<Settings, Value?> & Sendable,
        _ values: [(name: String, value: Value)], text: @escaping @Sendable (Value) -> String
    ) -> SettingsKey {
        SettingsKey(
            section: section, name: name, expected: oneOf(["auto"] + values.map(\.name)),
            apply: { (settings, text) throws(ValueError) in
                if text == "auto" {
                    settings[keyPath: path] = nil
                } else if let match = values.first(where: { $0.name == text }) {
                    settings[keyPath: path] = match.value
                } else {
                    throw ValueError()
                }
            }, text: { settings in settings[keyPath: path].map(text) ?? "auto" })
    }

    /// A key whose value is yes or no.
    static func flag(
        _ section: String, _ name: String, _ path: WritableKeyPath<Settings, Bool> & Sendable
    ) -> SettingsKey {
        SettingsKey(
            section: section, name: name, expected: oneOf(["yes", "no"]),
            apply: { (settings, text) throws(ValueError) in
                guard text == "yes" || text == "no" else { throw ValueError() }
                settings[keyPath: path] = text == "yes"
            }, text: { $0[keyPath: path] ? "yes" : "no" })
    }

    /// A key whose value is a whole number within a range.
    static func integer(
        _ section: String, _ name: String, _ range: ClosedRange<Int>,
        _ path: WritableKeyPath<Settings, Int> & Sendable
    ) -> SettingsKey {
        SettingsKey(
            section: section, name: name,
            expected: "a whole number from \(range.lowerBound) to \(range.upperBound)",
            apply: { (settings, text) throws(ValueError) in
                guard let value = Int(text), range.contains(value) else { throw ValueError() }
                settings[keyPath: path] = value
            }, text: { "\($0[keyPath: path])" })
    }

    /// A key whose value is a decimal number within a range.
    static func number(
        _ section: String, _ name: String, _ range: ClosedRange<Double>, unit: String,
        _ path: WritableKeyPath<Settings, Double> & Sendable
    ) -> SettingsKey {
        SettingsKey(
            section: section, name: name,
            expected: number(within: range, unit: unit),
            apply: { (settings, text) throws(ValueError) in
                guard let value = decimal(text), range.contains(value) else { throw ValueError() }
                settings[keyPath: path] = value
            }, text: { short($0[keyPath: path]) })
    }

    /// A number within a range, said for people.
    static func number(within range: ClosedRange<Double>, unit: String) -> String {
        "a number from \(short(range.lowerBound)) to \(short(range.upperBound))"
            + (unit.isEmpty ? "" : " (\(unit))")
    }

    /// A decimal number such as `0.25` or `-3`; no exponent, no infinity, no hexadecimal.
    static func decimal(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ (48...57).contains($0) || $0 == 45 || $0 == 46 }) else { return nil }
        return Double(text)
    }

    /// A number without a needless `.0`.
    static func short(_ value: Double) -> String {
        value == value.rounded() && value.magnitude < 1e15 ? "\(Int(value))" : "\(value)"
    }

    /// The words separated by blanks.
    static func words(_ text: String) -> [String] {
        text.split(whereSeparator: { $0 == " " || $0 == "\t" }).map(String.init)
    }

    /// A choice said for people: `a, b or c`.
    static func oneOf(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " or " + last
    }
}
