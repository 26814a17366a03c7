/// Decides what becomes of the readings when every posture has had its turn: what is good is kept, and what
/// does not fit it is asked for again.
///
/// | the readings | what follows |
/// | --- | --- |
/// | fit together | the end |
/// | mirror, although the kind of sensor does not | the postures that were not asked for tell which is wrong |
/// | contradict each other, and leaving out any of several would mend that | the same |
/// | contradict each other, and leaving out one would mend that | that one again; if nothing comes of it, without it |
/// | contradict each other, and there are no further postures | each that may be wrong again, then the error |
/// | fit, but not well enough for any rotation | the one without which the others fit best again, twice at most |
public struct CalibrationReview {
    /// What is to be done next.
    public enum Step: Equatable {
        /// All fits, or is as good as it will be.
        case done
        /// Ask for the postures that were not asked for.
        case askForOthers(Reason)
        /// Ask for one posture once more, and keep the others.
        case askAgain(Posture)
        /// Go on without the reading of that posture.
        case leaveOut(Posture)
        /// The readings tell of no mounting, nor which of them is wrong.
        case fail(EstimateError)
    }

    /// Why further postures are needed.
    public enum Reason: Sendable {
        case mirrored, contradictory
    }

    private let estimate: (MountingEvidence) throws(EstimateError) -> MountEstimate
    /// Up to where the residual is good enough, in degrees.
    private let goodResidualDegrees: Double
    private var askedAgain: Set<Posture> = []
    private var refinements = 0

    private static let mostRefinements = 2

    /// - Parameter isExact: Whether any rotation is looked for, which needs postures that are held well.
    public init(isExact: Bool) {
        if isExact {
            estimate = RotationEstimator.estimate
            goodResidualDegrees = RotationEstimator.goodResidualDegrees
        } else {
            estimate = MountEstimator.estimate
            goodResidualDegrees = .infinity
        }
    }

    /// Looks at all readings.
    ///
    /// - Parameter hasOthers: Whether there are postures that were not asked for.
    public mutating func next(_ evidence: MountingEvidence, hasOthers: Bool) -> Step {
        do throws(EstimateError) {
            let found = try estimate(evidence)
            if found.contradictsHandedness, hasOthers { return .askForOthers(.mirrored) }
            return refine(evidence, found)
        } catch {
            switch error {
            case .noReading(let worst), .contradictory(let worst):
                return mend(evidence, worst, error, hasOthers: hasOthers)
            case .noEvidence, .tooLittleForRotation: return .fail(error)
            }
        }
    }

    private mutating func mend(
        _ evidence: MountingEvidence, _ worst: Posture, _ error: EstimateError, hasOthers: Bool
    ) -> Step {
        let mending = rests(of: evidence)
        let good = mending.filter { $0.residual <= goodResidualDegrees }
        let suspects = (good.isEmpty ? mending : good).map(\.posture)
        if suspects.count > 1, hasOthers { return .askForOthers(.contradictory) }
        let first = suspects.isEmpty || suspects.contains(worst) ? [worst] : []
        if let again = (first + suspects).first(where: { !askedAgain.contains($0) }) {
            askedAgain.insert(again)
            return .askAgain(again)
        }
        // Where it may be one or another, either choice may be the wrong one.
        return suspects.count == 1 ? .leaveOut(suspects[0]) : .fail(error)
    }

    private mutating func refine(_ evidence: MountingEvidence, _ found: MountEstimate) -> Step {
        guard found.residualDegrees > goodResidualDegrees, refinements < Self.mostRefinements else {
            return .done
        }
        let worst = rests(of: evidence).min { $0.residual < $1.residual }?.posture
        guard let worst, askedAgain.insert(worst).inserted else { return .done }
        refinements += 1
        return .askAgain(worst)
    }

    /// The postures without which the others fit together, and how well those then do, in degrees.
    private func rests(of evidence: MountingEvidence) -> [(posture: Posture, residual: Double)] {
        evidence.postures.compactMap { posture in
            (try? estimate(evidence.without(posture))).map { (posture, $0.residualDegrees) }
        }
    }
}

extension MountingEvidence {
    /// All but what is known of one posture.
    fileprivate func without(_ posture: Posture) -> MountingEvidence {
        var rest = self
        rest.readings[posture] = nil
        rest.labels[posture] = nil
        return rest
    }
}
