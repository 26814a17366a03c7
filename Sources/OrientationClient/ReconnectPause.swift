/// How long to wait before connecting again: longer each time, until it has worked.
public struct ReconnectPause: Equatable, Sendable {
    /// The first pause.
    public var shortest: Duration
    /// The longest pause, after many failures.
    public var longest: Duration
    private var upcoming: Duration

    /// Makes pauses that begin with the shortest and double each time.
    public init(shortest: Duration = .milliseconds(100), longest: Duration = .seconds(5)) {
        self.shortest = shortest
        self.longest = longest
        upcoming = shortest
    }

    /// The next pause.
    ///
    /// - Parameter jitter: By how much to shorten it, from 0, not at all, to 1, by half: a different
    ///   number for each client keeps many clients of one service from coming back at the same moment.
    public mutating func next(jitter: Double = 0) -> Duration {
        defer { upcoming = min(upcoming * 2, longest) }
        return upcoming * (1 - min(max(jitter, 0), 1) / 2)
    }

    /// Begins with the shortest again.
    public mutating func reset() { upcoming = shortest }
}
