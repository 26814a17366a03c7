import JSON

extension ResolverVector {
    /// The same vector with one expectation after the other made wrong.
    func spoilt() -> [ResolverVector] {
        Self.spoilt(.object(expect.object)).compactMap { value in
            guard let object = value.object else { return nil }
            var vector = self
            vector.expect.object = object
            return vector
        }
    }

    private static func spoilt(_ value: JSONValue) -> [JSONValue] {
        switch value {
        case .null: ["spoilt"]
        case .bool(let truth): [.bool(!truth)]
        case .integer(let number): [.integer(number + 1)]
        case .real(let number): [.real(number + 1)]
        case .string(let text): text == "emptyIntersection" ? ["invalidName"] : ["emptyIntersection"]
        case .array(let elements):
            elements.indices.flatMap { index in
                spoilt(elements[index]).map { wrong in
                    var all = elements
                    all[index] = wrong
                    return .array(all)
                }
            } + [.array(elements + ["spoilt"])]
        case .object(let members):
            members.members.flatMap { member in
                spoilt(member.value).map { wrong in
                    var all = members
                    all[member.key] = wrong
                    return .object(all)
                }
            }
        }
    }
}
