/// What the switches of the casing say.
public struct SwitchState: Equatable, Sendable {
    /// Whether a convertible is folded, or taken off its keyboard, to be used as a tablet. `nil` on a
    /// machine that has no such switch, or whose switch has not said anything yet.
    public var isTabletMode: Bool?
    /// Whether the lid is shut. `nil` on a machine without a lid switch.
    public var isLidClosed: Bool?

    /// No switch says anything.
    public init(isTabletMode: Bool? = nil, isLidClosed: Bool? = nil) {
        self.isTabletMode = isTabletMode
        self.isLidClosed = isLidClosed
    }
}

/// Puts together what several input devices say about the same switches. A value; knows no device.
struct SwitchBoard: Equatable, Sendable {
    /// The switches that matter, by their codes in the kernel's `input-event-codes.h`.
    enum Switch: UInt16, CaseIterable, Sendable {
        case lid = 0x00
        case tabletMode = 0x01
    }

    private var devices: [String: [Switch: Bool]] = [:]

    /// A device says how all its switches are.
    ///
    /// - Parameters:
    ///   - capabilities: Which switches it has, one bit each.
    ///   - bits: Which of them are on.
    mutating func set(_ device: String, capabilities: UInt64, bits: UInt64) {
        devices[device] = [:]
        for known in Switch.allCases where capabilities & 1 << UInt64(known.rawValue) != 0 {
            devices[device]?[known] = bits & 1 << UInt64(known.rawValue) != 0
        }
    }

    /// A device says that one switch changed. Codes that do not matter are passed over.
    mutating func change(_ device: String, code: UInt16, isOn: Bool) {
        guard let known = Switch(rawValue: code) else { return }
        devices[device, default: [:]][known] = isOn
    }

    /// A device is gone.
    mutating func remove(_ device: String) { devices[device] = nil }

    /// What all of them say together: on, if one of those that have the switch says so. Firmware with two
    /// drivers for one switch keeps one of them at off.
    var state: SwitchState {
        func any(_ wanted: Switch) -> Bool? {
            let values = devices.values.compactMap { $0[wanted] }
            return values.isEmpty ? nil : values.contains(true)
        }
        return SwitchState(isTabletMode: any(.tabletMode), isLidClosed: any(.lid))
    }
}
