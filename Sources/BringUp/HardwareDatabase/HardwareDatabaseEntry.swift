public import OrientationCore

/// A record of `60-sensor.hwdb` for one kind of machine.
public struct HardwareDatabaseEntry: Equatable, Sendable {
    /// The pattern.
    public let pattern: String
    /// What a person who uses it should know, one line each.
    public let notes: [String]

    private let vendor: String
    private let product: String

    /// Finds the pattern: what the sensor hangs on and what the machine is called, with wildcards for all
    /// that changes with the firmware's version or the kernel's.
    ///
    /// - Throws: ``EntryError`` if the machine has no name in DMI.
    public init(_ lookup: SensorLookup) throws(EntryError) {
        let bus = SensorLookup.substituted(lookup.modalias)
        let start =
            "sensor:" + (lookup.label.map { Self.escaped(SensorLookup.substituted($0)) + ":" } ?? "")
            + "modalias:"
        guard let dmi = lookup.dmi else {
            pattern = start + Self.escaped(bus) + ":*"
            (vendor, product) = ("", bus)
            notes = [
                "this names the chip and not the machine: every machine with it and without DMI gets the matrix. "
                    + "The machine's device tree is the right place for it, as mount-matrix"
            ]
            return
        }
        let fields = DMIFields(SensorLookup.substituted(dmi))
        let (machine, names) = try Self.machine(fields)
        pattern = start + Self.bus(bus) + ":dmi:*:" + machine + ":*"
        (vendor, product) = names
        notes =
            bus.hasPrefix("of:")
            ? ["the machine's device tree is the better place for the matrix, as mount-matrix"] : []
    }

    /// The part of the pattern that names the machine, and vendor and product for people.
    private static func machine(
        _ fields: DMIFields
    ) throws(EntryError) -> (pattern: String, names: (String, String)) {
        func field(_ name: String) -> String { name + escaped(fields[name]) }
        // The vendor stands in the pattern even where it says nothing, so that the field after it is not
        // taken for another one that ends alike.
        let system = field("svn")
        let hasVendor = fields.isTelling("svn")
        if fields.isTelling("pn") {
            let maker = hasVendor ? fields["svn"] : fields["rvn"]
            return (system + ":" + field("pn"), (maker, fields["pn"]))
        }
        if hasVendor, fields.isTelling("pvr"), fields["pvr"].hasLetters(atLeast: 4) {
            return (system + ":*:" + field("pvr"), (fields["svn"], fields["pvr"]))
        }
        if fields.isTelling("rn") {
            let maker = fields.isTelling("rvn") ? fields["rvn"] : fields["svn"]
            let board = field("rvn") + ":" + field("rn")
            return (hasVendor ? system + ":*:" + board : board, (maker, fields["rn"]))
        }
        if hasVendor, fields.isTelling("sku") {
            return (system + ":*:" + field("sku"), (fields["svn"], fields["sku"]))
        }
        throw .placeholders(
            ["svn", "pn", "pvr", "rvn", "rn", "sku"].map { "\($0)=\"\(fields[$0])\"" })
    }

    /// The part of the pattern that names the bus and the chip. Of ACPI's ids the first counts; what the
    /// device is compatible with may change with the kernel.
    private static func bus(_ modalias: String) -> String {
        let parts = modalias.split(separator: ":", omittingEmptySubsequences: true)
        // With one id and without the colon that the kernel ends them with there is nothing to leave out.
        if parts.count >= 2, parts[0] == "acpi", parts.count > 2 || modalias.hasSuffix(":") {
            return "acpi:" + escaped(String(parts[1])) + ":*"
        }
        // usb:vVVVVpPPPPdDDDD…: the version of the device behind d is its firmware's.
        if modalias.hasPrefix("usb:v"), let end = modalias.firstIndex(of: "d") {
            return escaped(String(modalias[..<end])) + "*"
        }
        return escaped(modalias)
    }

    /// A text of a key in which nothing has a meaning in patterns: `#` would begin a comment.
    private static func escaped(_ text: String) -> String {
        String(text.map { "#\\*[".contains($0) ? "?" : $0 })
    }

    /// The record.
    ///
    /// - Parameters:
    ///   - matrix: The mount matrix in the hardware database's frame.
    ///   - location: `display` or `base` where the machine has sensors in both.
    public func text(matrix: MountMatrix, location: String? = nil) -> String {
        let name = [vendor, product].filter { !$0.isEmpty }.joined(separator: " ")
        return "# \(name)\n\(pattern)\n ACCEL_MOUNT_MATRIX=\(matrix.text)\n"
            + (location.map { " ACCEL_LOCATION=\($0)\n" } ?? "")
    }
}

/// Why there can be no entry for a machine.
public enum EntryError: Error, Equatable, Sendable {
    /// No field of DMI that names a machine says anything; what they hold.
    case placeholders([String])
}

extension EntryError: CustomStringConvertible {
    /// What is wrong and what can be done, in English, without a full stop.
    public var description: String {
        switch self {
        case .placeholders(let fields):
            "the firmware does not name this machine (\(fields.joined(separator: ", "))): an entry would fit "
                + "others as well. Keep the matrix in the daemon's configuration, as MountMatrix=, where "
                + "orientationctl calibrate --apply writes it"
        }
    }
}

extension String {
    fileprivate func hasLetters(atLeast count: Int) -> Bool { filter(\.isLetter).count >= count }
}
