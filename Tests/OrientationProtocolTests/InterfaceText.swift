import OrientationProtocol

/// What the text of the interface says of its types, methods and errors, read by the grammar of Varlink's
/// interface definition.
struct InterfaceText {
    /// A field: its name, its type, and whether it may be left out.
    struct Field: Equatable {
        var name: String
        var type: String
        var isOptional: Bool
    }

    /// Fields of `type`s that are structures, by name.
    private(set) var structures: [String: [Field]] = [:]
    /// Values of `type`s that are enumerations, by name.
    private(set) var enumerations: [String: [String]] = [:]
    /// Parameters and results of methods, by name.
    private(set) var methods: [String: (parameters: [Field], results: [Field])] = [:]
    /// Parameters of errors, by name.
    private(set) var errors: [String: [Field]] = [:]

    init(_ text: String = OrientationInterface.description) {
        let code = text.split(separator: "\n").map { $0.prefix { $0 != "#" } }.joined(separator: " ")
        var rest = code[...]
        func take(while condition: (Character) -> Bool) -> String {
            let taken = rest.prefix(while: condition)
            rest = rest.dropFirst(taken.count)
            return String(taken)
        }
        func isName(_ character: Character) -> Bool {
            character.isLetter || character.isNumber || character == "."
        }
        /// The text between the bracket that comes next and its counterpart.
        func bracket() -> String {
            _ = take { $0 != "(" }
            var depth = 0
            let inner = take { character in
                depth += character == "(" ? 1 : character == ")" ? -1 : 0
                return depth > 0
            }
            rest = rest.dropFirst()
            return String(inner.dropFirst())
        }
        while true {
            _ = take { !isName($0) }
            let keyword = take(while: isName)
            _ = take { !isName($0) }
            if keyword.isEmpty { break }
            let name = take(while: isName)
            switch keyword {
            case "type":
                let body = bracket()
                if body.contains(":") {
                    structures[name] = Self.fields(body)
                } else {
                    enumerations[name] = Self.values(body)
                }
            case "method": methods[name] = (Self.fields(bracket()), Self.fields(bracket()))
            case "error": errors[name] = Self.fields(bracket())
            default: break
            }
        }
    }

    /// Splits at commas that are not within brackets.
    private static func split(_ body: String) -> [String] {
        var parts = [""]
        var depth = 0
        for character in body {
            depth += character == "(" ? 1 : character == ")" ? -1 : 0
            if character == ",", depth == 0 {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts.map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
    }

    private static func fields(_ body: String) -> [Field] {
        split(body).map { part in
            let pieces = part.split(separator: ":", maxSplits: 1).map { String($0) }
            let type = pieces.last.map { $0.drop { $0 == " " } } ?? ""
            return Field(
                name: pieces.first ?? "", type: String(type.drop { $0 == "?" }),
                isOptional: type.hasPrefix("?"))
        }
    }

    static func values(_ body: String) -> [String] { split(body) }
}
