internal import JSON

/// An output as sway describes it.
struct SwayOutput: Equatable {
    /// The name of its connector.
    var name: String
    /// Whether it shows something.
    var isActive: Bool
    /// How it is turned, in sway's words: degrees clockwise. Nothing while it is switched off.
    var transform: String?

    /// Reads the answer to `get_outputs`.
    static func list(_ answer: JSONValue) throws(DesktopError) -> [SwayOutput] {
        guard let elements = answer.array else { throw .malformed("sway's list of outputs") }
        return elements.compactMap { element in
            guard let output = element.object, let name = output["name"]?.string else { return nil }
            return SwayOutput(
                name: name, isActive: output["active"]?.bool ?? true, transform: output["transform"]?.string)
        }
    }
}

/// An input device as sway describes it.
struct SwayInput: Equatable {
    /// By which it is named in commands.
    var identifier: String
    /// `touch`, `tablet_tool`, `pointer` and others.
    var type: String

    /// Whether what it reports belongs to a place on an output.
    var pointsAtOutput: Bool { type == "touch" || type == "tablet_tool" }

    /// Reads the answer to `get_inputs`.
    static func list(_ answer: JSONValue) throws(DesktopError) -> [SwayInput] {
        guard let elements = answer.array else { throw .malformed("sway's list of inputs") }
        return elements.compactMap { element in
            guard let input = element.object, let identifier = input["identifier"]?.string,
                let type = input["type"]?.string
            else { return nil }
            return SwayInput(identifier: identifier, type: type)
        }
    }
}

/// A word within a command of sway's.
func swayQuoted(_ word: String) -> String {
    "\"" + word.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
}

extension String {
    fileprivate func replacing(_ character: Character, with text: String) -> String {
        reduce(into: "") { $0 += $1 == character ? text : String($1) }
    }
}
