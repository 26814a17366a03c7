import EventLoop
import Foundation
import JSON
import OrientationCore
import OrientationProtocol
import SystemCalls
import Systemd
import Testing

@testable import OrientationService

/// A service without a sensor in a folder of its own, driven step by step.
private final class Bench {
    let folder = "/tmp/o-\(UUID().uuidString.prefix(13))"
    let loop: EventLoop
    let service: Service
    private(set) var log: [String] = []
    private var seconds = 0

    init(configuration: String = "[Sensor]\nSensor=none-such\n") throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        let file = folder + "/orientationd.conf"
        try Data(configuration.utf8).write(to: URL(fileURLWithPath: file))
        loop = try EventLoop()
        let lines = Lines()
        service = try Service(
            environment: ServiceEnvironment(
                configurationFile: file, socketPath: folder + "/socket", stateDirectory: folder),
            loop: loop, log: Log(isVerbose: true, withPriority: false) { lines.all.append($0) })
        self.lines = lines
    }

    deinit { try? FileManager.default.removeItem(atPath: folder) }

    final class Lines { var all: [String] = [] }
    let lines: Lines

    /// Lets the service do what is to be done, without waiting.
    func settle() throws { while try loop.runOnce(timeout: .zero) {} }

    /// Makes the device be held so.
    func hold(_ orientation: DeviceOrientation) {
        seconds += 1
        service.board.report(
            SensorSession.Report(sensor: "s", status: .ready, orientation: orientation), at: .seconds(seconds)
        )
        service.roundEnded()
    }

    func connect() throws -> Socket { try Socket(path: folder + "/socket") }
}

/// A client's end, whose messages are read one by one.
private final class Socket {
    private let socket: FileDescriptor
    private var bytes: [UInt8] = []
    private(set) var hasEnded = false

    init(path: String) throws { socket = try UnixSocket.connect(to: path) }

    func send(_ text: String) { send(Array(text.utf8) + [0]) }

    func send(_ message: [UInt8]) {
        _ = message.withUnsafeBytes { Connection.send(to: socket.number, $0) }
    }

    func shutDownSending() { shutdown(socket.number, Int32(SHUT_WR)) }

    /// The next message that has arrived, if there is one.
    func next() throws -> JSONValue? {
        var chunk = [UInt8](repeating: 0, count: 100_000)
        loop: while true {
            switch chunk.withUnsafeMutableBytes({ Connection.receive(from: socket.number, into: $0) }) {
            case .count(let count): bytes += chunk.prefix(count)
            case .wouldBlock: break loop
            case .ended:
                hasEnded = true
                break loop
            }
        }
        guard let end = bytes.firstIndex(of: 0) else { return nil }
        defer { bytes.removeSubrange(...end) }
        return try JSONValue(parsing: bytes[..<end])
    }
}

extension JSONValue {
    fileprivate subscript(_ path: String...) -> JSONValue? {
        path.reduce(self as JSONValue?) { $0?.object?[$1] }
    }
}

@Suite("Service")
struct ServiceTests {
    private static let subscribe = #"{"method":"org.orientationd.Subscribe","more":true}"#

    @Test("a subscriber is told at once how it stands, and then what changes")
    func subscription() throws {
        let bench = try Bench()
        let client = try bench.connect()

        client.send(Self.subscribe)
        try bench.settle()
        let first = try #require(try client.next())
        bench.hold(.landscapeLeft)
        try bench.settle()
        let second = try #require(try client.next())

        #expect(first["parameters", "state", "sensorStatus"] == "absent")
        #expect(first["parameters", "state", "interfaceOrientation"] == "portrait")
        #expect(first["parameters", "subscription"]?.string?.count == 32)
        #expect(first["continues"] == true)
        #expect(second["parameters", "state", "deviceOrientation"] == "landscapeLeft")
        #expect(second["parameters", "state", "interfaceOrientation"] == "landscapeRight")
        #expect(second["parameters", "state", "rotation"] == 270)
        #expect(second["parameters", "state", "turned"] == 90)
        #expect(second["parameters", "subscription"] == nil)
    }

    @Test("a reader that sleeps from state 1 to state 500 reads these two, and nothing between")
    func sleeper() throws {
        let bench = try Bench()
        let client = try bench.connect()
        client.send(Self.subscribe)
        try bench.settle()

        for number in 2...500 {
            bench.hold(number.isMultiple(of: 2) ? .landscapeLeft : .portrait)
            try bench.settle()
        }
        var sequences: [Int64] = []
        while let message = try client.next() {
            sequences.append(message["parameters", "state", "sequence"]?.integer ?? -1)
            try bench.settle()
        }

        #expect(sequences == [1, 500])
    }

    @Test("a client that only shut down its sending side still gets its reply and its stream")
    func halfClosed() throws {
        let bench = try Bench()
        let client = try bench.connect()

        client.send(Self.subscribe)
        client.shutDownSending()
        try bench.settle()
        #expect(try client.next() != nil)
        bench.hold(.portrait)
        try bench.settle()

        #expect(try client.next()?["parameters", "state", "deviceOrientation"] == "portrait")
        #expect(!client.hasEnded)
    }

    @Test("pipelined calls are answered in their order, one at a time")
    func pipeline() throws {
        let bench = try Bench()
        let client = try bench.connect()

        for method in ["org.orientationd.GetState", "org.orientationd.None", "org.orientationd.ListSensors"] {
            client.send(#"{"method":"\#(method)"}"#)
        }
        try bench.settle()

        #expect(try client.next()?["parameters", "state", "sequence"] == 0)
        #expect(try client.next()?["error"] == "org.varlink.service.MethodNotFound")
        #expect(try client.next()?["parameters", "sensors"] == [])
    }

    @Test(
        "a broken message ends its connection, is logged once, and the next client is served",
        arguments: [
            "{", "[]", "{}", #"{"method":7}"#, #"{"method":"a.b","upgrade":true}"#,
            #"{"method":"a.b","more":true,"oneway":true}"#, #"{"a":1,"a":2,"method":"a.b"}"#,
        ])
    func broken(message: String) throws {
        let bench = try Bench()
        let client = try bench.connect()
        let lines = bench.lines.all.count

        client.send(message)
        client.send(#"{"method":"org.orientationd.GetState"}"#)
        try bench.settle()
        #expect(try client.next() == nil)
        #expect(client.hasEnded)
        #expect(bench.lines.all.count == lines + 1)

        let next = try bench.connect()
        next.send(#"{"method":"org.orientationd.GetState"}"#)
        try bench.settle()
        #expect(try next.next()?["parameters", "state"] != nil)
    }

    @Test("what is over the limit of connections is closed, and a place becomes free again")
    func limit() throws {
        let bench = try Bench(configuration: "[Socket]\nMaxConnections=2\n[Sensor]\nSensor=none-such\n")
        var clients = [try bench.connect(), try bench.connect(), try bench.connect()]
        try bench.settle()
        _ = try clients[2].next()
        #expect(clients[2].hasEnded)

        clients.removeFirst()
        try bench.settle()
        let next = try bench.connect()
        next.send(#"{"method":"org.orientationd.GetState"}"#)
        try bench.settle()

        #expect(try next.next()?["parameters", "state"] != nil)
    }

    @Test("a client that has gone unnoticed takes no place from one that comes")
    func unnoticed() throws {
        let bench = try Bench(configuration: "[Socket]\nMaxConnections=1\n[Sensor]\nSensor=none-such\n")
        var first: Socket? = try bench.connect()
        try bench.settle()

        let second = try bench.connect()
        first = nil
        second.send(#"{"method":"org.orientationd.GetState"}"#)
        try bench.settle()

        #expect(try second.next()?["parameters", "state"] != nil)
        #expect(first == nil)
    }

    @Test("a policy is replaced from another connection by the name of its subscription")
    func updatePolicy() throws {
        let bench = try Bench()
        bench.hold(.landscapeLeft)
        let client = try bench.connect()
        client.send(Self.subscribe)
        try bench.settle()
        let name = try #require(try client.next()?["parameters", "subscription"]?.string)

        let other = try bench.connect()
        other.send(
            #"{"method":"org.orientationd.UpdatePolicy","parameters":{"subscription":"\#(name)","policy":"#
                + #"{"root":{"id":"p","supported":["portrait"]}}}}"#)
        try bench.settle()

        #expect(try other.next()?["parameters", "state", "interfaceOrientation"] == "portrait")
        let told = try #require(try client.next())
        #expect(told["parameters", "state", "interfaceOrientation"] == "portrait")
        #expect(told["parameters", "state", "cause"] == "policy")
        #expect(told["parameters", "state", "turned"] == -90)
    }

    @Test("a name that is no subscription's is refused")
    func noSuchSubscription() throws {
        let bench = try Bench()
        let client = try bench.connect()

        client.send(
            #"{"method":"org.orientationd.UpdatePolicy","parameters":{"subscription":"x","policy":{}}}"#)
        try bench.settle()

        let reply = try #require(try client.next())
        #expect(reply["error"] == "org.orientationd.NoSuchSubscription")
        #expect(reply["parameters", "subscription"] == "x")
    }

    @Test("a session mask ends with the connection that set it")
    func mask() throws {
        let bench = try Bench()
        bench.hold(.landscapeLeft)
        let client = try bench.connect()
        client.send(Self.subscribe)
        try bench.settle()
        _ = try client.next()

        var shell: Socket? = try bench.connect()
        shell?.send(
            #"{"method":"org.orientationd.SetSessionMask","parameters":{"supported":["portrait"]}}"#)
        try bench.settle()
        #expect(try shell?.next()?["parameters"] == [:])
        #expect(try client.next()?["parameters", "state", "cause"] == "session")
        shell = nil
        try bench.settle()

        let free = try #require(try client.next())
        #expect(free["parameters", "state", "interfaceOrientation"] == "landscapeRight")
        #expect(free["parameters", "state", "cause"] == "session")
    }

    @Test("the lock without an orientation holds what is shown, and is kept for the next start")
    func lock() throws {
        let bench = try Bench()
        bench.hold(.landscapeLeft)
        let client = try bench.connect()

        client.send(#"{"method":"org.orientationd.SetRotationLock","parameters":{"locked":true}}"#)
        try bench.settle()

        let reply = try #require(try client.next())
        #expect(reply["parameters", "rotationLock", "orientation"] == "landscapeRight")
        #expect(RotationLockFile(path: bench.folder + "/rotation-lock").read() == .lock(.landscapeRight))
    }

    @Test("an empty list that would be in force is refused with file and line")
    func emptyList() {
        #expect(throws: (any Error).self) {
            try Bench(configuration: "[Interface]\nKind=pad\n\nSupportedOrientationsPad=\n")
        }
        #expect(throws: Never.self) {
            _ = try Bench(
                configuration:
                    "[Interface]\nKind=pad\nSupportedOrientationsPhone=\n[Sensor]\nSensor=none-such\n")
        }
    }
}
