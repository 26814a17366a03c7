internal import CLinux

/// Groups of users, by the system's database.
public enum Group {
    /// The number of a group.
    ///
    /// - Returns: Nothing if there is no group of that name.
    /// The corresponding function is `getgrnam_r(3)`.
    public static func id(named name: String) -> UInt32? {
        var entry = group()
        var buffer = [CChar](repeating: 0, count: 16384)
        var found: UnsafeMutablePointer<group>?
        guard getgrnam_r(name, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        return entry.gr_gid
    }
}
