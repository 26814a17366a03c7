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

    /// The text of an attribute of one axis, or nothing if there is none.
    ///
    /// - Parameters:
    ///   - axis: 0 is x, 1 is y, 2 is z.
    ///   - name: `scale` or `offset`. A scale may be that of all axes, or of the whole device.
    typealias Reading = (_ axis: Int, _ name: String) throws(SystemCallError) -> String?

    /// - Parameters:
    ///   - axes: Which of x, y and z there are.
    ///   - text: Reads an attribute of an axis that there is.
    init(axes: [Bool], text: Reading) {
        for (axis, letter) in ["x", "y", "z"].enumerated() {
            if !axes[axis] { problems.append("it has no \(letter) axis") }
            var (scaleText, offsetText): (String?, String?)
            do throws(SystemCallError) {
                if axes[axis] {
                    scaleText = try text(axis, "scale")
                    offsetText = try text(axis, "offset")
                }
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

extension SensorUnits {
    /// - Parameters:
    ///   - channels: x, y and z, as far as they are there.
    ///   - device: What they belong to.
    init(_ channels: [IIOChannel?], of device: IIODevice) {
        self.init(axes: channels.map { $0 != nil }) { (axis, name) throws(SystemCallError) in
            if let text = try channels[axis]?.attributeIfThere(name) { return text }
            return name == "scale" ? try device.attributeIfThere(name) : nil
        }
    }

    /// - Parameters:
    ///   - axes: Which of x, y and z there are.
    ///   - files: The attributes of the device.
    init(axes: [Bool], in files: DeviceFiles) {
        self.init(axes: axes) { (axis, name) throws(SystemCallError) in
            let letter = ["x", "y", "z"][axis]
            let ofAxis = files.attribute("in_accel_\(letter)_\(name)", "in_accel_\(name)")
            return try files.text(of: ofAxis ?? (name == "scale" ? files.attribute("scale") : nil))
        }
    }
}
