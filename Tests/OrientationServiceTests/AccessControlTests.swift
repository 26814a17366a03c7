import SystemCalls
import Testing

@testable import OrientationService

@Suite("Access control")
struct AccessControlTests {
    private let access = AccessControl(group: 77, activeUser: { 1000 })

    @Test(
        "the lock is for root, the group and the active user; raw samples are not for the active user",
        arguments: [
            (Peer(process: 1, user: 0, groups: [0]), true, true),
            (Peer(process: 1, user: 500, groups: [500, 77]), true, true),
            (Peer(process: 1, user: 1000, groups: [1000]), true, false),
            (Peer(process: 1, user: 1001, groups: [1001, 1000]), false, false),
        ])
    func rights(peer: Peer, mayLock: Bool, mayReadSamples: Bool) {
        #expect(access.mayLock(peer) == mayLock)
        #expect(access.mayReadSamples(peer) == mayReadSamples)
    }

    @Test("without the group and without a session root alone may")
    func nobody() {
        let access = AccessControl(group: nil, activeUser: { nil })

        #expect(access.mayLock(Peer(process: 1, user: 0, groups: [0])))
        #expect(!access.mayLock(Peer(process: 1, user: 1000, groups: [0])))
    }
}
