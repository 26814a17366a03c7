/// How much memory all connections together may make the daemon hold, and whose has to go when it is more.
///
/// An allocation that fails ends a Swift program, and so does the kernel when the unit has more than its
/// `MemoryMax=`. So nothing is allowed to come near it, however many connect: the user that holds most loses
/// the connection that holds most. Those of others stay.
struct MemoryBudget {
    /// How much connections may hold together, in bytes: unfinished messages, unread answers, policies.
    ///
    /// 16 KiB for each of 512 connections, where the policy of a usual client takes one or two; and, with
    /// all else that the daemon takes, less than half of what its unit allows.
    static let limit = 8 << 20

    /// What each connection that holds something holds.
    private var holdings: [Int: (user: UInt32, bytes: Int)] = [:]
    private let limit: Int
    /// What they hold together, in bytes.
    private(set) var total = 0

    init(limit: Int = Self.limit) { self.limit = limit }

    /// Notes how much a connection holds by now, in bytes. One that has ended holds nothing.
    mutating func note(_ bytes: Int, of client: Int, user: UInt32) {
        total += bytes - (holdings[client]?.bytes ?? 0)
        holdings[client] = bytes == 0 ? nil : (user, bytes)
    }

    /// The connection that has to be closed, as too much is held; nothing if it is not. Of two that hold the
    /// same the newer one.
    var excess: Int? {
        guard total > limit else { return nil }
        var totals: [UInt32: Int] = [:]
        for holding in holdings.values { totals[holding.user, default: 0] += holding.bytes }
        let user = totals.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key
        return holdings.filter { $0.value.user == user }
            .max { ($0.value.bytes, $0.key) < ($1.value.bytes, $1.key) }?.key
    }
}
