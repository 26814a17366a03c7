internal import SystemCalls

/// Attributes of a sensor that were changed, and what they were before.
struct KernelSettings: Sendable {
    private var found: [(attribute: SysfsAttribute, value: String)] = []

    /// Whether nothing is left to be put back.
    var isAsFound: Bool { found.isEmpty }

    /// Remembers the present value before somebody else changes it.
    mutating func remember(_ attribute: SysfsAttribute) {
        guard !found.contains(where: { $0.attribute == attribute }), let value = attribute.readIfThere()
        else {
            return
        }
        found.append((attribute, value))
    }

    /// Changes a value.
    ///
    /// - Throws: EBUSY for most of them while the buffer is enabled.
    mutating func change(_ attribute: SysfsAttribute, to value: String) throws(SystemCallError) {
        let before = try attribute.read()
        if before == value { return }
        remember(attribute)
        try attribute.write(value)
    }

    /// Puts everything back, the last change first. What cannot be put back is left.
    mutating func restore() {
        for (attribute, value) in found.reversed() where attribute.readIfThere() != value {
            try? attribute.write(value)
        }
        found = []
    }
}
