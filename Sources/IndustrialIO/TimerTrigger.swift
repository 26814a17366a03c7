internal import CLinux
internal import SystemCalls

/// A trigger that a timer of the kernel drives, for sensors whose buffer has none of its own.
///
/// Needs the module `iio-trig-hrtimer` and a mounted configfs; see
/// `Documentation/iio/iio_configfs.rst` of the kernel.
struct TimerTrigger {
    /// Where such triggers are made.
    static let directory = "/sys/kernel/config/iio/triggers/hrtimer"

    /// The trigger's name.
    let name: String

    /// Makes a trigger.
    ///
    /// - Parameters:
    ///   - node: The sensor's `iio:deviceN`, after which the trigger is named.
    ///   - frequency: How often it fires, in Hz.
    ///   - settings: Remembers to remove it.
    /// - Throws: ENOENT where the kernel has no such triggers.
    init(
        for node: String, frequency: Double, remembering settings: inout KernelSettings
    ) throws(SystemCallError) {
        name = "orientationd-\(node.drop { !$0.isNumber })"
        let path = "\(Self.directory)/\(name)"
        if !SysfsAttribute(path).exists {
            settings.remember([.noDirectory(path)])
            if mkdir(path, 0o755) != 0 { throw .last("mkdir", path) }
        }
        let devices = "/sys/bus/iio/devices"
        for entry in directoryEntries(devices) where entry.hasPrefix("trigger") {
            guard SysfsAttribute("\(devices)/\(entry)/name").readIfThere() == name else { continue }
            try SysfsAttribute("\(devices)/\(entry)/sampling_frequency").write(
                SamplingFrequency.text(frequency))
            return
        }
        throw SystemCallError(call: "find", subject: "trigger \(name)", code: ENOENT)
    }
}
