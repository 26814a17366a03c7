internal import BringUp
internal import IndustrialIO
internal import SystemCalls
internal import Udev

/// Sensors, their drivers, their files, and what else there is that looks like one.
enum SensorSurvey {
    /// Looks at accelerometers.
    ///
    /// - Parameter account: The account that has to be able to use their files.
    static func look(_ descriptions: [SensorDescription], account: DoctorAccount) -> [DoctorSensor] {
        let devices = (try? Udev().devices(subsystem: "iio")) ?? []
        return descriptions.map { description in
            var sensor = DoctorSensor(description)
            guard let path = description.devicePath, let node = description.node else { return sensor }
            let device = devices.first { $0.name == node }
            sensor.driver = device?.ancestors.lazy.compactMap(\.driver).first
            sensor.matrixIsDeclared = Files.exist(at: "\(path)/of_node/mount-matrix")
            sensor.hasRaw = ["x", "y", "z"].allSatisfy { Files.exist(at: "\(path)/in_accel_\($0)_raw") }
            if Files.exist(at: "\(path)/buffer/enable"),
                Files.exist(at: "\(path)/scan_elements/in_accel_x_en")
            {
                sensor.buffer = buffer(of: path, place: device?.path)
            }
            sensor.files = files(of: path, node: node, hasBuffer: sensor.buffer != nil).compactMap {
                look(at: $0.path, $0.need, account: account)
            }
            return sensor
        }
    }

    private static func buffer(of path: String, place: String?) -> DoctorBuffer {
        var buffer = DoctorBuffer()
        buffer.needsTrigger = Files.exist(at: "\(path)/trigger/current_trigger")
        buffer.currentTrigger = text("\(path)/trigger/current_trigger")
        buffer.isEnabled = text("\(path)/buffer/enable") == "1"
        if let slash = place?.lastIndex(of: "/"), let parent = place?[..<slash] {
            buffer.ownTriggers = ((try? Files.names(in: String(parent))) ?? []).filter {
                $0.hasPrefix("trigger")
            }
            .compactMap { text("\(parent)/\($0)/name") }
        }
        return buffer
    }

    /// The files that reading a sensor needs, as far as it has them; the device file in any case.
    private static func files(
        of path: String, node: String, hasBuffer: Bool
    ) -> [(path: String, need: DoctorNeed)] {
        var files = ["x", "y", "z"].map { ("\(path)/in_accel_\($0)_raw", DoctorNeed.measure) }
        if hasBuffer {
            let elements = ["x", "y", "z"].map { "scan_elements/in_accel_\($0)_en" }
            let names =
                ["buffer/enable", "buffer/length", "buffer/watermark", "trigger/current_trigger"] + elements
                + ["scan_elements/in_timestamp_en"]
            files += names.map { ("\(path)/\($0)", .setUpBuffer) }
        }
        files += ["sampling_frequency", "in_accel_sampling_frequency", "in_accel_hysteresis"]
            .map { ("\(path)/\($0)", .setRate) }
        return files.filter { Files.exist(at: $0.0) } + (hasBuffer ? [("/dev/\(node)", .openBuffer)] : [])
    }

    private static func look(at path: String, _ need: DoctorNeed, account: DoctorAccount) -> DoctorFile {
        guard let status = try? FileStatus(of: path) else {
            return DoctorFile(
                path: path, need: need, account: account.name, isGranted: false, permissions: nil)
        }
        let mode = status.mode & 0o7777
        let permissions = FilePermissions(user: status.user, group: status.group, mode: mode)
        let isAllowed = permissions.allow(account, need)
        // For oneself the kernel can be asked, which also knows of access lists and security modules.
        let isGranted =
            account.user == Account.currentUser
            ? Files.isAccessible(path, reading: need.isReading, writing: need.isWriting) : isAllowed
        let owner = Account(user: status.user)?.name ?? String(status.user)
        let group = Group.name(of: status.group) ?? String(status.group)
        return DoctorFile(
            path: path, need: need, account: account.name, isGranted: isGranted,
            permissions: "\(owner):\(group) 0\(String(mode, radix: 8))",
            isRefusedOtherwise: isAllowed && !isGranted)
    }

    private static func text(_ path: String) -> String? {
        guard let bytes = try? Files.contents(of: path) else { return nil }
        let text = String(decoding: bytes.prefix { $0 != 0 && $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }
}

extension SensorSurvey {
    /// Looks for what is no IIO accelerometer but could be taken for one.
    static func lookAround(_ facts: inout DoctorFacts) throws(SystemCallError) {
        let udev = try Udev()
        let known = Set(facts.sensors.compactMap(\.description.node))
        facts.otherDevices = try udev.devices(subsystem: "iio")
            .filter { $0.name.hasPrefix("iio:device") && !known.contains($0.name) }
            .map { $0.attribute("name") ?? $0.name }
        facts.inputAccelerometers = try udev.devices(subsystem: "input", having: "ID_INPUT_ACCELEROMETER")
            .filter { $0.name.hasPrefix("input") }
            .map { $0.attribute("name") ?? $0.name }
        let modules = ModuleAliases.ofRunningKernel
        for subsystem in ["i2c", "spi", "platform"] {
            for device in try udev.devices(subsystem: subsystem) where device.driver == nil {
                guard let modalias = device.attribute("modalias"),
                    let module = modules?.accelerometerModule(for: modalias)
                else { continue }
                facts.driverless.append(
                    DriverlessDevice(path: device.path, modalias: modalias, module: module))
            }
        }
    }
}

extension ModuleAliases {
    /// Those of the kernel that runs, if its modules are installed here.
    fileprivate static var ofRunningKernel: ModuleAliases? {
        guard let release = try? Files.contents(of: "/proc/sys/kernel/osrelease") else { return nil }
        let name = String(decoding: release.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        let folder = "/lib/modules/\(name)"
        let limit = 64 << 20
        guard let aliases = try? Files.contents(of: "\(folder)/modules.alias", limit: limit),
            let dependencies = try? Files.contents(of: "\(folder)/modules.dep", limit: limit)
        else { return nil }
        return ModuleAliases(aliases: aliases, dependencies: dependencies)
    }
}
