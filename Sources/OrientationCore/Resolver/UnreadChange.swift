/// Why the state that a client reads next differs from the one that it read before, and by how much it
/// turned, however many states were replaced in between.
///
/// Of several reasons the last is kept that turns what is drawn in an animated way; else the last that
/// turns it at all; else the last. The first state that a client reads is a launch, whatever happened
/// before it was read.
public struct UnreadChange: Equatable, Sendable {
    /// Why the next state differs from the one read.
    public private(set) var cause: Cause = .launch

    private enum Weight: Comparable { case nothing, unturned, silent, animated }
    private var weight = Weight.nothing
    private var readRotation: Int?

    /// Begins with a client that has read nothing.
    public init() {}

    /// Notes one state of the client.
    ///
    /// - Parameters:
    ///   - cause: Why it differs from the one before.
    ///   - turned: Whether what is drawn turned with it, see ``Resolution/turned``.
    public mutating func note(_ cause: Cause, turned: Bool) {
        guard readRotation != nil else { return }
        let weight: Weight = !turned ? .unturned : cause.isAnimated ? .animated : .silent
        guard weight >= self.weight else { return }
        self.weight = weight
        self.cause = cause
    }

    /// How far what is drawn turned since the state that was read: degrees clockwise, in (−180, 180].
    /// Nothing if it did not, or if nothing was read.
    ///
    /// - Parameter rotation: The rotation of the next state, see ``Resolution/rotation``.
    public func turned(to rotation: Int) -> Int? {
        readRotation.flatMap { Resolution.turn(from: $0, to: rotation) }
    }

    /// The client reads a state with this rotation.
    public mutating func read(rotation: Int) {
        readRotation = rotation
        weight = .nothing
    }
}
