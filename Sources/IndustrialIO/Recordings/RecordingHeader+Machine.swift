internal import CLinux
internal import SystemCalls

extension RecordingHeader {
    /// Takes in what the running machine says of itself. Neither its name nor a serial number is read.
    public mutating func describeMachine() {
        var names = utsname()
        if uname(&names) == 0 {
            kernel = [text(&names.sysname), text(&names.release), text(&names.machine)].joined(separator: " ")
        }
        dmi = SysfsAttribute("/sys/class/dmi/id/modalias").readIfThere()
        compatible = SysfsAttribute("/sys/firmware/devicetree/base/compatible").readIfThere()
            .map { $0.split(separator: "\0").joined(separator: " ") }
    }

    /// Leaves out what ``describeMachine()`` took in: the sensor is of another machine.
    public mutating func forgetMachine() { (kernel, dmi, compatible) = (nil, nil, nil) }

    /// Takes in what the kernel says of the sensor, apart from what ``SensorDescription`` has.
    ///
    /// - Parameter path: Its directory in sysfs, such as `/sys/bus/iio/devices/iio:device0`.
    public mutating func describeSensor(at path: String) {
        func read(_ names: String...) -> String? {
            names.lazy.compactMap { SysfsAttribute("\(path)/\($0)").readIfThere() }.first { !$0.isEmpty }
        }
        label = read("label", "in_accel_label")
        availableFrequencies = read(
            "in_accel_sampling_frequency_available", "sampling_frequency_available")
        for (key, channel) in [
            ("x", "in_accel_x"), ("y", "in_accel_y"), ("z", "in_accel_z"), ("timestamp", "in_timestamp"),
        ] {
            guard let type = read("scan_elements/\(channel)_type", "buffer0/\(channel)_type") else {
                continue
            }
            let index = read("scan_elements/\(channel)_index", "buffer0/\(channel)_index")
            channels[key] = type + (index.map { ", index \($0)" } ?? "")
        }

        var folder = resolved(path)
        while folder.hasPrefix("/sys/devices/"), driver == nil || modalias == nil {
            if driver == nil, SysfsAttribute("\(folder)/driver").exists {
                driver = resolved("\(folder)/driver").split(separator: "/").last.map(String.init)
            }
            if modalias == nil { modalias = SysfsAttribute("\(folder)/modalias").readIfThere() }
            folder = folder.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        }
    }

    /// The name of a sensor, without what tells whose it is: the folder of a recording, the host of a
    /// remote sensor.
    public static func anonymous(id: String) -> String {
        let base = id.split(separator: "/").last.map(String.init) ?? id
        if id.hasPrefix("recording:") { return id.contains("/") ? "recording:\(base)" : id }
        if id.hasPrefix("ip:") { return "ip:/\(base)" }
        return id
    }

    /// The path without links; the path itself where there is no such file.
    /// The corresponding function is `realpath(3)`.
    private func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    /// The text in a fixed field of `struct utsname`.
    private func text<Field>(_ field: inout Field) -> String {
        withUnsafeBytes(of: &field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
    }
}
