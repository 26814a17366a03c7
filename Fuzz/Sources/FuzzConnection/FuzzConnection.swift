internal import FuzzSupport
internal import JSON
internal import OrientationCore
internal import OrientationProtocol
internal import Varlink

/// The server's side of a connection: whatever comes in, in whatever pieces it comes and its answers go,
/// the same calls are executed, the same answers sent, and each is a message as the protocol has it.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var input = FuzzInput(start, count)
    let seed = input.byte()
    let bytes = input.remainder()

    var whole = Conversation { $0 }
    whole.hold(bytes)
    var numbers = FuzzNumbers(seed: seed)
    var pieces = Conversation { min($0, numbers.upTo(9)) }
    pieces.hold(bytes)

    check(whole.calls == pieces.calls, "other calls are executed when they come in pieces")
    check(whole.sent == pieces.sent, "other answers are sent when calls come in pieces")
    check(whole.end == pieces.end, "\(String(describing: whole.end)) or \(String(describing: pieces.end))")
    checkMessages(whole.sent)
    return 0
}

/// A server without sockets that has answers of every kind.
private struct Conversation {
    /// How many of the bytes that are there are read, or written, at once.
    let portion: (Int) -> Int
    var connection = ServerConnection()
    var calls: [Call] = []
    var sent: [UInt8] = []
    var end: CloseReason?
    /// How many states a stream still brings.
    var states = 0

    init(portion: @escaping (Int) -> Int) { self.portion = portion }

    mutating func hold(_ bytes: [UInt8]) {
        var rest = bytes[...]
        var hasEnded = false
        while end == nil {
            write()
            goOn()
            if end != nil || connection.wantsToWrite { continue }
            check(connection.wantsToRead || hasEnded, "neither reads nor writes, and is not closed")
            check(!hasEnded, "everything was read and answered, and it is not closed")
            if rest.isEmpty {
                hasEnded = true
                connection.receiveEnd()
            } else {
                let count = min(portion(rest.count), connection.room)
                check(count > 0, "wants to read, and has no room")
                rest.prefix(count).withUnsafeBytes { connection.receive($0, at: .zero) }
                rest = rest.dropFirst(count)
            }
            goOn()
        }
    }

    /// Does what the connection asks for until it asks for nothing.
    private mutating func goOn() {
        while let step = connection.next(at: .zero) {
            switch step {
            case .close(let reason): end = reason
            case .execute(let call):
                calls.append(call)
                execute(call)
            }
        }
    }

    private mutating func execute(_ call: Call) {
        do throws(ServiceError) {
            switch try Request(call) {
            case .service(let call): connection.reply(try Self.information.answer(call))
            case .getState, .updatePolicy: connection.reply(StateReply(state: .example))
            case .subscribe, .streamSamples:
                // Whoever wants more wants an answer: a call with both is no call.
                states = 2
                connection.beginStream()
            case .setSessionMask: connection.reply(EmptyReply())
            case .setRotationLock(_, let orientation):
                connection.reply(RotationLockReply(rotationLock: RotationLock(orientation)))
            case .listSensors:
                connection.reply(
                    SensorsReply(
                        sensors: [], naturalOrientation: .portrait, panelOrientation: .normal,
                        orientationReason: "none"))
            }
        } catch {
            connection.fail(error)
        }
    }

    private mutating func write() {
        var wantsEnd = false
        let (states, portion) = (states, portion)
        var count = 0
        var output: [UInt8] = []
        connection.write(
            making: {
                count += 1
                return Reply.bytes(StateReply(state: .example), continues: true)
            },
            to: { bytes in
                let written = portion(bytes.count)
                output += bytes.prefix(written)
                return written
            })
        sent += output
        self.states -= count
        wantsEnd = count > 0 && states == 1
        if count > 0, !wantsEnd { connection.announce() }
        // A stream that ends by an error lets the connection go on.
        if wantsEnd { connection.fail(ServiceError.permissionDenied) }
    }

    private static let information = ServiceInformation(
        vendor: "v", product: "p", version: "1", url: "u",
        interfaces: [(OrientationInterface.name, OrientationInterface.description)])
}

extension OrientationState {
    fileprivate static let example = OrientationState(
        sequence: 1, timestamp: .seconds(1), sensorStatus: .ready, sensor: "s", deviceOrientation: .portrait,
        interfaceOrientation: .portrait, supported: true, allowed: [.portrait], kind: .pad, cause: .launch,
        turned: nil, rotation: 0, rotationLock: RotationLock(nil))
}

/// Checks that what was sent is messages, each an object without null that answers or refuses.
private func checkMessages(_ sent: [UInt8]) {
    check(sent.isEmpty || sent.last == 0, "what was sent ends within a message")
    for message in sent.split(separator: 0, omittingEmptySubsequences: false).dropLast() {
        check(message.count <= 65536, "a message of \(message.count) bytes was sent")
        guard let value = try? JSONValue(parsing: message), let object = value.object else {
            fatalError("not an object: \(String(decoding: message, as: UTF8.self))")
        }
        check(hasNoNull(value), "null was sent")
        check(object["parameters"]?.object != nil, "parameters are missing")
        for member in object.members {
            check(["parameters", "continues", "error"].contains(member.key), "\(member.key) was sent")
        }
    }
}

private func hasNoNull(_ value: JSONValue) -> Bool {
    switch value {
    case .null: false
    case .array(let elements): elements.allSatisfy(hasNoNull)
    case .object(let object): object.members.allSatisfy { hasNoNull($0.value) }
    case .bool, .integer, .real, .string: true
    }
}
