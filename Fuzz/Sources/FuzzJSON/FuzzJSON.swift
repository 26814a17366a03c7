internal import FuzzSupport
internal import JSON

/// JSON texts: what is parsed is written in a form that is parsed to the same.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let text = input.remainder()
    guard let value = try? JSONValue(parsing: text) else { return 0 }

    // Nine digits of a number are written, so that the first writing may round it.
    let once = JSONWriter.bytes(of: value)
    guard let again = try? JSONValue(parsing: once) else {
        fatalError("what was written cannot be parsed: \(String(decoding: once, as: UTF8.self))")
    }
    let twice = JSONWriter.bytes(of: again)
    check(once == twice, "\(String(decoding: once, as: UTF8.self)) was written as something else again")
    return 0
}
