import JSON
import OrientationCore

extension ResolverVector {
    /// Targets and completed animations through the phases of one client.
    func runTransition() throws -> Fields {
        guard let start = try input.interface("start") else { throw VectorError.format("\(id): no start") }
        var phases = RotationPhases(vectorStart: start)
        var emitted: [String] = []
        for (index, event) in try input.list("events").enumerated() {
            if event.string == "complete" {
                emitted += phases.complete().map(\.vectorText)
            } else if event.string != nil {
                emitted += phases.turn(vectorTarget: try InterfaceOrientation(vector: event), animated: true)
            } else {
                let fields = try Fields(event, at: "\(id).events[\(index)]")
                guard let target = try fields.interface("to") ?? fields.interface("target") else {
                    throw VectorError.format("\(fields.place) has no target")
                }
                let cause = fields["cause"]?.string.flatMap(Cause.init(name:)) ?? .device
                emitted += phases.turn(vectorTarget: target, animated: cause.isAnimated)
            }
        }
        return Fields(["emitted": .array(emitted.map { .string($0) })], at: id)
    }
}

extension RotationPhases {
    /// On an upright panel of any size.
    init(vectorStart start: InterfaceOrientation) {
        self.init(
            orientation: start,
            rotation: DisplayGeometry().panelTurn(showing: start).rotation,
            size: InterfaceSize(width: 3, height: 4))
    }

    mutating func turn(vectorTarget target: InterfaceOrientation, animated: Bool) -> [String] {
        turn(
            to: target, rotation: DisplayGeometry().panelTurn(showing: target).rotation, animated: animated
        ).map(\.vectorText)
    }
}

extension RotationPhase {
    /// The phase as the vectors write it.
    var vectorText: String {
        switch self {
        case .will(let turn): "will \(turn.from.name)>\(turn.to.name)"
        case .animate(let turn): "animate \(turn.from.name)>\(turn.to.name)"
        case .did(let from, let to, let superseded):
            "did \(from.name)>\(to.name)" + (superseded ? " superseded" : "")
        }
    }
}
