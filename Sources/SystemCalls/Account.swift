internal import CLinux

/// A user of the system, by the system's database.
public struct Account: Equatable, Sendable {
    /// The name that is used to log in.
    public let name: String
    /// The user's number.
    public let user: UInt32
    /// The numbers of all the user's groups, the primary one first.
    public let groups: [UInt32]

    /// Looks a user up by name.
    ///
    /// - Returns: Nothing if there is no user of that name.
    /// The corresponding functions are `getpwnam_r(3)` and `getgrouplist(3)`.
    public init?(named name: String) {
        self.init { entry, buffer, found in
            getpwnam_r(name, &entry, buffer, Self.bufferSize, &found)
        }
    }

    /// Looks a user up by number.
    ///
    /// - Returns: Nothing if there is no user of that number.
    /// The corresponding functions are `getpwuid_r(3)` and `getgrouplist(3)`.
    public init?(user: UInt32) {
        self.init { entry, buffer, found in
            getpwuid_r(user, &entry, buffer, Self.bufferSize, &found)
        }
    }

    /// What the texts of one entry may take up.
    private static let bufferSize = 16384

    private init?(
        _ look: (inout passwd, UnsafeMutablePointer<CChar>, inout UnsafeMutablePointer<passwd>?) -> Int32
    ) {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: Self.bufferSize)
        defer { buffer.deallocate() }
        guard look(&entry, buffer, &found) == 0, found != nil, let name = entry.pw_name else { return nil }
        var count: Int32 = 64
        var groups = [gid_t](repeating: 0, count: Int(count))
        while getgrouplist(name, entry.pw_gid, &groups, &count) < 0, Int(count) > groups.count {
            groups = [gid_t](repeating: 0, count: Int(count))
        }
        self.name = String(cString: name)
        self.user = entry.pw_uid
        self.groups = Array(groups.prefix(Int(count)))
    }

    /// The number of the user who started this process.
    /// The corresponding system call is `getuid(2)`.
    public static var currentUser: UInt32 { getuid() }

    /// The numbers of all groups of this process.
    /// The corresponding system calls are `getgid(2)` and `getgroups(2)`.
    public static var currentGroups: [UInt32] {
        var groups = [gid_t](repeating: 0, count: max(0, Int(getgroups(0, nil))))
        let count = getgroups(Int32(groups.count), &groups)
        return [getgid()] + groups.prefix(max(0, Int(count)))
    }
}

extension Group {
    /// The name of a group.
    ///
    /// - Returns: Nothing if there is no group of that number.
    /// The corresponding function is `getgrgid_r(3)`.
    public static func name(of id: UInt32) -> String? {
        var entry = group()
        var buffer = [CChar](repeating: 0, count: 16384)
        var found: UnsafeMutablePointer<group>?
        guard getgrgid_r(id, &entry, &buffer, buffer.count, &found) == 0, found != nil else { return nil }
        return String(cString: entry.gr_name)
    }
}
