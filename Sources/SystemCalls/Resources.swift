internal import CLinux

/// What the process may use.
public enum Resources {
    /// Lets the process open as many descriptors as its hard limit allows.
    /// The corresponding system call is `setrlimit(2)`.
    public static func raiseDescriptorLimit() throws(SystemCallError) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            throw .last("getrlimit")
        }
        limit.rlim_cur = limit.rlim_max
        guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else {
            throw .last("setrlimit")
        }
    }
}
