/// The members of a JSON object, in the order in which they were written.
///
/// Looking up a key takes time in proportion to the number of members: meant for the small objects of
/// messages and policies.
public struct JSONObject: Sendable {
    /// A key and what belongs to it.
    public struct Member: Sendable {
        /// The key, unique in its object.
        public let key: String
        /// What belongs to it.
        public var value: JSONValue
    }

    /// The members in order.
    public private(set) var members: [Member]

    /// Makes an object without members.
    public init() { members = [] }

    /// Takes members whose keys are known to be distinct.
    init(distinct members: [Member]) { self.members = members }

    /// Whether there is no member.
    public var isEmpty: Bool { members.isEmpty }

    /// The value that belongs to a key. A new key comes last; `nil` takes the member away.
    public subscript(_ key: String) -> JSONValue? {
        get { members.first { $0.key == key }?.value }
        set {
            let place = members.firstIndex { $0.key == key }
            switch (place, newValue) {
            case (let place?, let value?): members[place].value = value
            case (let place?, nil): members.remove(at: place)
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject: Equatable {
    /// Whether both have the same members; their order does not matter.
    public static func == (left: Self, right: Self) -> Bool {
        left.members.count == right.members.count && left.members.allSatisfy { right[$0.key] == $0.value }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Makes an object. Of several members with one key the last counts.
    public init(dictionaryLiteral members: (String, JSONValue)...) {
        self.init()
        for (key, value) in members { self[key] = value }
    }
}

extension JSONObject: JSONEncodable {
    /// Appends the members in their order.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for member in members { writer.member(member.key, member.value) }
        writer.endObject()
    }
}
