/// In which direction the x and y of a mount matrix count (σ of the sign rule, see ``DeviceFrame``).
public enum MatrixConvention: String, CaseIterable, Sendable {
    /// As in udev's hardware database and iio-sensor-proxy: upright is y < 0. The desktops show every
    /// matrix this way, those of the kernel included.
    case hwdb
    /// As the kernel's `mount-matrix.txt` says: upright is y > 0.
    case kernel

    /// σ: what x and y after the matrix are multiplied by to point as in the device frame.
    public var sign: Double { self == .kernel ? 1 : -1 }
}

/// Whether the axes of a sensor, as it reports them, form a right-handed system of specific force (p of
/// the sign rule, see ``DeviceFrame``).
public enum SensorHandedness: Sendable {
    /// A chip that reports specific force on right-handed axes; the usual one.
    case right
    /// A HID sensor, which reports the negative of specific force, or a chip with left-handed axes.
    case left

    /// p: what the cross product of the first two rows is multiplied by to point out of the display.
    public var sign: Double { self == .right ? 1 : -1 }
}

/// Which rows of a mount matrix are believed.
public enum MatrixTrust: Sendable {
    /// The rows of x and y. z follows from them and the sensor's handedness. For udev and the kernel.
    case firstTwoRows
    /// All three. For a matrix that a person measured on this machine.
    case allRows
}

/// Whose x and y a matrix speaks of. Matters only where the panel is mounted turned in its casing.
public enum MatrixAxes: String, CaseIterable, Sendable {
    /// The panel's, along its lines and columns, as the hardware database asks for.
    case panel
    /// The casing's, held the way it was built for.
    case casing
}
