import OrientationCore
import Testing

@testable import OrientationService

@Suite("What connections hold together")
struct MemoryBudgetTests {
    @Test("may be all that there is room for, and not a byte more")
    func limit() {
        var budget = MemoryBudget(limit: 100)

        budget.note(60, of: 1, user: 1000)
        budget.note(40, of: 2, user: 1000)
        #expect(budget.excess == nil)
        budget.note(41, of: 2, user: 1000)

        #expect(budget.total == 101)
        #expect(budget.excess == 1)
    }

    @Test("is too much by the connection that holds most, or the newer of two that do")
    func largest() {
        var budget = MemoryBudget(limit: 100)

        for client in 1...4 { budget.note(client == 2 ? 20 : 30, of: client, user: 1000) }
        #expect(budget.excess == 4)
        budget.note(31, of: 3, user: 1000)

        #expect(budget.excess == 3)
    }

    @Test("is too much by a connection of the user that holds most, whatever a single one of others holds")
    func users() {
        var budget = MemoryBudget(limit: 100)

        budget.note(40, of: 1, user: 1000)
        for client in 2...8 { budget.note(client == 5 ? 11 : 10, of: client, user: 65534) }

        #expect(budget.total == 111)
        #expect(budget.excess == 5)
    }

    @Test("is less by what an ended connection held")
    func ended() {
        var budget = MemoryBudget(limit: 100)
        budget.note(90, of: 1, user: 0)
        budget.note(90, of: 2, user: 0)

        budget.note(0, of: 2, user: 0)
        #expect(budget.total == 90)
        #expect(budget.excess == nil)
        budget.note(0, of: 1, user: 0)

        #expect(budget.total == 0)
    }

    @Test("has a policy in it at no less than its names and controllers take")
    func policy() {
        let name = String(repeating: "a", count: 950)
        let named = Policy(
            root: Controller(
                kind: .tab, children: (0..<40).map { Controller(id: "\($0 + 10)" + name) }),
            modals: (0..<10).map { Modal(controller: Controller(id: "\($0)" + name)) })
        let nameless = Policy(
            root: Controller(kind: .tab, children: Array(repeating: Controller(), count: 63)))

        #expect(named.heldBytes >= 40 * 952 + 10 * 951 + 51 * MemoryLayout<Controller>.stride)
        // And at no more than twice that, so that nobody is closed for what is not held.
        #expect(named.heldBytes < 2 * (40 * 952 + 10 * 951 + 51 * MemoryLayout<Controller>.stride))
        #expect(nameless.heldBytes >= 64 * MemoryLayout<Controller>.stride)
        #expect(Policy().heldBytes == 0)
    }
}
