import Foundation
import OrientationClient
import OrientationProtocol
import OrientationTestSupport
import Testing
import Varlink

@Suite("A connection for single calls")
struct ConnectionTests {
    private let service: TestService

    init() throws { service = try TestService() }

    private typealias Outcome = Result<RotationLockReply, ClientError>

    /// The outcome of a call, made on a thread of its own.
    private final class Box: @unchecked Sendable {
        private let lock = NSLock()
        private var outcome: Outcome?
        func set(_ outcome: Outcome) { lock.withLock { self.outcome = outcome } }
        func get() -> Outcome? { lock.withLock { outcome } }
    }

    /// Makes a call on a thread, and lets the service answer it as told.
    private func call(answering answer: (TestService.Peer) -> Void) -> Outcome {
        let (path, box) = (service.path, Box())
        Thread.detachNewThread {
            do throws(ClientError) {
                let connection = try OrientationConnection(socketPath: path)
                box.set(.success(try connection.call(.setRotationLock(locked: true, orientation: nil))))
            } catch {
                box.set(.failure(error))
            }
        }
        var isAnswered = false
        while true {
            service.serve()
            if let peer = service.peers.first, !peer.requests.isEmpty, !isAnswered {
                answer(peer)
                isAnswered = true
            }
            if let outcome = box.get() { return outcome }
        }
    }

    @Test("an answer is taken apart")
    func answered() {
        let answer = RotationLockReply(rotationLock: RotationLock(.landscapeLeft))

        #expect(call { $0.reply(answer) } == .success(answer))
    }

    @Test("an error of the interface is told as what it is")
    func refused() {
        #expect(
            call { $0.fail(.service(.permissionDenied)) } == .failure(.refused(.service(.permissionDenied))))
    }

    @Test("an answer that lacks a field is told by the name of the field")
    func malformed() {
        let problem = FieldError(field: "rotationLock", problem: "is missing")

        #expect(call { $0.reply(EmptyReply()) } == .failure(.malformedReply(problem)))
    }

    @Test("a service that closes the connection is told")
    func ended() {
        #expect(call { _ in service.closeConnections() } == .failure(.ended))
    }

    @Test("a service that does not answer in time is told")
    func timedOut() throws {
        let connection = try OrientationConnection(socketPath: service.path)

        #expect(throws: ClientError.timedOut) {
            try connection.call(.listSensors, as: SensorsReply.self, timeout: .milliseconds(1))
        }
    }

    @Test("nobody there is told with the path")
    func unreachable() {
        service.stop()

        let error = failure(ClientError.self) { try OrientationConnection(socketPath: service.path) }
        #expect(error?.description.contains(service.path) == true)
    }
}
