/// Where the evidence for an orientation comes from.
public enum EvidencePath: String, CaseIterable, Sendable {
    /// The first sample of all, at rest.
    case start
    /// The mean of some samples that are close together: the device is held steady.
    case steady
    /// A quick low-pass filter, while the device is moved.
    case medium
    /// A slow low-pass filter, while it is carried, shaken or driven.
    case slow
}

extension OrientationClassifier {
    /// How far a path is towards another orientation.
    public struct Progress: Equatable, Sendable {
        /// The path.
        public let path: EvidencePath
        /// The orientation that it would have in force.
        public let candidate: DeviceOrientation
        /// Since when the evidence says so.
        public let since: Duration
        /// How long it has to say so.
        public let dwell: Duration
    }

    /// The paths that speak for another orientation at present, for those who look on. Empty while all
    /// agree with ``orientation``, or say nothing.
    public var progress: [Progress] {
        let candidates: [(EvidencePath, PendingOrientation)] = [
            (.steady, steady), (.medium, medium), (.slow, slow),
        ]
        return candidates.compactMap { path, candidate in
            guard let new = candidate.orientation else { return nil }
            return Progress(
                path: path, candidate: new, since: .nanoseconds(candidate.since),
                dwell: .nanoseconds(limits.dwell(on: path, from: orientation, to: new)))
        }
    }

    /// Whether a path can be believed at present, whatever it says, for those who look on: its samples are
    /// close enough together, and their mean or the filter about as long as gravity.
    public func believes(_ path: EvidencePath) -> Bool {
        guard window.count > 0 else { return false }
        let spread = window.squaredSpread
        switch path {
        case .start, .steady: return limits.isSteady(window.mean, squaredSpread: spread)
        case .medium: return spread <= limits.squaredMediumSpread && limits.isGravity(mediumFilter.value)
        case .slow: return limits.isGravity(slowFilter.value)
        }
    }

    /// The quickest path that can be believed at present. Nothing while the latest samples are evidence for
    /// no path: they are rejected.
    public var evidence: EvidencePath? {
        [.steady, .medium, .slow].first { believes($0) }
    }

    /// How far apart the latest samples are: the root mean square distance from their mean, in m/s².
    /// Nothing while there are too few of them.
    public var spread: Double? {
        window.squaredSpread.isFinite ? window.squaredSpread.squareRoot() : nil
    }

    /// How many degrees of roll from its middle a side is kept, while the device is held steady and leans
    /// so far.
    ///
    /// - Parameter tilt: The elevation of the display's normal in degrees, negative towards the ground.
    public func rollReach(tilt: Double) -> Double {
        steadyRule.reach(
            sine: Mathematics.cosine(degrees: 90 - tilt), cosine: Mathematics.cosine(degrees: tilt))
    }
}
