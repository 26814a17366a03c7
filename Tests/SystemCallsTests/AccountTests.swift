import SystemCalls
import Testing

/// The superuser is the one account that every system has, with the same number.
@Suite("Accounts")
struct AccountTests {
    @Test("an account is found by its name and by its number")
    func lookUp() {
        let named = Account(named: "root")

        #expect(named?.user == 0)
        #expect(named?.groups.first == 0)
        #expect(named == Account(user: 0))
    }

    @Test("nobody has a name or a number that is not in the database")
    func missing() {
        #expect(Account(named: "no such account") == nil)
        #expect(Account(user: 4_000_000_123) == nil)
    }

    @Test("a group has a name, one that is not in the database has none")
    func groups() {
        #expect(Group.name(of: 0) == "root")
        #expect(Group.name(of: 4_000_000_123) == nil)
    }
}
