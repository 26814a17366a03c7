/// An account that uses files.
public struct DoctorAccount: Equatable, Sendable {
    /// The user's name, or number where there is no name.
    public var name: String
    /// The user.
    public var user: UInt32
    /// All groups of the user.
    public var groups: [UInt32]

    /// Describes an account.
    public init(name: String, user: UInt32, groups: [UInt32]) {
        self.name = name
        self.user = user
        self.groups = groups
    }
}

/// What is done with a file.
public enum DoctorNeed: Sendable, CaseIterable {
    /// Reading, for a measurement by the axes' attributes.
    case measure
    /// Reading and writing the device file.
    case openBuffer
    /// Writing an attribute that sets up the buffer.
    case setUpBuffer
    /// Writing how often the sensor measures.
    case setRate
}

/// A file, and whether somebody may use it.
public struct DoctorFile: Equatable, Sendable {
    /// Its path.
    public var path: String
    /// What it is needed for.
    public var need: DoctorNeed
    /// For whom it was looked at.
    public var account: String
    /// Whether the account may use it.
    public var isGranted: Bool
    /// Owner, group and mode, for people: `root:root 0644`. Nothing where the file is missing.
    public var permissions: String?
    /// Whether the mode allows what is refused all the same.
    public var isRefusedOtherwise: Bool

    /// Describes a file.
    public init(
        path: String, need: DoctorNeed, account: String, isGranted: Bool, permissions: String?,
        isRefusedOtherwise: Bool = false
    ) {
        self.path = path
        self.need = need
        self.account = account
        self.isGranted = isGranted
        self.permissions = permissions
        self.isRefusedOtherwise = isRefusedOtherwise
    }
}

/// The permissions of a file as the kernel checks them: the owner's bits count for the owner, the
/// group's for members of the group, and only else those of others (`path_resolution(7)`).
public struct FilePermissions: Equatable, Sendable {
    /// The owner.
    public var user: UInt32
    /// The group.
    public var group: UInt32
    /// The mode; only its lowest nine bits count.
    public var mode: UInt32

    /// Describes permissions.
    public init(user: UInt32, group: UInt32, mode: UInt32) {
        self.user = user
        self.group = group
        self.mode = mode
    }

    /// Whether an account may do all of what is asked. Root may do everything.
    public func allow(_ account: DoctorAccount, reading: Bool, writing: Bool) -> Bool {
        if account.user == 0 { return true }
        let shift: UInt32 = account.user == user ? 6 : account.groups.contains(group) ? 3 : 0
        let bits = mode >> shift & 0o7
        return (!reading || bits & 0o4 != 0) && (!writing || bits & 0o2 != 0)
    }

    /// Whether an account may use the file for what it is needed for.
    public func allow(_ account: DoctorAccount, _ need: DoctorNeed) -> Bool {
        allow(account, reading: need.isReading, writing: need.isWriting)
    }
}

extension DoctorNeed {
    /// Whether the file has to be readable.
    public var isReading: Bool { self == .measure || self == .openBuffer }
    /// Whether the file has to be writable.
    public var isWriting: Bool { self != .measure }
}
