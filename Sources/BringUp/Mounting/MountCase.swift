internal import IndustrialIO
public import JSON
internal import OrientationCore

/// A mounting to be estimated, written down as a JSON object.
///
/// | key | value |
/// |---|---|
/// | `readings` | posture → `[x, y, z]` as the sensor gave them, in any unit; `null` where an axis is not known |
/// | `observed` | posture → the label that was reported in it |
/// | `through` | the mount matrix in force when labels were reported, or `"identity"`, which is the default |
/// | `sensor`, `modalias` | the kernel's name for the sensor, and the modalias of the device it hangs on |
/// | `scale` | m/s² for each step of the readings |
///
/// Postures and labels have the names of the hardware database or those of device orientations. Further
/// keys are passed over. The longer names of collections of such cases are taken too: `readings_raw`,
/// `observed_label_by_posture`, `observed_through_matrix`, `acpi_or_bus_modalias`. `null` is as good as
/// nothing.
public struct MountCase: Equatable, Sendable {
    /// What is known.
    public private(set) var evidence = MountingEvidence()
    /// m/s² for each step of the readings, if that is known.
    public private(set) var scale: Double?
    /// What was passed over, for people, one line each.
    public private(set) var warnings: [String] = []

    /// No sensor has numbers of more than 64 bits (the kernel's ABI/testing/sysfs-bus-iio, `in_…_type`).
    private static let largestReading = 0x1p64

    /// How large a case may be, in bytes.
    public static let sizeLimit = 1 << 20

    /// Reads a case.
    ///
    /// - Throws: ``MountCaseError`` with the first thing that is wrong. A posture or label of an unknown
    ///   name is passed over with a warning.
    public init(parsing bytes: [UInt8]) throws(MountCaseError) {
        let value: JSONValue
        do throws(JSONError) { value = try JSONValue(parsing: bytes, limit: Self.sizeLimit) } catch {
            throw .notJSON(error)
        }
        guard let members = value.object else { throw .notAnObject }
        if members["readings"] == nil, members["readings_raw"] == nil, members["observed"] == nil,
            members["observed_label_by_posture"] == nil, let cases = members["cases"]?.array
        {
            throw .severalCases(cases.count)
        }
        if let (field, readings) = try Self.object(members, "readings", "readings_raw") {
            for member in readings.members { try take(reading: member, field) }
        }
        if let (field, labels) = try Self.object(members, "observed", "observed_label_by_posture") {
            for member in labels.members { try take(label: member, field) }
        }
        if let (field, text) = try Self.string(members, "through", "observed_through_matrix"),
            text != "identity"
        {
            do throws(MountMatrixError) {
                evidence.through = try MountMatrix(parsing: text)
                // A lost third axis tells less, but something; others were never in force.
                try evidence.through.checkFirstTwoRows()
            } catch {
                throw .wrongField(field, error.description)
            }
        }
        if let value = members["scale"], !value.isNull {
            guard let number = value.number, number != 0, number.isFinite else {
                throw .wrongField("scale", "must be a number other than 0, or null")
            }
            scale = number
            evidence.knownGravity = Acceleration.standardGravity / abs(number)
        }
        evidence.handedness =
            SensorSigns(
                name: try Self.string(members, "sensor")?.value ?? "",
                modalias: try Self.string(members, "modalias", "acpi_or_bus_modalias")?.value
            ).handedness
        if evidence.readings.isEmpty, evidence.labels.isEmpty { throw .nothingUsable(warnings) }
    }

    private mutating func take(reading member: JSONObject.Member, _ field: String) throws(MountCaseError) {
        guard let posture = Posture(name: member.key) else {
            warnings.append(Self.unknownPosture(member.key, field))
            return
        }
        let place = "\(field).\(member.key)"
        guard let axes = member.value.array, axes.count == 3 else {
            throw .wrongField(place, "must be three numbers, with null for an axis that is not known")
        }
        var numbers: [Double?] = []
        for (index, axis) in axes.enumerated() {
            guard axis.isNull || axis.number?.isFinite == true else {
                throw .wrongField("\(place)[\(index)]", "must be a number, or null if it is not known")
            }
            if let number = axis.number, abs(number) > Self.largestReading {
                throw .wrongField(
                    "\(place)[\(index)]", "is larger than any sensor's number, of 64 bits at most")
            }
            numbers.append(axis.number)
        }
        if evidence.readings[posture] != nil {
            throw .wrongField(place, "is a second reading of \(posture.rawValue)")
        }
        if numbers.allSatisfy({ $0 == nil }) { return }
        evidence.readings[posture] = PostureReading(x: numbers[0], y: numbers[1], z: numbers[2])
    }

    private mutating func take(label member: JSONObject.Member, _ field: String) throws(MountCaseError) {
        guard let posture = Posture(name: member.key) else {
            warnings.append(Self.unknownPosture(member.key, field))
            return
        }
        let place = "\(field).\(member.key)"
        if member.value.isNull { return }
        guard let text = member.value.string else { throw .wrongField(place, "must be a string") }
        guard let label = Posture(name: text) else {
            warnings.append("\(place): \"\(text)\" is no posture, so it is passed over")
            return
        }
        if evidence.labels[posture] != nil {
            throw .wrongField(place, "is a second label of \(posture.rawValue)")
        }
        evidence.labels[posture] = label
    }

    private static func unknownPosture(_ name: String, _ field: String) -> String {
        "\(field): \"\(name)\" is none of the postures "
            + Posture.allCases.map(\.rawValue).joined(separator: ", ") + ", so it is passed over"
    }

    /// The object of the first of some keys that is there, with that key.
    private static func object(
        _ members: JSONObject, _ keys: String...
    ) throws(MountCaseError) -> (field: String, value: JSONObject)? {
        for key in keys {
            guard let value = members[key], !value.isNull else { continue }
            guard let object = value.object else {
                throw .wrongField(key, "must be an object whose keys are postures")
            }
            return (key, object)
        }
        return nil
    }

    /// The string of the first of some keys that is there, with that key.
    private static func string(
        _ members: JSONObject, _ keys: String...
    ) throws(MountCaseError) -> (field: String, value: String)? {
        for key in keys {
            guard let value = members[key], !value.isNull else { continue }
            guard let text = value.string else { throw .wrongField(key, "must be a string") }
            return (key, text)
        }
        return nil
    }
}

/// Why a text is no case.
public enum MountCaseError: Error, Equatable, Sendable {
    /// It is no JSON.
    case notJSON(JSONError)
    /// It is JSON, but no object.
    case notAnObject
    /// It is a collection of so many cases.
    case severalCases(Int)
    /// A field is not what it should be.
    case wrongField(String, String)
    /// There is neither a reading nor a label that can be used; what was passed over.
    case nothingUsable([String])
}

extension MountCaseError: CustomStringConvertible {
    /// What is wrong and what would be right, in English, without a full stop.
    public var description: String {
        switch self {
        case .notJSON(let error): "\(error)"
        case .notAnObject: "is no JSON object with readings or observed labels"
        case .severalCases(let count): "holds \(count) cases; give one of them, an object of its own"
        case .wrongField(let field, let problem): "\(field) \(problem)"
        case .nothingUsable(let warnings):
            (warnings + ["there are neither readings nor observed labels of known postures"])
                .joined(separator: "; ")
        }
    }
}
