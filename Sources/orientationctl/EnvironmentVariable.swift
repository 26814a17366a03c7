internal import CLinux

/// The value of an environment variable; nothing if there is none, or an empty one.
/// The corresponding function is `getenv(3)`.
func environment(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
}
