internal import JSON
internal import OrientationCore
internal import SystemCalls

/// The rotation lock as it is kept over restarts: a file that holds one JSON object, the
/// `RotationLock` of the interface.
struct RotationLockFile {
    /// The path of the file.
    let path: String

    /// What the file says.
    enum Content: Equatable {
        /// There is no file: nobody ever set a lock.
        case missing
        /// Unlocked, or locked to an orientation.
        case lock(InterfaceOrientation?)
        /// There is a file, but it does not hold a lock.
        case damaged(reason: String)
    }

    /// Reads the file.
    func read() -> Content {
        do throws(SystemCallError) {
            return Self.parse(try Files.contents(of: path, limit: 4096))
        } catch {
            return error.name == "ENOENT" ? .missing : .damaged(reason: error.message)
        }
    }

    /// Puts a lock in the place of the one that the file holds. After a crash it holds either.
    ///
    /// - Throws: ``SystemCallError`` if that is not so; the file then holds the one before.
    func write(_ lock: InterfaceOrientation?) throws(SystemCallError) {
        var object: JSONObject = ["locked": .bool(lock != nil)]
        if let lock { object["orientation"] = .string(lock.name) }
        try Files.replace(path, with: JSONWriter.bytes(of: object) + [UInt8(ascii: "\n")], mode: 0o644)
    }

    /// Moves a damaged file out of the way, beside itself, for whoever wants to know.
    func setAside() throws(SystemCallError) { try Files.move(path, to: path + ".bad") }

    private static func parse(_ bytes: [UInt8]) -> Content {
        let value: JSONValue
        do throws(JSONError) {
            value = try JSONValue(parsing: bytes)
        } catch {
            return .damaged(reason: "\(error)")
        }
        guard let object = value.object, let isLocked = object["locked"]?.bool else {
            return .damaged(reason: "expected an object with locked: true or false")
        }
        guard isLocked else { return .lock(nil) }
        guard let orientation = object["orientation"]?.string.flatMap(InterfaceOrientation.init(name:)) else {
            return .damaged(reason: "expected an interface orientation as orientation")
        }
        return .lock(orientation)
    }
}
