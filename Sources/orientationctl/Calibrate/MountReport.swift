internal import BringUp
internal import OrientationCore

/// What an estimate of the mounting is worth, for people.
struct MountReport {
    /// What the numbers of the readings are.
    struct Unit: Equatable {
        /// m/s² for each step of the readings. Nothing if that is not known.
        let metresPerSecondSquared: Double?

        static let unknown = Unit(metresPerSecondSquared: nil)

        init(metresPerSecondSquared: Double?) { self.metresPerSecondSquared = metresPerSecondSquared }
    }

    private let estimate: MountEstimate
    private let unit: Unit
    private let isExact: Bool
    private let names: PostureNames

    /// - Parameters:
    ///   - unit: What the numbers of the readings are.
    ///   - isExact: Whether any rotation was looked for, so that the residual is the hand's alone.
    ///   - names: How postures were named to the user before.
    init(_ estimate: MountEstimate, unit: Unit, isExact: Bool, names: PostureNames) {
        self.estimate = estimate
        self.unit = unit
        self.isExact = isExact
        self.names = names
    }

    /// Some lines, each with its end.
    var text: String {
        var lines = [("Mount matrix", estimate.matrix.text), ("Certain", certainty)]
        for (index, matrix) in estimate.alternatives.enumerated() {
            lines.append((index == 0 ? "Fits as well" : "", matrix.text))
        }
        lines.append(("Residual", residual))
        if isExact, estimate.residualDegrees > RotationEstimator.goodResidualDegrees {
            lines.append(
                (
                    "",
                    "more than \(RotationEstimator.goodResidualDegrees.text(decimals: 0))°: the postures were not held well; try again"
                ))
        }
        for line in sensor { lines.append(("Sensor", line)) }
        if estimate.contradictsHandedness {
            lines.append(
                (
                    "Caution",
                    "this mirrors as well as turns, which this kind of sensor does not by itself: was a"
                ))
            lines.append(("", "posture held the other way round? If not, its driver or its axes mirror."))
        }
        return lines.map { "\($0.padded(to: 14))\($1)\n" }.joined()
    }

    /// Which rows are certain, and what to do about the others.
    private var certainty: String {
        switch estimate.determined {
        case "xyz": "x, y and z"
        case "xy":
            "x and y; the sign of z is not determined. A reading of \(names[.faceUp]) would tell it."
        case "": "nothing; more postures are needed, such as \(names.few)"
        default:
            "\(estimate.determined.map(String.init).joined(separator: " and ")) alone; more postures are "
                + "needed, such as \(names.few)"
        }
    }

    private var residual: String {
        guard let worst = estimate.worst else { return "not known: no reading has all three axes" }
        return "\(estimate.residualDegrees.text(decimals: 1))°; \(names[worst.posture]) is furthest off, "
            + "\(worst.degrees.text(decimals: 1))°"
    }

    /// Bias and scale of the sensor, one line an axis.
    private var sensor: [String] {
        let errors = estimate.sensor
        let lines = zip(["x", "y", "z"], zip(errors.bias, errors.gravity)).compactMap { axis, error in
            error.0.flatMap { bias in error.1.map { describe(axis, bias: bias, gravity: $0) } }
        }
        if lines.isEmpty, estimate.worst != nil {
            return ["bias and scale are not determined; opposite postures tell them from the hand's errors"]
        }
        return lines
    }

    private func describe(_ axis: String, bias: Double, gravity: Double) -> String {
        guard let scale = unit.metresPerSecondSquared else {
            return
                "\(axis) is off by \((100 * bias / abs(gravity)).text(decimals: 1)) % of gravity, which it reads as "
                + abs(gravity).text(decimals: 2)
        }
        let percent = 100 * (abs(gravity * scale) / Acceleration.standardGravity - 1)
        return "\(axis) is off by \((bias * scale).text(decimals: 2, signed: true)) m/s², its scale by "
            + "\(percent.text(decimals: 1, signed: true)) %"
    }
}
