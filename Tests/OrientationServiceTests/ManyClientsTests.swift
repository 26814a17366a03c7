import OrientationCore
import OrientationProtocol
import OrientationTestSupport
import Testing

@testable import OrientationService

/// What clients are told is worked out once for those that are alike. It must not show.
@Suite("Many clients")
struct ManyClientsTests {
    /// A step of a script, which happens to a board whether its clients are there or not.
    private enum Event: Sendable {
        case machine(@Sendable (inout StateBoard, Duration) -> Void)
        case subscribe(Int, Policy)
        case read(Int)
    }

    private static let clients = 40
    private static let policies = [
        Policy(), Policy(root: Controller(supported: .portrait)), Policy(),
        Policy(root: Controller(autorotates: false)),
    ]

    /// Turns, locks, posture and session masks, amid which clients come one after the other and read now
    /// and then: the same in each run.
    private static let script: [Event] = {
        var random = SeededRandomness(seed: 42)
        var script: [Event] = []
        for _ in 0..<4000 {
            let isEven = Bool.random(using: &random)
            switch Int.random(in: 0..<30, using: &random) {
            case 0: script.append(.machine { $0.lock(isEven ? .portrait : nil, at: $1) })
            case 1: script.append(.machine { $0.posture(holds: isEven, at: $1) })
            case 2: script.append(.machine { $0.setMask(isEven ? .landscape : .all, of: -1, at: $1) })
            case 3: script.append(.machine { $0.removeMask(of: -1, at: $1) })
            case 4:
                script.append(
                    .machine { board, time in board.configure(at: time) { $0.kind = isEven ? .pad : .phone } }
                )
            case 5..<10:
                let side = DeviceOrientation.allCases.randomElement(using: &random) ?? .unknown
                let report = SensorSession.Report(
                    sensor: "s", status: isEven ? .ready : .degraded, orientation: side)
                script.append(.machine { $0.report(report, at: $1) })
            case 10:
                let client = script.count { if case .subscribe = $0 { true } else { false } }
                if client < clients { script.append(.subscribe(client, policies[client % policies.count])) }
            default: script.append(.read(Int.random(in: 0..<clients, using: &random)))
            }
        }
        return script
    }()

    /// What one client reads, with all others there or by itself.
    private static func readings(of client: Int, alone: Bool) throws -> [OrientationState] {
        var board = StateBoard(machine: Machine(), at: .zero)
        var readings: [OrientationState] = []
        for (second, event) in script.enumerated() {
            let time = Duration.seconds(second)
            switch event {
            case .machine(let change): change(&board, time)
            case .subscribe(let other, let policy):
                guard other == client || !alone else { continue }
                try board.subscribe(other, name: "\(other)", user: 1, policy: policy, at: time)
            case .read(let other):
                guard other == client || !alone, let reading = board.read(other) else { continue }
                if other == client { readings.append(reading.state) }
            }
        }
        return readings
    }

    @Test("each reads what it would read alone", arguments: 0..<clients)
    func independence(client: Int) throws {
        let readings = try Self.readings(of: client, alone: false)

        #expect(readings.count > 10)
        #expect(try readings == Self.readings(of: client, alone: true))
    }

    @Test("news of a client is told once until it has read it, the oldest client first")
    func news() throws {
        var board = StateBoard(machine: Machine(), at: .zero)
        for client in [1, 2, 3] {
            try board.subscribe(client, name: "\(client)", user: 1, policy: Policy(), at: .zero)
        }
        func turn(_ orientation: DeviceOrientation) {
            board.report(
                SensorSession.Report(sensor: "s", status: .ready, orientation: orientation), at: .zero)
        }

        #expect(board.takeNews() == [1, 2, 3])
        turn(.portrait)
        #expect(board.takeNews() == [])
        for client in [3, 2] { _ = board.read(client) }
        turn(.landscapeLeft)
        turn(.portrait)
        #expect(board.takeNews() == [2, 3])
        #expect(board.takeNews() == [])
        #expect(board.read(1)?.state.sequence == 4)
    }
}
