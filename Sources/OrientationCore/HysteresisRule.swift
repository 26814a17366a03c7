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
///
/// A class so that copies of the classifier share it, and none is made on the way of a sample.
final class HysteresisRule: Sendable {
    // Squared cosines of the inclinations at which faces begin and end.
    private let enterFace: Double
    private let leaveFace: Double
    private let startFace: Double

    private let hysteresis: Double
    private let tiltWidening: Double
    private let tiltWideningStart: Double
    private let tiltWideningEnd: Double
    private let overheadWidening: Double
    private let overheadSine: Double
    private let memoryReach: Double

    /// - Parameter margin: By how many degrees every hysteresis is taken wider.
    init(settings: ClassifierSettings, margin: Double) {
        func squaredCosine(_ degrees: Double) -> Double {
            let cosine = Mathematics.cosine(degrees: degrees)
            return cosine * cosine
        }
        enterFace = squaredCosine(settings.faceEnterDegrees - margin)
        leaveFace = squaredCosine(settings.faceLeaveDegrees + margin)
        startFace = squaredCosine(settings.faceStartDegrees)
        hysteresis = settings.rollHysteresisDegrees + margin
        tiltWidening = settings.tiltWideningDegrees
        tiltWideningStart = settings.tiltWideningStart
        tiltWideningEnd = settings.tiltWideningEnd
        overheadWidening = settings.overheadWideningDegrees
        overheadSine = Mathematics.cosine(degrees: 90 - settings.overheadElevationDegrees)
        memoryReach = 45 + settings.memoryHysteresisDegrees
    }

    /// The orientation that a direction means.
    ///
    /// - Parameters:
    ///   - up: Specific force of a device at rest, in the device frame; any length but 0.
    ///   - label: The orientation in force.
    ///   - lastSide: The last orientation that was neither a face nor unknown.
    func orientation(
        of up: Vector, from label: DeviceOrientation, lastSide: DeviceOrientation?
    ) -> DeviceOrientation {
        let squaredLength = up.squaredLength
        let face = up.z > 0 ? DeviceOrientation.faceUp : .faceDown
        let level = label == face ? leaveFace : label == .unknown ? startFace : enterFace
        if up.z * up.z > level * squaredLength { return face }

        switch label {
        case .unknown: return Self.side(nearest: Self.roll(of: up))
        case .faceUp, .faceDown:
            let roll = Self.roll(of: up)
            guard let lastSide, Self.distance(of: roll, from: lastSide) < memoryReach else {
                return Self.side(nearest: roll)
            }
            return lastSide
        case .portrait, .portraitUpsideDown, .landscapeLeft, .landscapeRight:
            let along = up.component(along: label)
            let squaredInPlane = up.x * up.x + up.y * up.y
            // Nearer to its own side than to any other; most of the time that is all.
            if along > 0, 2 * along * along >= squaredInPlane { return label }
            let roll = Self.roll(of: up)
            let reach = reach(
                sine: up.z / squaredLength.squareRoot(), cosine: (squaredInPlane / squaredLength).squareRoot()
            )
            return Self.distance(of: roll, from: label) < reach ? label : Self.side(nearest: roll)
        }
    }

    /// How many degrees of roll from its middle a side is left.
    /// - Parameters:
    ///   - sine: That of the elevation of the display's normal.
    ///   - cosine: Of the same: the share of gravity in the plane of the display.
    func reach(sine: Double, cosine: Double) -> Double {
        let leaning = (tiltWideningStart - cosine) / (tiltWideningStart - tiltWideningEnd)
        return 45 + hysteresis + tiltWidening * max(0, min(1, leaning))
            + (sine < overheadSine ? overheadWidening : 0)
    }

    /// The roll in degrees, −180 to 180.
    private static func roll(of up: Vector) -> Double { Mathematics.arctangentDegrees(y: up.x, x: up.y) }

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
    /// How much of the vector points to the edge that is up in that orientation; 0 if none is.
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
