public import OrientationCore

/// What the firmware says about the machine, and what its built-in panel is like.
public struct MachineFacts: Equatable, Sendable {
    /// Whether it is held like a phone or like a pad.
    public let kind: DeviceKind
    /// Where ``kind`` is from, for people.
    public let kindReason: String
    /// The preferred mode of the built-in panel, if there is one.
    public let panelMode: PanelMode?
    /// Names by which ``SensorQuirk/machine`` may speak of it: what the device tree is compatible with,
    /// the most exact first, and the modalias of DMI: `dmi:…:svnVENDOR:pnPRODUCT:…`, without blanks.
    public let names: [String]

    /// Reads sysfs.
    ///
    /// A phone is a device tree whose `chassis-type` is `handset` (Devicetree Specification, chapter 3)
    /// or a DMI chassis of type 11, "Hand Held" (SMBIOS specification, 7.4.1). All else is a pad.
    public init() {
        let tree = "/sys/firmware/devicetree/base"
        let dmi = "/sys/class/dmi/id"
        let chassis = SysfsAttribute("\(tree)/chassis-type").readIfThere()
        let chassisNumber = SysfsAttribute("\(dmi)/chassis_type").readIfThere()
        if let chassis {
            kind = chassis == "handset" ? .phone : .pad
            kindReason = "chassis-type \(chassis) in the device tree"
        } else if let chassisNumber {
            kind = chassisNumber == "11" ? .phone : .pad
            kindReason = "chassis type \(chassisNumber) in DMI"
        } else {
            kind = .pad
            kindReason = "the firmware does not say"
        }
        panelMode =
            directoryEntries("/sys/class/drm").sorted().lazy.compactMap { connector in
                SysfsAttribute("/sys/class/drm/\(connector)/modes").readIfThere()
                    .flatMap { PanelMode(connector: connector, modes: $0) }
            }.first

        let compatible = SysfsAttribute("\(tree)/compatible").readIfThere() ?? ""
        names =
            compatible.split(separator: "\0").map(String.init)
            + [SysfsAttribute("\(dmi)/modalias").readIfThere()].compactMap { $0 }
    }
}
