internal import SystemCalls

/// The attributes of a device in sysfs, each of which is read once at most: one that the sensor is slow to
/// tell, such as a scale that its axes share, is waited for once.
final class DeviceFiles {
    private let path: String
    private var answers: [String: Result<String, SystemCallError>] = [:]

    /// - Parameter path: The device's directory.
    init(_ path: String) { self.path = path }

    /// The first that the kernel offers of these, or nothing. Asks the kernel, not the sensor.
    func attribute(_ names: String...) -> SysfsAttribute? {
        names.lazy.map { SysfsAttribute("\(self.path)/\($0)") }.first(where: \.exists)
    }

    /// The text of an attribute, or nothing without one. May block for as long as the driver likes.
    func text(of attribute: SysfsAttribute?) throws(SystemCallError) -> String? {
        guard let attribute else { return nil }
        let answer = answers[attribute.path] ?? attribute.answer
        answers[attribute.path] = answer
        switch answer {
        case .success(let text): return text
        case .failure(let error): throw error
        }
    }

    /// The text of an attribute, or nothing where there is none to be had.
    func textIfThere(of attribute: SysfsAttribute?) -> String? {
        do throws(SystemCallError) { return try text(of: attribute) } catch { return nil }
    }
}

extension SysfsAttribute {
    fileprivate var answer: Result<String, SystemCallError> {
        do throws(SystemCallError) { return .success(try read()) } catch { return .failure(error) }
    }
}
