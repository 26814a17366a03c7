/// How long to wait before something is tried again: 1 s at first, twice as long each time, 30 s at most.
struct RetryPause: Equatable, Sendable {
    private static let shortest = Duration.seconds(1)
    private static let longest = Duration.seconds(30)

    private var upcoming = Self.shortest

    /// The next pause.
    mutating func next() -> Duration {
        defer { upcoming = min(upcoming * 2, Self.longest) }
        return upcoming
    }
}
