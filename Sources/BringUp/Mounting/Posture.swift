internal import OrientationCore

/// A way to hold a device while its sensor is read, by the names of the hardware database: which edge of
/// the panel's picture, upright as the panel scans it out, is up.
public enum Posture: String, CaseIterable, Sendable {
    /// The picture is upright.
    case normal
    /// The picture is upside down.
    case bottomUp = "bottom-up"
    /// The left edge is up: turned clockwise.
    case leftUp = "left-up"
    /// The right edge is up: turned counter-clockwise.
    case rightUp = "right-up"
    /// Level, the display towards the sky.
    case faceUp = "face-up"
    /// Level, the display towards the ground.
    case faceDown = "face-down"
}

extension Posture {
    /// The posture of a name of the hardware database, or of a ``DeviceOrientation`` of a device whose
    /// panel is mounted upright in a casing that was built to be held upright.
    public init?(name: String) {
        if let posture = Self(rawValue: name) {
            self = posture
            return
        }
        switch DeviceOrientation(name: name) {
        case .portrait: self = .normal
        case .portraitUpsideDown: self = .bottomUp
        case .landscapeLeft: self = .rightUp
        case .landscapeRight: self = .leftUp
        case .faceUp: self = .faceUp
        case .faceDown: self = .faceDown
        case .unknown, nil: return nil
        }
    }

    /// The other way round.
    public var opposite: Posture {
        switch self {
        case .normal: .bottomUp
        case .bottomUp: .normal
        case .leftUp: .rightUp
        case .rightUp: .leftUp
        case .faceUp: .faceDown
        case .faceDown: .faceUp
        }
    }

    /// What the right mount matrix makes of a still reading, one unit long: in the frame of the hardware
    /// database and of iio-sensor-proxy, where x and y point with gravity and z against it.
    ///
    /// Source: iio-sensor-proxy's `test-orientation.c` (normal is y < 0, left-up is x > 0) and its
    /// `tilt_calc` (z > 0 is face-up), as of 3.6.
    var direction: Vector {
        switch self {
        case .normal: Vector(x: 0, y: -1, z: 0)
        case .bottomUp: Vector(x: 0, y: 1, z: 0)
        case .leftUp: Vector(x: 1, y: 0, z: 0)
        case .rightUp: Vector(x: -1, y: 0, z: 0)
        case .faceUp: Vector(x: 0, y: 0, z: 1)
        case .faceDown: Vector(x: 0, y: 0, z: -1)
        }
    }

    /// Whether no other posture's ``direction`` is nearer to a vector. A vector without length is near none.
    func isNearest(to vector: Vector) -> Bool {
        let length = direction.dot(vector)
        return length > 0 && Self.allCases.allSatisfy { $0.direction.dot(vector) <= length + 1e-9 }
    }
}
