/// Something that is wrong in a file of the hardware database.
public struct HardwareDatabaseFinding: Equatable, Sendable {
    /// The line, from 1.
    public let line: Int
    /// What kind of mistake it is.
    public let kind: Kind
    /// What is wrong, and where it can be said what would be right; for people, one line, no full stop.
    public let reason: String

    /// A kind of mistake. The raw value is its name for programs.
    public enum Kind: String, CaseIterable, Sendable {
        /// systemd-hwdb does not take the line.
        case syntax
        /// A property has a name or a value that nobody reads.
        case property
        /// An axis is lost, or used twice.
        case singular
        /// The text is no mount matrix, or its rows are not unit vectors at right angles.
        case matrix
        /// No key that udev can look up fits the pattern.
        case dead
        /// The pattern does not go on after its last field, so that it fits only some kernels' keys.
        case unterminated
        /// A letter stands where a digit is meant.
        case mistyped
        /// Lines further down fit every key that this one fits, and say something else.
        case shadowed
        /// Other lines fit every key that this one fits, and say the same.
        case redundant
    }
}
