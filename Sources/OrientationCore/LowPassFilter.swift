/// A first-order low-pass filter for accelerations at irregular times.
struct LowPassFilter: Sendable {
    private let timeConstant: Double
    private(set) var value = Vector.zero

    /// - Parameter timeConstant: In seconds; after so long 63 % of a step has come through.
    init(timeConstant: Double) { self.timeConstant = timeConstant }

    /// Starts over from one acceleration.
    mutating func reset(to acceleration: Vector) { value = acceleration }

    /// Takes an acceleration that came so many seconds after the one before.
    mutating func append(_ acceleration: Vector, after seconds: Double) {
        let share = 1 - Mathematics.exponential(-seconds / timeConstant)
        value = value + share * (acceleration - value)
    }
}
