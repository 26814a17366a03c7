extension Bool: JSONEncodable {
    /// Appends `true` or `false`.
    public func write(to writer: inout JSONWriter) { writer.literal(self ? "true" : "false") }
}

extension Int: JSONEncodable {
    /// Appends the decimal digits.
    public func write(to writer: inout JSONWriter) { writer.write(self) }
}

extension Int64: JSONEncodable {
    /// Appends the decimal digits.
    public func write(to writer: inout JSONWriter) { writer.write(self) }
}

extension Double: JSONEncodable {
    /// Appends the number with nine significant digits, always as a real. JSON has no infinity and no
    /// NaN: the largest number and 0 stand for them, so that one bad number does not spoil a message.
    public func write(to writer: inout JSONWriter) { writer.write(self) }
}

extension String: JSONEncodable {
    /// Appends the text in quotation marks. Only what JSON requires is escaped.
    public func write(to writer: inout JSONWriter) { writer.write(self) }
}

extension Array: JSONEncodable where Element: JSONEncodable {
    /// Appends the elements as an array.
    public func write(to writer: inout JSONWriter) {
        writer.beginArray()
        for element in self { element.write(to: &writer) }
        writer.endArray()
    }
}
