internal import OrientationCore

/// The smallest, the largest and the mean of some numbers.
struct Extent: Equatable, Sendable {
    private(set) var low = Double.infinity
    private(set) var high = -Double.infinity
    private var sum = 0.0
    private var count = 0

    var isEmpty: Bool { count == 0 }
    var mean: Double { sum / Double(count) }

    mutating func add(_ number: Double) {
        low = min(low, number)
        high = max(high, number)
        sum += number
        count += 1
    }
}

/// The extent of angles, which go on after 180 degrees at −180.
struct AngleExtent: Equatable, Sendable {
    /// Of the angles as they turn on from the first one; may go beyond ±180.
    private(set) var extent = Extent()
    private var last = 0.0

    var isEmpty: Bool { extent.isEmpty }
    /// The mean, from −180 to 180.
    var mean: Double { Self.wrapped(extent.mean) }

    /// - Parameter angle: In degrees, from −180 to 180.
    mutating func add(_ angle: Double) {
        last = isEmpty ? angle : last + Self.wrapped(angle - last)
        extent.add(last)
    }

    /// The angle from −180 to 180 that is the same direction.
    static func wrapped(_ angle: Double) -> Double {
        angle - 360 * ((angle + 180) / 360).rounded(.down)
    }
}

/// Which values something had, of a few that it can have.
struct ValueSet<Value: RawRepresentable<UInt8> & CaseIterable>: Equatable, Sendable {
    private var bits: UInt16 = 0

    mutating func insert(_ value: Value) { bits |= 1 << UInt16(value.rawValue) }

    var isEmpty: Bool { bits == 0 }
    var values: [Value] { Value.allCases.filter { bits & 1 << UInt16($0.rawValue) != 0 } }
}

/// All that is drawn of the time that one column of a plot stands for.
struct PlotColumn: Equatable, Sendable {
    var x = Extent()
    var y = Extent()
    var z = Extent()
    var length = Extent()
    var roll = AngleExtent()
    var tilt = Extent()
    /// How many samples were evidence for nothing.
    var rejected = 0
    /// How many were lost.
    var lost = 0
    /// What was decided.
    var device = ValueSet<DeviceOrientation>()
    /// What was decided while it was recorded.
    var recorded = ValueSet<DeviceOrientation>()
    /// What samples look like one by one.
    var looks = ValueSet<DeviceOrientation>()
    /// Which evidence could be believed.
    var evidence = ValueSet<PlotEvidence>()
}

/// ``EvidencePath``, or none, as a value of a few.
enum PlotEvidence: UInt8, CaseIterable, Sendable {
    case steady, medium, slow, none

    init(_ path: EvidencePath?) {
        switch path {
        case .start, .steady: self = .steady
        case .medium: self = .medium
        case .slow: self = .slow
        case nil: self = .none
        }
    }
}
