internal import BringUp
internal import SystemCalls

/// The processes of this machine, as far as they may be looked into.
enum ProcessSurvey {
    /// The account that the daemon runs as, or would run as; else that of whoever asks.
    ///
    /// - Parameters:
    ///   - node: `iio:deviceN`, whose device file may be open in them.
    ///   - socketPath: Where the daemon should listen.
    static func look(node: String?, socketPath: String) -> (programs: DoctorPrograms, account: DoctorAccount)
    {
        var programs = DoctorPrograms()
        let device = node.flatMap { try? FileStatus(of: "/dev/\($0)") }
        for name in (try? Files.names(in: "/proc")) ?? [] {
            guard let process = Int32(name), let command = line("/proc/\(name)/comm") else { continue }
            // The kernel cuts names after 15 bytes.
            if command == "iio-sensor-prox" {
                programs.rival = RunningProgram(process: process, name: "iio-sensor-proxy")
            }
            guard let device else { continue }
            switch holds(device, process: name) {
            case true?:
                let isRival = programs.rival?.process == process
                programs.holders.append(
                    RunningProgram(process: process, name: isRival ? "iio-sensor-proxy" : command))
            case false?: break
            case nil: programs.hidden += 1
            }
        }
        if let account = listener(at: socketPath) ?? Account(named: "orientationd").map(DoctorAccount.init) {
            return (programs, account)
        }
        let user = Account.currentUser
        return (
            programs,
            DoctorAccount(
                name: Account(user: user)?.name ?? String(user), user: user, groups: Account.currentGroups)
        )
    }

    /// Whether a process has a file open; nothing if that may not be known.
    private static func holds(_ file: FileStatus, process: String) -> Bool? {
        let names: [String]
        do { names = try Files.names(in: "/proc/\(process)/fd") } catch {
            // A process that has ended meanwhile holds nothing.
            return error.name == "ENOENT" || error.name == "ESRCH" ? false : nil
        }
        return names.contains { name in
            (try? FileStatus(of: "/proc/\(process)/fd/\(name)"))?.isSameFile(as: file) ?? false
        }
    }

    /// The account of the daemon that listens at a path; nothing where the service manager does so for it.
    private static func listener(at path: String) -> DoctorAccount? {
        guard let socket = try? UnixSocket.connect(to: path),
            let peer = try? Connection.peer(of: socket.number),
            line("/proc/\(peer.process)/comm") == "orientationd"
        else { return nil }
        return owner(of: String(peer.process))
    }

    /// The account that a process runs as, with the groups that it has itself (`proc(5)`, status).
    private static func owner(of process: String) -> DoctorAccount? {
        guard let bytes = try? Files.contents(of: "/proc/\(process)/status") else { return nil }
        var numbers: [String: [UInt32]] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let words = line.split { $0 == "\t" || $0 == " " }
            guard let key = words.first else { continue }
            numbers[String(key)] = words.dropFirst().compactMap { UInt32($0) }
        }
        // Real, effective, saved, and that for files.
        guard let user = numbers["Uid:"]?.last, let group = numbers["Gid:"]?.last else { return nil }
        return DoctorAccount(
            name: Account(user: user)?.name ?? String(user), user: user,
            groups: [group] + (numbers["Groups:"] ?? []))
    }

    private static func line(_ path: String) -> String? {
        guard let bytes = try? Files.contents(of: path) else { return nil }
        return String(decoding: bytes.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }
}

extension DoctorAccount {
    /// An account as the system's database has it.
    fileprivate init(_ account: Account) {
        self.init(name: account.name, user: account.user, groups: account.groups)
    }
}
