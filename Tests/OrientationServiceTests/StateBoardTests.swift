import OrientationCore
import OrientationProtocol
import Testing

@testable import OrientationService

@Suite("State board")
final class StateBoardTests {
    private var board = StateBoard(machine: Machine(), at: .zero)
    private var seconds = 0

    private func hold(_ orientation: DeviceOrientation, _ status: SensorStatus = .ready) {
        seconds += 1
        board.report(
            SensorSession.Report(sensor: "s", status: status, orientation: orientation), at: .seconds(seconds)
        )
    }

    private func subscribe(_ key: Int, _ policy: Policy = Policy()) throws {
        try board.subscribe(key, name: "name \(key)", user: 1000, policy: policy, at: .seconds(seconds))
    }

    private func read(_ key: Int) -> OrientationState? { board.read(key)?.state }

    private func news() -> [Int] { board.takeNews() }

    private static let portraitOnly = Policy(root: Controller(supported: .portrait))

    @Test("the first state is number 1, a launch, and tells the name of the subscription; later ones do not")
    func first() throws {
        hold(.landscapeLeft)
        try subscribe(1)

        let firstRead = board.read(1)
        hold(.portrait)
        let secondRead = board.read(1)
        let first = try #require(firstRead)
        let second = try #require(secondRead)

        #expect(first.name == "name 1")
        #expect(first.state.sequence == 1)
        #expect(first.state.cause == .launch)
        #expect(first.state.interfaceOrientation == .landscapeRight)
        #expect(first.state.rotation == 270)
        #expect(first.state.turned == nil)
        #expect(second.name == nil)
        #expect(second.state.sequence == 2)
    }

    @Test("a device turned counter-clockwise turns content clockwise by 90 degrees")
    func turn() throws {
        hold(.portrait)
        try subscribe(1)
        _ = board.read(1)

        hold(.landscapeLeft)
        let state = try #require(read(1))

        #expect(state.cause == .device)
        #expect(state.turned == 90)
        #expect(state.interfaceOrientation == .landscapeRight)
        #expect(state.timestamp == .seconds(2))
    }

    @Test("nothing is read twice")
    func onlyNews() throws {
        try subscribe(1)

        #expect(read(1) != nil)
        #expect(read(1) == nil)
        hold(.unknown, .absent)
        _ = board.read(1)
        hold(.unknown, .absent)
        #expect(read(1) == nil)
    }

    @Test("a client that cannot turn is told how the device is held, without a turn")
    func portraitOnly() throws {
        hold(.portrait)
        try subscribe(1, Self.portraitOnly)
        _ = board.read(1)

        hold(.landscapeLeft)
        let state = try #require(read(1))

        #expect(state.deviceOrientation == .landscapeLeft)
        #expect(state.interfaceOrientation == .portrait)
        #expect(state.cause == .device)
        #expect(state.turned == nil)
        #expect(state.allowed == [.portrait])
    }

    @Test("a change of the sensor alone is told to all as 'device', without a turn")
    func sensorStatus() throws {
        hold(.portrait)
        try subscribe(1)
        _ = board.read(1)
        _ = board.takeNews()

        hold(.portrait, .degraded)

        #expect(news() == [1])
        let state = try #require(read(1))
        #expect(state.sensorStatus == .degraded)
        #expect(state.cause == .device)
        #expect(state.turned == nil)
    }

    @Test("a reader that sleeps from state 1 to state 500 reads these two, and nothing between")
    func sleeper() throws {
        hold(.portrait)
        try subscribe(1)
        var sequences = [try #require(read(1)?.sequence)]

        for number in 2...500 { hold(number.isMultiple(of: 2) ? .landscapeLeft : .portrait) }
        while let reading = board.read(1) { sequences.append(reading.state.sequence) }

        #expect(sequences == [1, 500])
    }

    @Test("turns that cancel each other while a reader sleeps are no turn")
    func cancelled() throws {
        hold(.portrait)
        try subscribe(1)
        _ = board.read(1)

        hold(.landscapeLeft)
        hold(.portrait)
        let state = try #require(read(1))

        #expect(state.sequence == 3)
        #expect(state.turned == nil)
    }

    @Test("a turn of the device and a presentation in one state keep the cause that is animated")
    func coalesced() throws {
        hold(.portrait)
        try subscribe(1)
        _ = board.read(1)

        hold(.landscapeLeft)
        let presented = Policy(
            root: Controller(id: "root"),
            modals: [Modal(controller: Controller(id: "modal", supported: .landscape))])
        _ = try board.update(1, policy: presented, transition: .presents, at: .seconds(9))
        let state = try #require(read(1))

        #expect(state.cause == .device)
        #expect(state.turned == 90)
    }

    @Test("a lock is told to all, and holds what is shown; unlocking obeys the device at once")
    func lock() throws {
        hold(.portrait)
        try subscribe(1)
        _ = board.read(1)

        board.lock(.portrait, at: .seconds(2))
        let locked = try #require(read(1))
        hold(.landscapeRight)
        let turned = try #require(read(1))
        board.lock(nil, at: .seconds(4))
        let unlocked = try #require(read(1))

        #expect(locked.cause == .lock)
        #expect(locked.rotationLock == RotationLock(.portrait))
        #expect(locked.turned == nil)
        #expect(turned.deviceOrientation == .landscapeRight)
        #expect(turned.interfaceOrientation == .portrait)
        #expect(unlocked.interfaceOrientation == .landscapeLeft)
        #expect(unlocked.cause == .lock)
        #expect(unlocked.turned == -90)
    }

    @Test("posture holds the natural orientation above the lock, and the device is still told")
    func posture() throws {
        hold(.portrait)
        board.configure(at: .zero) { $0.naturalOrientation = .landscapeRight }
        board.lock(.portraitUpsideDown, at: .zero)
        try subscribe(1)
        _ = board.read(1)

        board.posture(holds: true, at: .seconds(3))
        let held = try #require(read(1))
        hold(.landscapeRight)
        let turned = try #require(read(1))
        board.posture(holds: false, at: .seconds(5))
        let free = try #require(read(1))

        #expect(held.cause == .posture)
        #expect(held.interfaceOrientation == .landscapeRight)
        #expect(turned.deviceOrientation == .landscapeRight)
        #expect(turned.interfaceOrientation == .landscapeRight)
        #expect(free.interfaceOrientation == .portraitUpsideDown)
    }

    @Test("of two session masks the newer counts, and when its connection ends the one before")
    func masks() throws {
        hold(.landscapeLeft)
        try subscribe(1)
        _ = board.read(1)

        board.setMask(.portrait, of: 10, at: .seconds(2))
        let portrait = try #require(read(1))
        board.setMask(.landscapeLeft, of: 11, at: .seconds(3))
        let landscape = try #require(read(1))
        board.removeMask(of: 11, at: .seconds(4))
        let again = try #require(read(1))
        board.removeMask(of: 10, at: .seconds(5))
        let free = try #require(read(1))

        #expect(portrait.interfaceOrientation == .portrait)
        #expect(portrait.cause == .session)
        #expect(landscape.interfaceOrientation == .landscapeLeft)
        #expect(again.interfaceOrientation == .portrait)
        #expect(free.interfaceOrientation == .landscapeRight)
    }

    @Test("a mask that leaves a client nothing is told once, holds, and is recovered from")
    func emptyMask() throws {
        hold(.portrait)
        try subscribe(1, Self.portraitOnly)
        _ = board.read(1)

        board.setMask(.landscape, of: 10, at: .seconds(2))
        let left = try #require(read(1))
        board.setMask(.landscapeLeft, of: 11, at: .seconds(3))
        #expect(read(1) == nil)
        board.removeMask(of: 11, at: .seconds(4))
        board.removeMask(of: 10, at: .seconds(4))
        let recovered = try #require(read(1))

        #expect(!left.supported)
        #expect(left.interfaceOrientation == .portrait)
        #expect(left.allowed == [])
        #expect(recovered.supported)
        #expect(recovered.interfaceOrientation == .portrait)
    }

    @Test("one client's policy changes no other client's state, whether it is taken or refused")
    func independence() throws {
        hold(.landscapeLeft)
        try subscribe(1)
        try subscribe(2)
        _ = (board.read(1), board.read(2))
        _ = board.takeNews()

        _ = try board.update(1, policy: Self.portraitOnly, transition: .navigates, at: .seconds(2))
        #expect(news() == [1])
        let taken = try #require(read(1))
        let empty = Policy(root: Controller(id: "none", supported: []))
        #expect(throws: PolicyError.self) {
            try self.board.update(1, policy: empty, transition: .navigates, at: .seconds(3))
        }

        #expect(taken.interfaceOrientation == .portrait)
        #expect(taken.cause == .policy)
        #expect(news() == [])
        #expect(read(1) == nil)
        #expect(read(2) == nil)
    }

    @Test("a subscription is known by its name to its own user only")
    func names() throws {
        try subscribe(1)

        #expect(board.key(named: "name 1", of: 1000) == 1)
        #expect(board.key(named: "name 1", of: 1001) == nil)
        board.unsubscribe(1)
        #expect(board.key(named: "name 1", of: 1000) == nil)
        #expect(board.count == 0)
    }

    @Test("another configuration is told with its cause, and only to whom it concerns")
    func configuration() throws {
        hold(.landscapeLeft)
        try subscribe(1)
        try subscribe(2, Self.portraitOnly)
        _ = (board.read(1), board.read(2))

        board.configure(at: .seconds(2)) { $0.configured.general = [.portrait] }
        let state = try #require(read(1))

        #expect(state.cause == .configuration)
        #expect(state.interfaceOrientation == .portrait)
        #expect(read(2) == nil)
    }
}
