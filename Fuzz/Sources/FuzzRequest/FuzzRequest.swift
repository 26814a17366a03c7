internal import FuzzSupport
internal import JSON
internal import OrientationProtocol
internal import Varlink

/// The parameters of each method: what is taken is written as a call that is taken to be the same, and
/// what is refused names a field.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let method = input.choice(methods)
    guard let value = try? JSONValue(parsing: input.remainder()), let parameters = value.object else {
        return 0
    }

    do throws(ServiceError) {
        let request = try Request(Call(method: method, parameters: parameters, wantsMore: true))
        check(request.method == method, "\(method) was taken for \(request.method)")
        // Nine digits of a rate are written, so that the first writing may round it.
        let once = request.bytes
        let twice = try Request(parsing: once).bytes
        check(once == twice, "\(String(decoding: once, as: UTF8.self)) is another call when it is sent")
    } catch {
        guard case .invalidParameter(let field) = error else { fatalError("refused with \(error)") }
        check(!field.isEmpty || parameters[""] != nil, "a parameter without a name is refused")
    }
    return 0
}

private let methods = [
    "GetState", "Subscribe", "UpdatePolicy", "SetSessionMask", "SetRotationLock", "ListSensors",
    "StreamSamples",
].map { "org.orientationd.\($0)" }

extension Request {
    /// Takes the bytes of a call apart, as a server does.
    fileprivate init(parsing bytes: [UInt8]) throws(ServiceError) {
        var connection = ServerConnection()
        bytes.withUnsafeBytes { connection.receive($0, at: .zero) }
        guard case .execute(let call) = connection.next(at: .zero) else {
            fatalError("no call: \(String(decoding: bytes, as: UTF8.self))")
        }
        try self.init(call)
    }
}
