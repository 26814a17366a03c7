internal import SystemCalls

/// How the raw steps of an accelerometer's axes count, as the attributes of its channels say.
struct SensorUnits: Equatable, Sendable {
    /// Metres per second squared for each raw step: x, y, z.
    private(set) var scale: [Double] = []
    /// Raw steps added before scaling: x, y, z.
    private(set) var offset: [Double] = []
    /// Why the axes cannot be used, for people.
    private(set) var problems: [String] = []
    /// Whether an attribute is there and could not be read: what it says is not known then, rather than
    /// that there is none.
    private(set) var isIncomplete = false

    /// - Parameters:
    ///   - channels: x, y and z, as far as they are there.
    ///   - device: What they belong to.
    init(_ channels: [IIOChannel?], of device: IIODevice) {
        for (letter, channel) in zip(["x", "y", "z"], channels) {
            if channel == nil { problems.append("it has no \(letter) axis") }
            var (scaleText, offsetText): (String?, String?)
            do throws(SystemCallError) {
                scaleText = try channel?.attributeIfThere("scale")
                if scaleText == nil { scaleText = try device.attributeIfThere("scale") }
                offsetText = try channel?.attributeIfThere("offset")
            } catch {
                isIncomplete = true
                problems.append("the scale or offset of its \(letter) axis cannot be read: \(error)")
            }
            let scale = scaleText.flatMap(Double.init) ?? (scaleText == nil ? 1 : 0)
            let offset = offsetText.flatMap(Double.init) ?? (offsetText == nil ? 0 : .nan)
            if let scaleText, !(scale.isFinite && scale != 0) {
                problems.append(
                    "the scale \(quoted(scaleText)) of its \(letter) axis is not a number other than 0")
            }
            if let offsetText, !offset.isFinite {
                problems.append("the offset \(quoted(offsetText)) of its \(letter) axis is not a number")
            }
            self.scale.append(scale)
            self.offset.append(offset)
        }
    }
}
