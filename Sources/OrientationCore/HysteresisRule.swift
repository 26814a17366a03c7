/// The geometry of a decision: which orientation a direction of gravity means, given the one in force.
///
/// | in force | becomes a face when the inclination is | becomes a side when |
/// | --- | --- | --- |
/// | nothing | below `faceStartDegrees` | else: the nearest |
/// | that face | below `faceLeaveDegrees` | else: the last side within 45° + memory, or the nearest |
/// | a side, the other face | below `faceEnterDegrees` | else: it, within 45° + hysteresis, or the nearest |
///
/// Inclination is the angle between display and level. Roll is the angle of up within the display: 0°
/// towards the top edge (portrait), +90° towards the right edge (landscapeLeft).
struct HysteresisRule: Sendable {
    let settings: ClassifierSettings

    /// The orientation that a direction means.
    ///
    /// - Parameters:
    ///   - up: Specific force of a device at rest, in the device frame; any length but 0.
    ///   - label: The orientation in force.
    ///   - lastSide: The last orientation that was neither a face nor unknown.
    ///   - margin: By how many degrees every hysteresis is taken wider.
    func orientation(
        of up: Vector, from label: DeviceOrientation, lastSide: DeviceOrientation?, margin: Double
    ) -> DeviceOrientation {
        let squaredLength = up.squaredLength
        // Within 45° of the middle of its own side a direction is within 45° of it in roll, and more
        // than 45° from level: no hysteresis is that narrow. Saves the trigonometry most of the time.
        let along = up.component(along: label)
        if along > 0, 2 * along * along >= squaredLength { return label }

        let length = squaredLength.squareRoot()
        let elevation =
            Mathematics.degreesPerRadian * Mathematics.arcsine(max(-1, min(1, up.z / length)))
        let face = up.z > 0 ? DeviceOrientation.faceUp : .faceDown
        if 90 - abs(elevation) < faceLimit(face, from: label, margin: margin) { return face }

        let roll = Mathematics.degreesPerRadian * Mathematics.arctangent(y: up.x, x: up.y)
        let nearest = Self.side(nearest: roll)
        let kept: DeviceOrientation?
        let reach: Double
        switch label {
        case .unknown: return nearest
        case .faceUp, .faceDown:
            kept = lastSide
            reach = 45 + settings.memoryHysteresisDegrees
        case .portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight:
            kept = label
            let inPlane = (up.x * up.x + up.y * up.y).squareRoot() / length
            reach = 45 + rollHysteresis(inPlane: inPlane, elevation: elevation) + margin
        }
        guard let kept, Self.distance(of: roll, from: kept) < reach else { return nearest }
        return kept
    }

    private func faceLimit(
        _ face: DeviceOrientation, from label: DeviceOrientation, margin: Double
    ) -> Double {
        if label == face { return settings.faceLeaveDegrees + margin }
        if label == .unknown { return settings.faceStartDegrees }
        return settings.faceEnterDegrees - margin
    }

    /// Degrees beyond the diagonal before a side is left.
    private func rollHysteresis(inPlane: Double, elevation: Double) -> Double {
        let leaning =
            (settings.tiltWideningStart - inPlane)
            / (settings.tiltWideningStart - settings.tiltWideningEnd)
        let overhead =
            elevation < settings.overheadElevationDegrees ? settings.overheadWideningDegrees : 0
        return settings.rollHysteresisDegrees
            + settings.tiltWideningDegrees * max(0, min(1, leaning)) + overhead
    }

    /// The side whose middle is nearest to that roll in degrees.
    private static func side(nearest roll: Double) -> DeviceOrientation {
        if abs(roll) < 45 { return .portrait }
        if abs(roll) > 135 { return .portraitUpsideDown }
        return roll > 0 ? .landscapeLeft : .landscapeRight
    }

    /// How far a roll is from the middle of a side, in degrees, 0 to 180.
    private static func distance(of roll: Double, from side: DeviceOrientation) -> Double {
        let middle: Double =
            switch side {
            case .landscapeLeft: 90
            case .landscapeRight: -90
            case .portraitUpsideDown: 180
            case .portrait, .unknown, .faceUp, .faceDown: 0
            }
        let distance = abs(roll - middle)
        return distance > 180 ? 360 - distance : distance
    }
}

extension Vector {
    /// How much of the vector points to the edge that is up in that orientation. 0 for faces: they
    /// are not decided by one axis alone.
    fileprivate func component(along side: DeviceOrientation) -> Double {
        switch side {
        case .portrait: y
        case .portraitUpsideDown: -y
        case .landscapeLeft: x
        case .landscapeRight: -x
        case .unknown, .faceUp, .faceDown: 0
        }
    }
}
