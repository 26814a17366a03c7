internal import FuzzSupport
internal import JSON
internal import OrientationProtocol
internal import Varlink

/// What a server sends to a client, which is told by the first byte what it asked for: it is taken or
/// refused, and a state that is taken is written in a form that is taken to be the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let kind = input.number(below: 4)
    var connection = ClientConnection()
    let bytes = input.remainder().prefix(connection.room)
    bytes.withUnsafeBytes { connection.receive($0) }
    while let reply = try? connection.next() {
        if let error = reply.error {
            if let error = OrientationError(name: error, parameters: reply.parameters) { readAgain(error) }
            continue
        }
        let field = Field(.object(reply.parameters), isStrict: false)
        switch kind {
        case 0: readAgain(try? StateReply(field))
        case 1: readAgain(try? SensorsReply(field))
        case 2: readAgain(try? SamplesReply(field))
        default: readAgain(try? RotationLockReply(field))
        }
    }
    return 0
}

/// Checks that what was taken, written and taken again is written the same.
private func readAgain(_ reply: (some ReplyParameters)?) {
    guard let reply else { return }
    let once = JSONWriter.bytes(of: reply)
    guard let again = decoded(like: reply, once) else {
        fatalError("not taken again: \(String(decoding: once, as: UTF8.self))")
    }
    check(JSONWriter.bytes(of: again) == once, "\(String(decoding: once, as: UTF8.self)) has changed")
}

private func decoded<Parameters: ReplyParameters>(like: Parameters, _ text: [UInt8]) -> Parameters? {
    guard let value = try? JSONValue(parsing: text) else { return nil }
    return try? Parameters(Field(value, isStrict: true))
}

private func readAgain(_ error: OrientationError) {
    var writer = JSONWriter()
    writer.beginObject()
    error.writeParameters(to: &writer)
    writer.endObject()
    guard let parameters = (try? JSONValue(parsing: writer.bytes))?.object else {
        fatalError("not an object: \(String(decoding: writer.bytes, as: UTF8.self))")
    }
    check(OrientationError(name: error.name, parameters: parameters) != nil, "\(error) is not known again")
}
