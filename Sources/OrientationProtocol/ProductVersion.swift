extension OrientationInterface {
    /// The version of all programs of this package, by semantic versioning.
    public static let productVersion = "0.1.0"
}
