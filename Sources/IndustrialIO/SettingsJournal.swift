internal import CLinux
internal import Synchronization
internal import SystemCalls

/// One thing to be put back in the kernel.
enum FoundSetting: Equatable, Sendable {
    /// An attribute was found with one value and left by this program with another, as the kernel shows it;
    /// `nil` where that is not known.
    case value(SysfsAttribute, found: String, left: String?)
    /// A directory was not there; it is one that stands for a device, such as a trigger in configfs.
    case noDirectory(String)
}

extension FoundSetting {
    /// Makes it as it was found, unless another program has changed it since. What cannot be put back is left.
    func restore() {
        switch self {
        case .value(let attribute, let found, let left):
            guard let present = attribute.readIfThere(), present != found else { return }
            if let left, !Self.isSame(present, left) { return }
            try? attribute.write(found)
        case .noDirectory(let path): rmdir(path)
        }
    }

    /// Whether two values of an attribute are the same, numbers in whatever form: the kernel has its own.
    static func isSame(_ one: String, _ other: String) -> Bool {
        if one == other { return true }
        guard let one = Double(one), let other = Double(other) else { return false }
        return one == other
    }
}

/// What is to be put back in the kernel if this program is killed: a file that the next start reads.
///
/// Not flushed to the disk, since after a reboot nothing has to be put back.
final class SettingsJournal: Sendable {
    private let path: String
    private let bootID: String
    /// What each sensor's reader changed, by the sensor's path, in the order of changing.
    private let found = Mutex<[String: [FoundSetting]]>([:])

    /// - Parameter path: The file. Its directory must be writable for this program alone.
    init(path: String) {
        self.path = path
        bootID = SysfsAttribute("/proc/sys/kernel/random/boot_id").readIfThere() ?? ""
    }

    /// Notes what a sensor's reader has found, before it changes it; nothing if all is as it was.
    ///
    /// Failing to note it is no reason not to read the sensor.
    func note(_ settings: [FoundSetting], of sensor: String) {
        found.withLock { found in
            found[sensor] = settings.isEmpty ? nil : settings
            if found.isEmpty {
                unlink(path)
            } else {
                try? write(found.keys.sorted().flatMap { found[$0] ?? [] })
            }
        }
    }

    /// Puts back what a killed program left behind, on a thread of its own, since sensors may make it block.
    ///
    /// - Returns: When that is done; nothing if there is nothing to put back.
    func recover() throws(SystemCallError) -> EndSignal? {
        let settings = leftBehind()
        if settings.isEmpty {
            unlink(path)
            return nil
        }
        let end = try EndSignal()
        try runDetached {
            settings.forEach { $0.restore() }
            unlink(self.path)
            end.give()
        }
        return end
    }

    /// What a killed program left behind since the last boot, the last change first.
    func leftBehind() -> [FoundSetting] {
        guard let bytes = try? Files.contents(of: path) else { return [] }
        let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
        guard let first = lines.first, first == "boot \(bootID)" else { return [] }
        return lines.dropFirst().compactMap(Self.setting).reversed()
    }

    private func write(_ settings: [FoundSetting]) throws(SystemCallError) {
        var text = "boot \(bootID)\n"
        for setting in settings {
            switch setting {
            case .value(let attribute, let found, let left):
                text +=
                    (["value", attribute.path, found] + [left].compactMap { $0 }).joined(separator: "\t")
                    + "\n"
            case .noDirectory(let path): text += "directory\t\(path)\n"
            }
        }
        let beside = path + ".new"
        do {
            let flags = O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW
            let file = FileDescriptor(
                owning: try retrying("open", beside) { open_file(beside, flags, 0o600) })
            let bytes = Array(text.utf8)
            _ = try retrying("write", beside) { CLinux.write(file.number, bytes, bytes.count) }
        }
        _ = try retrying("rename", path) { rename(beside, path) }
    }

    /// Reads a line. Only sysfs and the triggers of configfs are ever touched.
    private static func setting(_ line: Substring) -> FoundSetting? {
        let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        guard fields.count >= 2, !fields[1].contains("/../") else { return nil }
        switch (fields[0], fields.count) {
        case ("value", 3...4) where fields[1].hasPrefix("/sys/devices/"):
            return .value(
                SysfsAttribute(fields[1]), found: fields[2], left: fields.count == 4 ? fields[3] : nil)
        case ("directory", 2) where fields[1].hasPrefix(TimerTrigger.directory + "/"):
            return .noDirectory(fields[1])
        default: return nil
        }
    }
}
