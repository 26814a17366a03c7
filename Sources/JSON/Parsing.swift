internal import CJansson

extension JSONValue {
    /// How deep arrays and objects may be nested. A policy of the deepest controllers needs 20.
    public static let maximumDepth = 32

    /// Parses one JSON text, strictly: no repeated keys, nothing behind the value, no NaN, no comments.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8, without a terminating NUL.
    ///   - limit: How many bytes to take at most.
    public init(parsing bytes: [UInt8], limit: Int = .max) throws(JSONError) {
        try self.init(parsing: bytes[...], limit: limit)
    }

    /// Parses one JSON text that is part of a buffer.
    ///
    /// - Parameters:
    ///   - bytes: UTF-8, without a terminating NUL.
    ///   - limit: How many bytes to take at most.
    public init(parsing bytes: ArraySlice<UInt8>, limit: Int = .max) throws(JSONError) {
        if bytes.count > limit { throw .tooLong(limit: limit) }
        // jansson takes a NUL byte behind the value for the end of the text.
        if let place = bytes.firstIndex(of: 0) { throw JSONError(nulAt: place, of: bytes) }
        var error = json_error_t()
        let flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL
        let root = bytes.withUnsafeBytes { buffer in
            // An empty buffer may have no address, and jansson tells that apart from an empty text.
            json_loadb(
                buffer.baseAddress ?? UnsafeRawPointer(bitPattern: 1), buffer.count, Int(flags), &error)
        }
        guard let root else { throw JSONError(error) }
        defer { json_decref(root) }
        self = try JSONValue(root, depth: 0)
    }

    /// Copies what jansson has parsed. `depth` is how many arrays and objects are around it.
    ///
    /// jansson's own limit of 2048 levels bounds what it frees; this one bounds everything above it.
    private init(_ value: UnsafeMutablePointer<json_t>, depth: Int) throws(JSONError) {
        switch value.pointee.type {
        case JSON_TRUE: self = .bool(true)
        case JSON_FALSE: self = .bool(false)
        case JSON_INTEGER: self = .integer(json_integer_value(value))
        case JSON_REAL: self = .real(json_real_value(value))
        case JSON_STRING:
            self = .string(text(json_string_value(value), json_string_length(value)))
        case JSON_ARRAY:
            if depth == Self.maximumDepth { throw .tooDeep }
            var elements: [JSONValue] = []
            elements.reserveCapacity(json_array_size(value))
            for index in 0..<json_array_size(value) {
                guard let element = json_array_get(value, index) else { continue }
                elements.append(try JSONValue(element, depth: depth + 1))
            }
            self = .array(elements)
        case JSON_OBJECT:
            if depth == Self.maximumDepth { throw .tooDeep }
            var members: [JSONObject.Member] = []
            members.reserveCapacity(json_object_size(value))
            var position = json_object_iter(value)
            while let place = position {
                if let member = json_object_iter_value(place) {
                    let key = text(json_object_iter_key(place), json_object_iter_key_len(place))
                    members.append(.init(key: key, value: try JSONValue(member, depth: depth + 1)))
                }
                position = json_object_iter_next(value, place)
            }
            self = .object(JSONObject(distinct: members))
        default: self = .null
        }
    }
}

/// The text of a string of jansson's, which is valid UTF-8 and may hold NUL bytes.
private func text(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length)
    return String(decoding: bytes, as: UTF8.self)
}

extension JSONError {
    /// Refuses a NUL byte, which no JSON text holds.
    fileprivate init(nulAt place: Int, of bytes: ArraySlice<UInt8>) {
        let before = bytes[..<place]
        let newline = UInt8(ascii: "\n")
        let lineStart = before.lastIndex(of: newline).map { $0 + 1 } ?? before.startIndex
        self = .malformed(
            line: before.count { $0 == newline } + 1, column: place - lineStart + 1,
            offset: place - bytes.startIndex, reason: "NUL byte")
    }

    /// Takes over what jansson says. Its text quotes the input, so control characters are replaced.
    fileprivate init(_ error: json_error_t) {
        let reason = withUnsafeBytes(of: error.text) { bytes in
            let printable = bytes.prefix { $0 != 0 }.map { (32..<127).contains($0) ? $0 : UInt8(ascii: "?") }
            return String(decoding: printable, as: UTF8.self)
        }
        self = .malformed(
            line: Int(error.line), column: Int(error.column), offset: Int(error.position), reason: reason)
    }
}
